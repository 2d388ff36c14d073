/**
 * What stands before the braces of style rules and the browser does not know (CSS GCPM 3, 2 and 5.2): calls and markers of
 * footnotes as pseudo-elements, their area within `@page`, and pages chosen by `:blank` and `:nth()`.
 */
import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import type { NoteStyles } from '../in-page/furniture-types'
import type { BoundedTokenizer } from './bounded-tokenizer'

const { Semicolon, LeftCurlyBracket, RightCurlyBracket, Comma } = tokenTypes
const OPENING = new Set([tokenTypes.Function, tokenTypes.LeftParenthesis, tokenTypes.LeftSquareBracket])
const CLOSING = new Set([tokenTypes.RightParenthesis, tokenTypes.RightSquareBracket])

/** Pages that are empty, so that a chapter begins on its side, have this name (`page-sides.ts`). */
const BLANK_PAGE = 'platen-blank'
/** Selectors of one document that name calls or markers. */
const MAX_SELECTORS = 200

const PSEUDO = /::footnote-(call|marker)\b/gi
/** Pages by number that have a name: the first, and each second. */
const NTH = /:nth\(\s{0,9}([\w+ -]{1,20}?)\s{0,9}\)/gi
const NTH_NAMES: { [formula: string]: string | undefined } = {
  1: ':first',
  odd: ':right',
  '2n+1': ':right',
  '2n-1': ':right',
  even: ':left',
  '2n': ':left',
  '2n+2': ':left',
}

/** The style sheet with these in words that the browser keeps. `notes` gets what its footnotes are to look like. */
export function rewritePreludes(css: string, tokenizer: BoundedTokenizer, notes: NoteStyles) {
  let done = 0
  let text = ''
  let from = 0
  let areaFrom: number | undefined
  let areas = ''
  let blank = false
  tokenizer.read(css, (type, start, end) => {
    if (type === LeftCurlyBracket) {
      const prelude = css.slice(from, start)
      if (/@footnote\s{0,9}$/i.test(prelude)) areaFrom = end
      const instead = rewritePrelude(prelude, notes)
      blank ||= instead.includes(BLANK_PAGE)
      if (instead !== prelude) {
        text += css.slice(done, from) + instead
        done = start
      }
    } else if (type === RightCurlyBracket && areaFrom !== undefined) {
      areas += `.platen-footnote-area{${css.slice(areaFrom, start)}}`
      notes.area = true
      areaFrom = undefined
    }
    if (type === LeftCurlyBracket || type === RightCurlyBracket || type === Semicolon) from = end
  })
  return { css: text + css.slice(done) + (areas && `\n${areas}`), blank }
}

function rewritePrelude(prelude: string, notes: NoteStyles): string {
  if (/^\s{0,99}(?:\/\*[^*]{0,999}\*\/\s{0,99})?@page\b/i.test(prelude)) return rewritePages(prelude)
  if (!/::footnote-/i.test(prelude)) return prelude
  return selectorsIn(prelude)
    .map((selector) => {
      const which = PSEUDO.exec(selector)?.[1]?.toLowerCase()
      PSEUDO.lastIndex = 0
      const list = which === 'call' ? notes.calls : notes.markers
      if (which === undefined || list.length >= MAX_SELECTORS) return selector
      const at = list.push(selector.replace(PSEUDO, '').trim() || '*') - 1
      return `[data-platen-${which}~="${at}"]::before`
    })
    .join(',')
}

/** The selectors of a list: commas within `:is(a, b)` or `[title="a, b"]` divide none. */
function selectorsIn(prelude: string): string[] {
  const selectors: string[] = []
  let from = 0
  let depth = 0
  tokenize(prelude, (type, start, end) => {
    if (OPENING.has(type)) depth++
    else if (CLOSING.has(type)) depth--
    else if (type === Comma && depth <= 0) {
      selectors.push(prelude.slice(from, start))
      from = end
    }
  })
  return [...selectors, prelude.slice(from)]
}

function rewritePages(prelude: string): string {
  const numbered = prelude.replace(
    NTH,
    (whole, formula: string) => NTH_NAMES[formula.replaceAll(' ', '').toLowerCase()] ?? whole,
  )
  return numbered.replace(/(@page\s{1,9}|,\s{0,9})(?:[\w-]{1,99})?:blank\b/gi, `$1${BLANK_PAGE}`)
}
