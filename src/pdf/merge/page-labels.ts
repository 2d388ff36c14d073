/** Page labels (ISO 32000-2, 12.4.2): what readers show as the number of a page. */
import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'
import type { Graft } from './graft'
import { numberTree, treeEntries } from './trees'

const LABELS = PDFName.of('PageLabels')

/**
 * Adds the labels of appended pages, the first of which has the index `first`. If only one of both documents has labels,
 * the other's pages are numbered by their place in the whole.
 */
export function addPageLabels(target: PDFDocument, source: PDFDocument, first: number, graft: Graft): void {
  if (!target.catalog.has(LABELS) && !source.catalog.has(LABELS)) return
  const { context } = target
  const copies = labelsOf(source)
    .filter(([index]) => index < source.getPageCount())
    .map(([index, label]): [number, PDFObject] => [first + index, graft.copyValue(label)])
  const known = labelsOf(target).filter(([index]) => index < first)
  const numbered = (index: number, labels: [number, PDFObject][]): [number, PDFObject][] =>
    labels.some(([at]) => at === index)
      ? labels
      : [[index, context.obj({ S: 'D', St: index + 1 })], ...labels]
  const all = [...numbered(0, known), ...numbered(first, copies)]
  target.catalog.set(LABELS, context.register(numberTree(context, all)))
}

function labelsOf({ catalog }: PDFDocument): [number, PDFObject][] {
  return treeEntries(catalog.lookup(LABELS), 'Nums').flatMap(([key, value]): [number, PDFObject][] => {
    const index = key instanceof PDFNumber ? key.asNumber() : -1
    const isLabel = catalog.context.lookup(value) instanceof PDFDict
    return isLabel && Number.isInteger(index) && index >= 0 ? [[index, value]] : []
  })
}
