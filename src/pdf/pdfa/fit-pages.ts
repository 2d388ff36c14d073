/** Pages longer than parts 2 and 3 allow (14,400 units, ISO 19005-2 6.1.13): smaller numbers in a larger unit. */
import { PDFArray, type PDFDocument, PDFName, PDFNumber, type PDFPage, PDFRef } from 'pdf-lib'
import { arrayAt, arraysOf, dictOf, numberAt, pageContent, setPageContent } from './objects'

const MAX_SIDE = 14_400
const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

/** Scales each page that is too long, with its links and with the destinations that lead to it. */
export function fitPages(doc: PDFDocument): void {
  const scaled = new Map<PDFRef, number>()
  for (const page of doc.getPages()) {
    const { width, height } = page.getMediaBox()
    const shrink = Math.ceil(Math.max(width, height) / MAX_SIDE)
    if (shrink < 2) continue
    scalePage(page, shrink)
    scaled.set(page.ref, shrink)
  }
  if (scaled.size > 0) scaleDestinations(doc, scaled)
}

/** One unit becomes `shrink` times as long (ISO 32000-1 14.11.2), and every number as many times smaller. */
function scalePage(page: PDFPage, shrink: number): void {
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of((numberAt(page.node, 'UserUnit') ?? 1) * shrink))
  for (const key of BOXES) {
    const box = page.node.getInheritableAttribute(PDFName.of(key))
    const copy = box && page.node.context.lookup(box)
    if (!(copy instanceof PDFArray)) continue
    const own = copy.clone(page.node.context)
    divide(own, shrink, 0)
    page.node.set(PDFName.of(key), own)
  }
  const scale = (1 / shrink).toFixed(9)
  setPageContent(page, `q ${scale} 0 0 ${scale} 0 0 cm\n${pageContent(page)}\nQ`)
  const annotations = page.node.Annots()
  for (const [index] of (annotations?.asArray() ?? []).entries()) {
    const annotation = dictOf(annotations?.lookup(index))
    for (const key of ['Rect', 'QuadPoints']) divide(arrayAt(annotation, key), shrink, 0)
  }
}

/** Destinations hold a page, the way to fit it, and coordinates; the last number of `XYZ` is a zoom. */
function scaleDestinations({ context }: PDFDocument, scaled: Map<PDFRef, number>): void {
  for (const array of arraysOf(context)) {
    const [page, fit] = [array.get(0), array.get(1)]
    const shrink = page instanceof PDFRef ? scaled.get(page) : undefined
    if (!shrink || !(fit instanceof PDFName)) continue
    divide(array, shrink, 2, fit === PDFName.of('XYZ') ? 4 : array.size())
  }
}

function divide(array: PDFArray | undefined, by: number, from: number, to = array?.size() ?? 0): void {
  for (let at = from; at < Math.min(to, array?.size() ?? 0); at++) {
    const value = array?.lookup(at)
    if (value instanceof PDFNumber) array?.set(at, PDFNumber.of(value.asNumber() / by))
  }
}
