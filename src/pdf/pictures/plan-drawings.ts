/** What is drawn of which pages, and what that takes: counted before PDFium is asked, which neither counts nor stops. */
import { PDFDict, type PDFDocument, PDFName, type PDFPage, PDFStream } from 'pdf-lib'
import { Problem } from '../../errors'
import { selectPages } from '../arrange/page-selection'
import { loadTrusted } from '../open-own'
import type { Box } from '../pdfa/geometry'
import { arrayAt, dictAt, dictOf, nameAt, numbersOf, pageContent, pageResources } from '../pdfa/objects'
import { PaintingCost } from '../pdfa/painting-cost'
import { openingCost, type Painting, partsOf, stepCost } from '../pdfa/painting-steps'
import { Transparency } from '../pdfa/transparency'
import { viewOf } from '../stamp/overlay'
import { type WorkBudget, WorkLimitExceeded } from '../work-budget'
import { MAX_PICTURES, MAX_PIXELS, MAX_PNG_PIXELS, type PictureFormat } from './picture-options'

/** `size` is dots per inch, or the width in pixels. `pages` as in `page-selection.ts`; all by default. */
export type DrawRequest = {
  format: PictureFormat
  size: { dpi: number } | { width: number }
  pages?: string | undefined
}

/** To pack a pixel takes as long as to paint it so many times. */
const PACKED = 2
const POINTS_PER_INCH = 72
/** What drawing is counted in, and whether anybody pays for it. */
type Payment = { work: WorkBudget; isPaid: boolean }

/**
 * A page is drawn in so many `parts` at least. What is charged and done then, in nanoseconds: to open the page, to pack the
 * whole, and for each step of a part.
 */
export type Drawing = {
  index: number
  width: number
  height: number
  parts: number
  opening: number
  packing: number
  step: number
}

/** Says what is drawn of which page, and charges it. Throws `document_invalid`. */
export async function planDrawings(
  pdf: Uint8Array,
  request: DrawRequest,
  payment: Payment,
): Promise<Drawing[]> {
  const { work } = payment
  try {
    const document = await loadTrusted(pdf, work).catch(refuseEncrypted)
    const transparency = new Transparency()
    const drawings: Drawing[] = []
    for (const index of selectedPages(document, request.pages)) {
      const page = document.getPage(index)
      const { width, height, scale } = sizeOf(page, request, payment)
      const packing = work.chargeAhead('pixels', PACKED * width * height)
      const painting = await chargePage(page, { ...payment, scale, transparency })
      const parts = partsOf(painting)
      const opening = openingCost(painting)
      drawings.push({ index, width, height, parts, opening, packing, step: stepCost(painting, parts) })
      await work.takeTurns()
    }
    return drawings
  } catch (error) {
    if (!(error instanceof WorkLimitExceeded)) throw error
    const remedy = payment.isPaid
      ? 'simplify a page with very many drawings'
      : 'of a page with very many drawings, for a document with `output`'
    throw invalid(
      `These pages take too much work to draw. Ask for fewer pages, or for smaller pictures; ${remedy}.`,
    )
  }
}

function refuseEncrypted(cause: unknown): never {
  if (cause instanceof Problem) throw cause
  const detail = 'The file is encrypted, or cannot be read: no pictures can be made of its pages.'
  throw new Problem('document_invalid', { detail, cause })
}

/** Indices from 0. */
function selectedPages(document: PDFDocument, pages: string | undefined): number[] {
  const count = document.getPageCount()
  const { indices, missing } = selectPages(pages ?? '1-', count)
  const [absent] = missing
  if (absent !== undefined) throw invalid(`The document has no page ${absent}: it has ${count}.`, '/pages')
  if (indices.length > MAX_PICTURES)
    throw invalid(
      `${indices.length} pages would be as many pictures, at most ${MAX_PICTURES}: name some in pages.`,
      '/pages',
    )
  return indices
}

/** The picture's size in pixels, and its pixels a point. */
function sizeOf(page: PDFPage, { size, format }: DrawRequest, { isPaid }: Payment) {
  const most = isPaid && format === 'png' ? MAX_PNG_PIXELS : MAX_PIXELS
  const view = viewOf(page)
  const turned = view.rotation % 180 !== 0
  const seen = turned ? { width: view.height, height: view.width } : view
  const scale = 'dpi' in size ? size.dpi / POINTS_PER_INCH : size.width / seen.width
  const width = Math.max(1, Math.round(seen.width * scale))
  const height = Math.max(1, Math.round(seen.height * scale))
  if (width * height <= most) return { width, height, scale }
  const largest = Math.sqrt(most / (seen.width * seen.height))
  const remedy =
    'dpi' in size
      ? `${Math.floor(POINTS_PER_INCH * largest)} dpi or less`
      : `a width of ${Math.floor(seen.width * largest)} or less`
  throw invalid(
    `A picture of ${width} x ${height} pixels is larger than ${most / 1e6} megapixels: ask for ${remedy}.`,
    'dpi' in size ? '/dpi' : '',
  )
}

/** Charges what PDFium has to paint for a page and the annotations on it, and returns it. */
async function chargePage(
  page: PDFPage,
  { scale, work, isPaid, transparency }: Payment & { scale: number; transparency: Transparency },
): Promise<Painting> {
  const { left, bottom, width, height } = viewOf(page)
  const clip: Box = [left, bottom, left + width, bottom + height]
  const resources = pageResources(page) ?? PDFDict.withContext(page.doc.context)
  const own = new PaintingCost(scale, work, transparency, isPaid)
  const all = await own.charge(pageContent(page), { resources, parts: [clip] })
  const annotations = arrayAt(page.node, 'Annots')
  for (let index = 0; index < (annotations?.size() ?? 0); index++) {
    work.charge('objects')
    const dict = dictOf(annotations?.lookup(index))
    const look = dict && appearanceOf(dict)
    if (!dict || !look) continue
    const drawn = page.doc.context.obj({ XObject: { Look: look } })
    const box = numbersOf(arrayAt(look.dict, 'BBox'))
    const cost = await new PaintingCost(scale * growthOf(dict, look), work, transparency, isPaid).charge(
      '/Look Do',
      { resources: drawn, parts: [box.length === 4 ? (box as Box) : clip] },
    )
    all.ahead += cost.ahead
    all.repeated += cost.repeated
    all.dearest = Math.max(all.dearest, cost.ahead)
    all.steps += cost.steps
    all.paintings += cost.paintings
  }
  return all
}

/** The stream that shows an annotation: its normal look, in the state that it is in (12.5.5). */
function appearanceOf(annotation: PDFDict): PDFStream | undefined {
  const normal = dictAt(annotation, 'AP')?.lookup(PDFName.of('N'))
  if (normal instanceof PDFStream) return normal
  const state = dictOf(normal)?.lookup(PDFName.of(nameAt(annotation, 'AS') ?? 'Off'))
  return state instanceof PDFStream ? state : undefined
}

/** How much larger than its own box a look is drawn. */
function growthOf(annotation: PDFDict, { dict }: PDFStream): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(arrayAt(annotation, 'Rect'))
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(arrayAt(dict, 'BBox'))
  const growth = Math.max(Math.abs((right - left) / (x1 - x0)), Math.abs((top - bottom) / (y1 - y0)))
  return Number.isFinite(growth) ? Math.max(1, growth) : 1
}

/** A request for pictures that cannot be drawn; `pointer` to its field. */
export function invalid(detail: string, pointer?: string): Problem {
  const errors = pointer ? [{ pointer, message: detail }] : undefined
  return new Problem('document_invalid', { detail, errors })
}
