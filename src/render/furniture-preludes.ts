/**
 * What stands before the braces of style rules and the browser does not know (CSS GCPM 3, 2 and 5.2): calls and markers of
 * footnotes as pseudo-elements, their area within `@page`, and pages chosen by `:blank` and `:nth()`.
 */
import { tokenTypes } from 'css-tree/tokenizer'
import type { FurnitureStyles, NoteStyles } from '../in-page/furniture-types'
import type { BoundedTokenizer } from './bounded-tokenizer'
import { splitAtCommas } from './css-functions'
import { parseNth } from './parse-nth'

const { Semicolon, LeftCurlyBracket, RightCurlyBracket } = tokenTypes

/** Pages that are empty, so that a chapter begins on its side, have this name (`page-sides.ts`). */
const BLANK_PAGE = 'platen-blank'
/** Selectors of one document that name calls or markers. */
const MAX_SELECTORS = 200

const PSEUDO = /::footnote-(call|marker)\b/gi
/** One selector of pages with a number: its name, the formula, and the name that is counted by. */
const NTH =
  /(@page\s{0,9}|,\s{0,9})([\w-]{0,99}):nth\(\s{0,9}([\w+ -]{1,20}?)(?:\s{1,9}of\s{1,9}([\w-]{1,99}))?\s{0,9}\)(?=\s{0,9}(?:,|$))/gi
/** Rules for pages by number of one document. */
const MAX_NTHS = 50

/** The style sheet with these in words that the browser keeps. `uses` gets what its footnotes and single pages are to look like. */
export function rewritePreludes(css: string, tokenizer: BoundedTokenizer, uses: PreludeUses) {
  const { notes } = uses
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
      const instead = rewritePrelude(prelude, uses)
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

/** What rules for footnotes and for single pages come to. */
export type PreludeUses = { notes: NoteStyles; nths: NonNullable<FurnitureStyles['nths']> }

function rewritePrelude(prelude: string, { notes, nths }: PreludeUses): string {
  if (/^\s{0,99}(?:\/\*[^*]{0,999}\*\/\s{0,99})?@page\b/i.test(prelude)) return rewritePages(prelude, nths)
  if (!/::footnote-/i.test(prelude)) return prelude
  return splitAtCommas(prelude)
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

function rewritePages(prelude: string, nths: PreludeUses['nths']): string {
  const numbered = prelude.replace(
    NTH,
    (whole, start: string, name: string, formula: string, group: string | undefined) => {
      const nth = parseNth(formula)
      if (!nth || (group !== undefined && name !== '' && name !== group)) return whole
      // Pages that have a name in the browser, too.
      if ('pseudo' in nth && group === undefined) return `${start}${name}:${nth.pseudo}`
      const { a, b } = nth
      const rule = { a, b, name: group ?? (name || undefined), isOfGroup: group !== undefined }
      const known = nths.findIndex((one) => JSON.stringify(one) === JSON.stringify(rule))
      if (known < 0 && nths.length >= MAX_NTHS) return whole
      const lead = start.toLowerCase() === '@page' ? `${start} ` : start
      return `${lead}platen-nth-${known < 0 ? nths.push(rule) - 1 : known}`
    },
  )
  return numbered.replace(
    /(?:(@page)\s{0,9}|(,\s{0,9}))(?:[\w-]{1,99})?:blank\b/gi,
    (_, at?: string, comma?: string) => (comma === undefined ? `${at} ${BLANK_PAGE}` : comma + BLANK_PAGE),
  )
}
