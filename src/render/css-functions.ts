/** Functions of generated content in a CSS value. */
import { tokenize, tokenTypes } from 'css-tree/tokenizer'

const { Function: FUNCTION, LeftParenthesis, RightParenthesis, Comma } = tokenTypes
const OPENING = new Set([FUNCTION, LeftParenthesis, tokenTypes.LeftSquareBracket])
const CLOSING = new Set([RightParenthesis, tokenTypes.RightSquareBracket])

const WANTED = new Set([
  'target-counter',
  'target-counters',
  'target-text',
  'leader',
  'string',
  'element',
  'counter',
])

/** A function, where it stands in the value, and what stands between its commas. */
export type CssFunction = { name: string; from: number; to: number; args: string[] }

/** The functions of generated content in `value`, in their order; none inside another. */
export function functionsIn(value: string): CssFunction[] {
  const found: CssFunction[] = []
  let open: (CssFunction & { argFrom: number }) | undefined
  let depth = 0
  tokenize(value, (type, start, end) => {
    if (type === FUNCTION || type === LeftParenthesis) {
      depth++
      const name = type === FUNCTION ? value.slice(start, end - 1).toLowerCase() : ''
      if (!open && depth === 1 && WANTED.has(name))
        open = { name, from: start, to: end, args: [], argFrom: end }
      return
    }
    if (type === RightParenthesis) depth--
    if (!open) return
    if (type === RightParenthesis && depth === 0) {
      const { argFrom, ...fn } = open
      found.push({ ...fn, to: end, args: [...fn.args, value.slice(argFrom, start).trim()] })
      open = undefined
    } else if (type === Comma && depth === 1) {
      open.args.push(value.slice(open.argFrom, start).trim())
      open.argFrom = end
    }
  })
  return found
}

/** The parts of a list: commas within `:is(a, b)`, `[title="a, b"]` or a text divide none. */
export function splitAtCommas(css: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  tokenize(css, (type, start, end) => {
    if (OPENING.has(type)) depth++
    else if (CLOSING.has(type)) depth--
    else if (type === Comma && depth <= 0) {
      parts.push(css.slice(from, start))
      from = end
    }
  })
  return [...parts, css.slice(from)]
}
