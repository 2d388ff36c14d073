/** Annotations that a viewer does not show (ISO 32000-2, 12.5.3): no step may make them visible. */
import { PDFDict, type PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { arrayAt, nameAt, numberAt } from './pdfa/objects'
import { budgetOf } from './work-budget'

const HIDDEN_OR_NO_VIEW = 2 | 32

/** Removes the hidden annotations of the subtypes `isMeant` names from pages and file. Returns warnings, whole sentences. */
export function dropHidden(doc: PDFDocument, isMeant: (subtype: string) => boolean): string[] {
  const count = dropAnnotations(doc, (dict) => {
    const isHidden = ((numberAt(dict, 'F') ?? 0) & HIDDEN_OR_NO_VIEW) !== 0
    return isHidden && isMeant(nameAt(dict, 'Subtype') ?? '')
  })
  if (count === 0) return []
  return [
    count === 1
      ? 'A hidden annotation or field was removed.'
      : `${count} hidden annotations or fields were removed.`,
  ]
}

/** Removes annotations from pages and file. Returns how many. */
export function dropAnnotations(doc: PDFDocument, isMeant: (annotation: PDFDict) => boolean): number {
  const { context } = doc
  const dropped = new Set<PDFDict>()
  const refs: PDFRef[] = []
  for (const { node } of doc.getPages()) {
    const list = arrayAt(node, 'Annots')
    budgetOf(context).charge('objects', list?.size() ?? 0)
    const kept = (list?.asArray() ?? []).filter((item) => {
      const dict = context.lookup(item)
      if (!(dict instanceof PDFDict) || !(dropped.has(dict) || isMeant(dict))) return true
      dropped.add(dict)
      if (item instanceof PDFRef) refs.push(item)
      return false
    })
    if (list && kept.length < list.size()) node.set(PDFName.of('Annots'), context.obj(kept))
  }
  // Tags, replies and the form may name them too.
  for (const ref of refs) context.delete(ref)
  return dropped.size
}
