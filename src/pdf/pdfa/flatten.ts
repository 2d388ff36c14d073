/**
 * Removes transparency from the pages of a PDF/A-1 file (ISO 19005-1 6.4), and from no other page.
 *
 * An alpha over one colour is another colour (`backdrop.ts`) and needs no pixels. For the rest,
 * what a page paints up to its last blending operation is rendered, but only in the boxes around what blends: those
 * pixels lie over the page as artifacts. Outside the boxes, and for all that is painted later, opaque vectors and
 * text stay as they were. Text that blends stays in its place, invisible, so that it can be found and selected.
 */
import {
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from 'pdf-lib'
import { Problem } from '../../errors'
import { decimal } from '../content-stream'
import { budgetOf, type WorkBudget } from '../work-budget'
import type { ResolvedAlpha } from './backdrop'
import { type Blending, findBlending, type PageContent, readSteps } from './find-blending'
import { boxOf, finestDpi, regionsOf } from './flatten-region'
import { type Box, contains, intersect } from './geometry'
import { dictAt, dictOf, nameAt, pageContent, pageResources, setPageContent } from './objects'
import { OpaqueContent } from './opaque'
import { OpaqueObjects } from './opaque-objects'
import { PaintingCost } from './painting-cost'
import { openingCost, type Painting, partsOf, stepCost } from './painting-steps'
import type { Region } from './pdfium-page'
import type { Band, Rasterizer } from './raster'
import { Replay } from './replay'
import { singlePage } from './single-page'
import { Transparency } from './transparency'

/**
 * Returns the pages (counted from 1) that got pixels. What all pages take is charged before the first is rendered, so
 * that a document that takes too much costs little. What cannot be rendered is a Problem that names its page.
 */
export async function flatten(doc: PDFDocument, rasterise: Rasterizer): Promise<number[]> {
  const transparency = new Transparency()
  const work = budgetOf(doc.context)
  const objects = new OpaqueObjects(doc.context, transparency)
  const found: BlendingPage[] = []
  for (const [index, page] of doc.getPages().entries()) {
    await work.takeTurns()
    page.node.delete(PDFName.of('Group'))
    if (!transparency.within(pageResources(page))) continue
    const number = index + 1
    const blending = await namingPage(number, () => findBlending(contentOf(page), transparency))
    found.push({ page, number, blending })
  }
  const dpi = finestDpi(found.flatMap(({ blending }) => blending.boxes))
  const planned: PlannedPage[] = []
  for (const each of found)
    planned.push(await namingPage(each.number, () => planPage(each, { dpi, work, transparency })))
  for (const page of planned) {
    await work.takeTurns()
    await namingPage(page.number, () => flattenPage(page, { objects, rasterise, transparency }))
  }
  dropGroups(doc.context)
  return planned.flatMap(({ regions, number }) => (regions.length > 0 ? [number] : []))
}

/** Runs a step of one page. Whatever is thrown becomes a Problem that names the page. */
async function namingPage<T>(number: number, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const detail = `Page ${number} uses transparency, which ISO 19005-1 6.4 forbids, and could not be flattened. Ask for PDF/A-2b, which allows it.`
    throw new Problem('document_invalid', { detail, cause })
  }
}

/** What a page takes to be flattened; `storing` in nanoseconds. */
type Flattening = Painting & { storing: number }
const NO_PAINTING: Flattening = { ahead: 0, repeated: 0, dearest: 0, steps: 0, paintings: 0, storing: 0 }

/** What was found of a page. Its content is read again for each step: that of one page is in memory, never those of all. */
type BlendingPage = { page: PDFPage; number: number; blending: Blending }

type PlannedPage = BlendingPage & {
  /** Where pixels are needed; nowhere if nothing visible blends, so that only declarations change. */
  regions: Region[]
  painting: Flattening
}

/** Decides which pixels of a page are rendered, at so many dpi at most, and charges what that will take. */
async function planPage(
  found: BlendingPage,
  { dpi, work, transparency }: { dpi: number; work: WorkBudget; transparency: Transparency },
): Promise<PlannedPage> {
  await work.takeTurns()
  const { page, blending } = found
  const regions = regionsOf(blending.boxes, mediaBox(page), dpi)
  const read = contentOf(page)
  return {
    ...found,
    regions,
    painting: await chargeRendering({ read, blending, regions }, work, transparency),
  }
}

function contentOf(page: PDFPage): PageContent {
  const resources = pageResources(page) ?? PDFDict.withContext(page.doc.context)
  return { content: pageContent(page), resources, media: mediaBox(page) }
}

/** The content up to where all has blended, closed: what is rendered. */
function beginning(content: string, { characters, depth }: Blending): string {
  return `${content.slice(0, characters)}\n${'Q\n'.repeat(depth)}`
}

async function flattenPage(
  { page, blending, regions, painting }: PlannedPage,
  {
    objects,
    rasterise,
    transparency,
  }: { objects: OpaqueObjects; rasterise: Rasterizer; transparency: Transparency },
): Promise<void> {
  const read = contentOf(page)
  const { context } = objects
  const write = () => singlePage(read.media, read.resources, beginning(read.content, blending))
  const bands = await paint(rasterise, { write, regions, media: read.media, painting, context })
  // Behind the pixels: tagged forms lose here what they draw, where they are.
  const opaque = new OpaqueContent(read.resources, objects)
  const replay = new Replay()
  const insertPixels = () => {
    for (const closing of [...replay.close(), 'Q']) opaque.insert(closing)
    for (const { name, image, drawing } of bands) {
      opaque.add('XObject', name, image)
      opaque.insert(drawing)
    }
    for (const setting of replay.state()) opaque.insert(setting)
  }
  opaque.insert('q')
  if (blending.operations === 0) insertPixels()
  let count = 0
  await readSteps(read, transparency, (step) => {
    const isBefore = count++ < blending.operations
    if (isBefore) replay.take(step.operation)
    if (!isBefore || !isCovered(step, read, blending.boxes)) opaque.write(step)
    if (count === blending.operations) insertPixels()
  })
  setPageContent(page, opaque.text())
  page.node.set(PDFName.of('Resources'), opaque.resources())
}

type PaintedPage = {
  write: () => Uint8Array
  regions: Region[]
  media: Box
  painting: Flattening
  context: PDFContext
}

type PaintedBand = { name: string; image: PDFRef; drawing: string }

/** Renders regions of the file that `write` makes. Returns their bands: images, and what draws them by their names. */
async function paint(
  rasterise: Rasterizer,
  { write, regions, media, painting, context }: PaintedPage,
): Promise<PaintedBand[]> {
  if (regions.length === 0) return []
  const work = budgetOf(context)
  const count = partsOf(painting)
  const doing = (ahead: number) => async () => {
    work.countDone(ahead)
    await work.takeTurns()
  }
  const all = count * regions.length
  const [afterStep, afterPart] = [doing(stepCost(painting, all)), doing(painting.storing / all)]
  work.countDone(openingCost(painting))
  const bands: PaintedBand[] = []
  for await (const band of rasterise(write, regions, { count, afterStep, afterPart })) {
    const name = `Flat${bands.length}`
    bands.push({ name, image: registerImage(context, band), drawing: drawBand(name, band, media) })
  }
  return bands
}

/** Whether a step draws an image that lies under the pixels: it would take room, and may be of a kind that part 1 forbids. */
function isCovered(
  { operation: { operator, operands }, box }: ResolvedAlpha,
  { resources, media }: PageContent,
  boxes: readonly Box[],
): boolean {
  if (operator !== 'Do' || !box) return false
  const image = dictAt(dictAt(resources, 'XObject'), (operands[0] ?? '').slice(1))
  const seen = intersect(box, media)
  return nameAt(image, 'Subtype') === 'Image' && boxes.some((outer) => contains(outer, seen))
}

function mediaBox(page: PDFPage): Box {
  const { x, y, width, height } = page.getMediaBox()
  return [x, y, x + width, y + height]
}

/** To store a rendered pixel takes as long as to paint it so many times. */
const STORED = 4

/** Charges what a page will take to render and to store, and returns it. */
async function chargeRendering(
  { read, blending, regions }: { read: PageContent; blending: Blending; regions: Region[] },
  work: WorkBudget,
  transparency: Transparency,
): Promise<Flattening> {
  const { content, resources, media } = read
  const [region] = regions
  if (!region) return NO_PAINTING
  const scale = region.page.width / (media[2] - media[0])
  const pixels = regions.reduce((sum, { width, height }) => sum + width * height, 0)
  const storing = work.chargeAhead('pixels', STORED * pixels)
  const cost = new PaintingCost(scale, work, transparency)
  const parts = regions.map((each) => boxOf(each, media))
  return { ...(await cost.charge(beginning(content, blending), { resources, parts })), storing }
}

function registerImage(context: PDFContext, band: Band): PDFRef {
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: band.width,
    Height: band.height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: band.filter,
  })
  return context.register(PDFRawStream.of(dict, band.data))
}

function drawBand(name: string, band: Band, media: Box): string {
  const [left, bottom, right, top] = boxOf(band, media)
  const matrix = [right - left, 0, 0, top - bottom, left, bottom].map(decimal)
  return `/Artifact BMC q ${matrix.join(' ')} cm /${name} Do Q EMC`
}

/** A group that is left is opaque inside and drawn opaquely: without its declaration it looks the same. */
function dropGroups(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) dictOf(object)?.delete(PDFName.of('Group'))
}
