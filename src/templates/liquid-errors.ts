/** Errors of liquidjs as callers are told them. */
import { LiquidError } from 'liquidjs'
import { Problem } from '../errors'

/**
 * What a caller is told of an error of liquidjs: a Problem that a filter or a limit threw as it is, everything
 * else as a 400 that says where in the template it stands.
 *
 * @param pointer the template's place in the request
 * @param source the template, to find a partial in it that nobody has
 */
export function liquidProblem(error: unknown, pointer: string, source: string): Problem {
  const cause = originOf(error)
  if (cause instanceof Problem) return cause
  if (cause instanceof RangeError) {
    return templateProblem(
      pointer,
      'The template nests its tags too deeply, or makes a text that is too long.',
      cause,
    )
  }
  if (isMissingPartial(error)) {
    const message = withoutPosition(error.message)
    return templateProblem(pointer, message + placeOfPartial(message, source), error)
  }
  if (!isLiquidError(error)) throw error
  const [line, column] = error.token.getPosition()
  const said = withoutPosition(error.message)
  const message = `${said} (line ${line}, column ${column})${otherLanguage(said)}`
  return templateProblem(pointer, message, error)
}

/** The name of a filter that does not exist, if that is what the error is about. */
export function unknownFilter(error: unknown): string | undefined {
  const match = error instanceof Error ? /^undefined filter: ([^\s,]+)/.exec(error.message) : undefined
  return match?.[1]
}

/** What a tag of another template language is in Liquid, by what liquidjs says of it. */
function otherLanguage(message: string): string {
  const [, said = ''] = /^invalid value expression: "(.{0,100})/.exec(message) ?? []
  const [, block = '', name = ''] = /^[#^](\w{1,20})\s{0,9}([\w.]{0,60})/.exec(said) ?? []
  const value = name || 'value'
  if (block === 'if') return `: this is Handlebars; in Liquid it is {% if ${value} %} … {% endif %}`
  if (block === 'unless')
    return `: this is Handlebars; in Liquid it is {% unless ${value} %} … {% endunless %}`
  if (block) {
    const list = name || (block === 'each' ? 'lines' : block)
    return `: this is Handlebars or Mustache; in Liquid it is {% for item in ${list} %} … {% endfor %}`
  }
  if (said.startsWith('/'))
    return ': this ends a block of Handlebars; in Liquid it is {% endfor %} or {% endif %}'
  if (said.startsWith('{')) return ': three braces are Handlebars; Liquid prints with two'
  if (said.startsWith('../'))
    return ': this is Handlebars; in Liquid all variables are seen in a loop: {{ name }}'
  if (said.startsWith('@'))
    return ': this is Handlebars; in Liquid it is {{ forloop.index }}, forloop.first and forloop.last'
  if (/^\$|->/.test(said)) return ': this is PHP; in Liquid it is {{ invoice.number }}'
  if (said.startsWith('!')) return ': in Liquid it is {% unless paid %} … {% endunless %}'
  if (/^expected "\|" before filter|^expected filter name/.test(message))
    return ': Liquid calculates with filters, as in {{ price | times: quantity }}, and compares in {% if a == b and c %}'
  if (/^expected ":" after filter name/.test(message))
    return ': what a filter takes follows a colon, as in {{ price | round: 2 }}'
  if (/^unexpected token "\)"/.test(message))
    return ': Liquid has filters in place of methods, as in {{ name | upcase }}'
  if (/^output ".{0,200}not closed/s.test(message)) return ': it ends with }}'
  if (/^tag "else ?if" not found/.test(message)) return ': in Liquid it is {% elsif ... %}'
  if (/^unexpected "if /.test(message)) return ': in Liquid it is {% elsif … %}'
  if (/^illegal tag: \{%-?\s{0,9}for\b/.test(message)) return ': in Liquid it is {% for line in lines %}'
  if (/^invalid range syntax/.test(message))
    return ': in Liquid a range is (1..5), and nothing else has brackets'
  if (/^tag "(foreach|include|endif|endfor)" not found/.test(message)) return tagRemedy(message)
  if (/^undefined filter: (?:safe|raw_html|escape_html|e)\b/.test(message))
    return ': markup of data is printed as text; {{ text | markdown }} has formatting'
  const capital = /^tag "([a-z]{2,20})" not found/i.exec(message)?.[1]
  if (capital !== undefined && capital !== capital.toLowerCase())
    return `: tags are in small letters, {% ${capital.toLowerCase()} %}`
  if (/^tag "(elif|endeach|set|block|extends|macro)" not found/.test(message))
    return ': this is Jinja or Twig; Liquid has elsif, assign and render'
  const filter = /^undefined filter: (\w{1,40})/.exec(message)?.[1] ?? ''
  const ours = Object.hasOwn(OTHER_FILTERS, filter) ? OTHER_FILTERS[filter] : undefined
  return ours === undefined ? '' : `; did you mean "${ours}"?`
}

/** What a tag is called in Liquid, or what it lacks. */
function tagRemedy(message: string): string {
  if (message.includes('"foreach"')) return ': in Liquid it is {% for line in lines %} … {% endfor %}'
  if (message.includes('"include"')) return ": in Liquid it is {% render 'name' %}"
  return ': it ends a tag that was not begun'
}

/** Filters of other template languages, and what they are here. */
const OTHER_FILTERS: Readonly<Record<string, string>> = {
  currency: 'money',
  money_with_currency: 'money',
  number_format: 'number',
  format_number: 'number',
  percentage: 'percent',
  format_date: 'date',
  date_format: 'date',
  upper: 'upcase',
  uppercase: 'upcase',
  lower: 'downcase',
  lowercase: 'downcase',
  length: 'size',
  count: 'size',
  nl2br: 'newline_to_br',
  md: 'markdown',
  qrcode: 'qr',
}

/** liquidjs names a missing partial, not the tag that asks for it. */
function placeOfPartial(message: string, source: string) {
  const name = /"(.*)"/.exec(message)?.[1]
  const tags = [...source.matchAll(/\{%-?\s*render\s+(["'])(.*?)\1/g)]
  const at = tags.find(([, , wanted]) => wanted === name)?.index
  if (at === undefined) return ''
  const before = source.slice(0, at).split('\n')
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`
}

function templateProblem(pointer: string, message: string, cause: unknown) {
  return new Problem('invalid_request', {
    detail: `The template cannot be used: ${message}`,
    errors: [{ pointer, message }],
    cause,
  })
}

function isLiquidError(error: unknown): error is LiquidError {
  return LiquidError.is(error)
}

function isMissingPartial(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** liquidjs wraps what a filter throws once for every block around it. */
function originOf(error: unknown): unknown {
  let origin = error
  while (isLiquidError(origin) && origin.originalError) origin = origin.originalError
  return origin
}

/** Its messages end in `, line:3, col:5` (and a file of ours before it), which we say in words. */
function withoutPosition(message: string) {
  const plain = message.replace(/(?:, file:[^,]*)?, line:\d+, col:\d+$/, '')
  const missing = 'ENOENT: Failed to lookup '
  if (!plain.startsWith(missing)) return plain
  return `there is no partial ${plain.slice(missing.length, plain.lastIndexOf(' in "'))}`
}
