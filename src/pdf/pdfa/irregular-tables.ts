/** Tables in the tags: whether their rows have equally many columns, as readers need to find their way in them. */
import type { PDFDict, PDFDocument } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { numberAt } from './objects'
import { attributesOf, kidTags, type Tag, tagsOf } from './structure-tree'

/** Spans of more than this are no table of ours; HTML has no more columns in one either. */
const MAX_SPAN = 1000

/** The tables that are no rectangle: a row has fewer or more cells than others, or one reaches below the last row. */
export function irregularTables(doc: PDFDocument): Tag[] {
  return [...tagsOf(doc)].filter((tag) => tag.type === 'Table' && !isRegular(rowsOf(tag), doc))
}

/** The rows of a table, those of its head, body and foot too. */
export function rowsOf(table: Tag): Tag[] {
  return kidTags(table.dict).flatMap((kid) => {
    if (kid.type === 'TR') return [kid]
    return /^T(?:Head|Body|Foot)$/.test(kid.type) ? kidTags(kid.dict).filter(({ type }) => type === 'TR') : []
  })
}

function isRegular(rows: Tag[], doc: PDFDocument): boolean {
  const work = budgetOf(doc.context)
  /** For each column, how many further rows a cell from above takes. */
  let below: number[] = []
  const widths = new Set<number>()
  for (const row of rows) {
    const next = below.map((count) => Math.max(0, count - 1))
    const taken = below.map((count) => count > 0)
    let column = 0
    for (const { type, dict } of kidTags(row.dict)) {
      if (type !== 'TD' && type !== 'TH') continue
      const span = spanOf(dict, 'ColSpan')
      const rowSpan = spanOf(dict, 'RowSpan')
      work.charge('objects', span)
      while (taken[column]) column++
      for (const end = column + span; column < end; column++) {
        if (taken[column]) return false
        taken[column] = true
        next[column] = rowSpan - 1
      }
    }
    widths.add(taken.filter(Boolean).length)
    below = next
  }
  return widths.size <= 1 && below.every((count) => !count)
}

/** From the cell's attributes; 1 where they say nothing. */
function spanOf(cell: PDFDict, key: string): number {
  for (const attributes of attributesOf(cell)) {
    const span = numberAt(attributes, key)
    if (span !== undefined) return Math.min(Math.max(1, Math.floor(span)), MAX_SPAN)
  }
  return 1
}
