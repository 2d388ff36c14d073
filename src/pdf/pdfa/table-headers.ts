/** Header cells that say which cells they are of (ISO 14289-1 7.5; ISO 32000-1 14.8.5.7), so that readers can tell them. */
import { type PDFDocument, PDFName } from 'pdf-lib'
import { rowsOf } from './irregular-tables'
import { nameAt } from './objects'
import { attributesOf, kidTags, type Tag, tagsOf } from './structure-tree'

/** Gives each header cell without a scope the column's if its row has headers only, else the row's. */
export function scopeHeaders(doc: PDFDocument): void {
  for (const row of tagsOf(doc)) {
    if (row.type !== 'TR') continue
    const cells = kidTags(row.dict)
    const scope = cells.every(({ type }) => type === 'TH') ? 'Column' : 'Row'
    for (const { type, dict } of cells) {
      const own = attributesOf(dict)
      if (type !== 'TH' || own.some((attributes) => nameAt(attributes, 'Scope'))) continue
      dict.set(PDFName.of('A'), doc.context.obj([...own, doc.context.obj({ O: 'Table', Scope: scope })]))
    }
  }
}

/** The tables with a header cell that has no scope, unless every other cell names its headers. */
export function unscopedTables(doc: PDFDocument): Tag[] {
  return [...tagsOf(doc)].filter((table) => {
    if (table.type !== 'Table') return false
    const cells = rowsOf(table).flatMap(({ dict }) => kidTags(dict))
    const has = (cell: Tag, key: string) =>
      attributesOf(cell.dict).some((attributes) => attributes.has(PDFName.of(key)))
    return (
      cells.some((cell) => cell.type === 'TH' && !has(cell, 'Scope')) &&
      cells.some((cell) => cell.type === 'TD' && !has(cell, 'Headers'))
    )
  })
}
