/** The declarations of a style sheet, with their places in it, so that single ones can be rewritten. */
import { tokenTypes } from 'css-tree/tokenizer'
import type { BoundedTokenizer } from './bounded-tokenizer'

const { Ident, AtKeyword, Colon, Semicolon, WhiteSpace, Comment } = tokenTypes
const { LeftCurlyBracket, RightCurlyBracket } = tokenTypes

/** A selector of the root or its body. */
const ROOT = /(?:^|,)\s{0,99}(?:html|:root|body|\*)\s{0,99}(?:,|$)/i

export type Declaration = {
  property: string
  from: number
  valueFrom: number
  to: number
  /** The innermost at-rule that it stands in, such as `page` or `media`; nothing for none. */
  rule: string
  /** Number of its block: declarations of one number are of one rule. */
  block: number
  /** Within an `@page` rule. */
  inPage: boolean
  /** Whether its rule may be the root's. */
  isRoot: boolean
}

/** Reads them in their order; of nested rules too. */
export function readDeclarations(css: string, tokenizer: BoundedTokenizer): Declaration[] {
  const found: Declaration[] = []
  const blocks: { rule: string; inPage: boolean; number: number }[] = []
  let count = 0
  let rule = ''
  let name: { text: string; from: number } | undefined
  let valueFrom: number | undefined
  let preludeFrom = 0
  let isRoot = false
  const end = (to: number) => {
    if (name && valueFrom !== undefined) {
      const { number = 0, rule: within = '', inPage = false } = blocks.at(-1) ?? {}
      const place = { rule: within, block: number, inPage, isRoot }
      found.push({ property: name.text, from: name.from, valueFrom, to, ...place })
    }
    name = valueFrom = undefined
    preludeFrom = to + 1
  }
  tokenizer.read(css, (type, start, to) => {
    if (type === WhiteSpace || type === Comment) return
    if (type === AtKeyword) {
      end(start)
      rule = css.slice(start + 1, to).toLowerCase()
    } else if (type === LeftCurlyBracket) {
      // What was read is a selector.
      name = valueFrom = undefined
      const around = blocks.at(-1)
      const inPage = rule === 'page' || around?.inPage === true
      blocks.push({ rule: rule || (around?.rule ?? ''), inPage, number: ++count })
      rule = ''
      isRoot = ROOT.test(css.slice(preludeFrom, start))
      preludeFrom = to
    } else if (type === RightCurlyBracket || type === Semicolon) {
      end(start)
      rule = ''
      if (type === RightCurlyBracket) blocks.pop()
    } else if (type === Ident && rule === '')
      name ??= { text: css.slice(start, to).toLowerCase(), from: start }
    else if (type === Colon && rule === '' && blocks.length > 0) valueFrom ??= to
  })
  end(css.length)
  return found
}
