/** The widths that a file says its glyphs have (ISO 32000-1 9.7.4.3). */
import { PDFArray, type PDFDict, PDFNumber } from 'pdf-lib'
import { budgetOf } from '../../work-budget'
import { arrayAt, numberAt, numbersOf } from '../objects'

const MAX_CID = 65_535
/** Widths that ranges may set in one font, those set again included: a sound one sets each CID once. */
const MAX_WIDTHS = 4 * MAX_CID

/** Thousandths of the size by which a width may be off (ISO 19005-1 6.3.6, ISO 19005-2 6.2.11.5). */
const TOLERANCE = 1

/** Whether the width of a glyph, if it can be told, is what the file says. */
export function isAlike(width: number | undefined, said: number): boolean {
  return width !== undefined && Math.abs(width - said) <= TOLERANCE
}

/** Fonts share lists: each pays for what it reads of them. */
export function numbersIn(font: PDFDict, list: PDFArray | undefined): number[] {
  budgetOf(font.context).charge('objects', list?.size() ?? 0)
  return numbersOf(list)
}

/**
 * Widths in thousandths by CID, and that of all other CIDs. `W` lists `first [widths…]` and `first last width`. Throws
 * WorkLimitExceeded.
 */
export function widthsByCid(descendant: PDFDict): { widths: Map<number, number>; fallback: number } {
  const list = arrayAt(descendant, 'W')
  const work = budgetOf(descendant.context)
  const widths = new Map<number, number>()
  const number = (at: number) => {
    const value = list?.lookup(at)
    return value instanceof PDFNumber ? value.asNumber() : 0
  }
  let left = MAX_WIDTHS
  for (let at = 0; list && at + 1 < list.size(); ) {
    work.charge('objects')
    const first = number(at)
    const second = list.lookup(at + 1)
    if (second instanceof PDFArray) {
      for (const [index, width] of numbersIn(descendant, second).entries()) widths.set(first + index, width)
      at += 2
    } else {
      if (at + 2 >= list.size()) break
      const last = Math.min(number(at + 1), MAX_CID)
      work.charge('objects', Math.max(0, last - Math.max(0, first)))
      const width = number(at + 2)
      for (let cid = Math.max(0, first); cid <= last && left > 0; cid++, left--) widths.set(cid, width)
      at += 3
    }
  }
  return { widths, fallback: numberAt(descendant, 'DW') ?? 1000 }
}
