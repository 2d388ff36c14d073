/** Where the text of a document may lack a value that its scripts were to put there; the service judges what it finds. */
import { document } from './true-document'

/** What may be a place or a word for no value. */
const SIGNS =
  /\b(?:undefined|null|NaN|None|nil|Invalid Date)\b|\[object Object\]|\{[{$]?[a-z_ ][\w. ]{1,60}\}|\[\[[a-z_][\w. ]{1,60}\]\]|%[a-z_][\w.]{1,60}%|\bDear\s{1,9},/gi
/** Documents that may show them on purpose. */
const ABOUT_PROGRAMS = /\b(?:javascript|typescript|python|json|sql|templates?|templating|placeholders?)\b/i

const MAX_LOOKED_AT = 200_000
const MAX_PARTS = 30
/** Characters before and behind a sign that say what it is. */
const AROUND = 60

/** Parts of what the document shows, with these signs in them; nothing for most documents. */
export function findUnfilledText(): string | undefined {
  const text = document.body?.innerText.slice(0, MAX_LOOKED_AT) ?? ''
  const parts: string[] = []
  for (const { index, 0: sign } of text.matchAll(SIGNS)) {
    const from = Math.max(0, index - AROUND)
    const to = index + sign.length + AROUND
    parts.push(`${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`)
    if (parts.length === MAX_PARTS) break
  }
  if (parts.length === 0 || ABOUT_PROGRAMS.test(text)) return undefined
  return document.querySelector('pre,code,samp,kbd') ? undefined : parts.join('\n')
}
