/** Page labels of extracted pages (ISO 32000-2, 12.4.2): each page keeps the label that it had. */
import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'
import { numberTree, treeEntries } from '../merge/trees'

const LABELS = PDFName.of('PageLabels')
const START = PDFName.of('St')

type Range = { from: number; label: PDFDict }

/** Labels the pages of `target`, which are those of `source` with these indices. */
export function extractLabels(target: PDFDocument, source: PDFDocument, indices: readonly number[]): void {
  const ranges = rangesOf(source)
  if (ranges.length === 0) return
  const { context } = target
  const entries: [number, PDFObject][] = []
  let before: { range: Range | undefined; index: number } | undefined
  indices.forEach((index, place) => {
    const range = ranges.findLast(({ from }) => from <= index)
    if (before === undefined || before.range !== range || before.index + 1 !== index)
      entries.push([place, labelAt(range, index, target)])
    before = { range, index }
  })
  target.catalog.set(LABELS, context.register(numberTree(context, entries)))
}

/** By rising pages, each page once: those that no page of the document begins are not looked at again and again. */
function rangesOf(source: PDFDocument): Range[] {
  const { catalog, context } = source
  const count = source.getPageCount()
  const found = new Map<number, Range>()
  for (const [key, value] of treeEntries(catalog.lookup(LABELS), 'Nums')) {
    const label = context.lookup(value)
    const from = key instanceof PDFNumber ? key.asNumber() : -1
    if (label instanceof PDFDict && Number.isInteger(from) && from >= 0 && from < count)
      found.set(from, { from, label })
  }
  return [...found.values()].sort((one, other) => one.from - other.from)
}

/** The entry for a range that begins with the page `index` of the source. */
function labelAt(range: Range | undefined, index: number, { context }: PDFDocument): PDFDict {
  if (!range) return context.obj({ S: 'D', St: index + 1 })
  const start = range.label.lookup(START)
  const first = start instanceof PDFNumber ? start.asNumber() : 1
  const entry = context.obj({ St: first + index - range.from })
  for (const key of ['S', 'P'].map((one) => PDFName.of(one))) {
    const value = range.label.lookup(key)
    if (value) entry.set(key, value)
  }
  return entry
}
