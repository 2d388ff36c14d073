/** What breaks JSON most often, and how it is written. Linear: each pattern goes over the text once. */
import { endOfString } from '../text/json'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 20_000

/** What a text is that was sent for JSON. */
const OTHER: readonly (readonly [form: RegExp, remedy: string])[] = [
  [/^@[^\s{}]{1,400}$/, 'It is the name of a file: send what the file holds.'],
  [/^</, 'It is markup: send {"html": "…"}.'],
  [/^[\w-]{1,40}=/, 'It is a form: send {"html": "…"}.'],
  [/^(?:---\s|[\w-]{1,40}:\s)/, 'It is YAML, which is not read.'],
]

/** What stands outside of texts in the notations of programs. */
const TOKENS: readonly (readonly [token: RegExp, remedy: string])[] = [
  [/[“”„«»]/, 'Its quotes are typographic: JSON has straight ones (").'],
  [/\b(?:True|False|None)\b/, 'It is written as Python has it: JSON has true, false and null (json.dumps).'],
  [/\b(?:NaN|-?Infinity|undefined)\b/, 'JSON has no NaN, Infinity or undefined: leave such a field out.'],
  [/\/[/*]/, 'JSON has no comments.'],
  [/`/, 'JSON has double quotes, and \\n for a line break.'],
  [/[{,]\s{0,20}[a-z_$][\w$]{0,60}\s{0,9}:/i, 'Names stand in double quotes.'],
  [/[:,[]\s{0,9}-?0\d/, 'A number does not begin with 0: send it as a text if it is none.'],
]

/** ` …` for the detail, or nothing; `cause` is the error of `JSON.parse`. */
export function jsonRemedy(text: string, cause: string): string {
  const at = Number(/position (\d+)/.exec(cause)?.[1] ?? Number.NaN)
  const remedy = (at >= 0 ? atPlace(text, at) : undefined) ?? ofWhole(text, cause)
  return remedy === undefined ? '' : ` ${remedy}`
}

/** What is wrong where the text breaks off. */
function atPlace(text: string, at: number): string | undefined {
  const letter = text[at] ?? ''
  const before = text.slice(Math.max(0, at - 20), at).trimEnd()
  if (letter === "'") return 'JSON has double quotes.'
  if (/[}\]]/.test(letter) && before.endsWith(',')) return 'Leave out the comma before the bracket.'
  if (/[\n\r\t]/.test(letter))
    return `Write a ${letter === '\t' ? 'tab in a text as \\t' : 'line break in a text as \\n'}.`
  if (/^\/[/*]/.test(text.slice(at, at + 2))) return 'JSON has no comments.'
  if (before.endsWith('\\')) return 'Write a backslash in a text as \\\\.'
  if (/[:,{[]\s{0,20}"[^"]{0,19}"$/.test(before) && /[\w<>/#.=-]/.test(letter))
    return 'Write a double quote in a text as \\".'
  if (letter === '{' && before.endsWith('}'))
    return 'Send one object; several documents are entries of POST /v1/batch.'
  if (before.endsWith('}') && letter !== '' && isWhole(text.slice(0, at)))
    return 'Nothing may stand behind the object.'
  return undefined
}

/** Whether a text is a JSON value. */
function isWhole(text: string): boolean {
  if (text.length > MAX_LOOKED_AT) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function ofWhole(whole: string, cause: string): string | undefined {
  const text = whole.slice(0, MAX_LOOKED_AT)
  const other = OTHER.find(([form]) => form.test(text))?.[1]
  if (other !== undefined) return other
  const bare = outsideOfTexts(text)
  const token = TOKENS.find(([form]) => form.test(bare))?.[1]
  if (token !== undefined) return token
  return /end of JSON|Unterminated/.test(cause)
    ? 'It ends too early: it was cut off on its way here, or a quote or a bracket is missing.'
    : undefined
}

/** JSON with each text empty. */
function outsideOfTexts(json: string): string {
  const parts: string[] = []
  let from = 0
  for (let start = json.indexOf('"'); start >= 0; start = json.indexOf('"', from)) {
    parts.push(json.slice(from, start))
    from = endOfString(json, start) + 1
  }
  return [...parts, json.slice(from)].join('""')
}
