/** Header cells that say which cells they are of (ISO 14289-1 7.5; ISO 32000-1 14.8.5.7), so that readers can tell them. */
import { type PDFDocument, PDFName } from 'pdf-lib'
import { nameAt } from './objects'
import { attributesOf, kidTags, tagsOf } from './structure-tree'

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
