/** Ids of footnotes where readers look them up (ISO 32000-1, 14.7.2: a file whose elements have ids has an `IDTree`). */
import { PDFDict, type PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { keyText, nameTree, treeEntries } from './merge/trees'

const NOTE = PDFName.of('Note')

/** Lists the notes that the browser's file has (`browser/note-tags.ts`), beside what is listed already. */
export function listNoteIds({ catalog, context }: PDFDocument): void {
  const root = catalog.lookup(PDFName.of('StructTreeRoot'))
  if (!(root instanceof PDFDict)) return
  const notes = context.enumerateIndirectObjects().flatMap(([ref, element]): [string, PDFObject][] => {
    if (!(element instanceof PDFDict) || element.get(PDFName.of('S')) !== NOTE) return []
    const id = element.get(PDFName.of('ID'))
    return id instanceof PDFString ? [[keyText(id) ?? '', ref]] : []
  })
  if (notes.length === 0) return
  const key = PDFName.of('IDTree')
  const listed = treeEntries(root.lookup(key), 'Names').map(([name, value]): [string, PDFObject] => [
    keyText(name) ?? '',
    value,
  ])
  root.set(key, context.register(nameTree(context, [...listed, ...notes])))
}
