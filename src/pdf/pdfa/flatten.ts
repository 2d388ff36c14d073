/**
 * Removes transparency from the pages of a PDF/A-1 file (ISO 19005-1 6.4), and from no other page.
 *
 * An alpha over one colour is another colour (`backdrop.ts`) and needs no pixels. For the rest,
 * what a page paints up to its last blending operation is rendered, but only the box around what blends: those
 * pixels lie over the page as an artifact. Outside the box, and for all that is painted later, opaque vectors and
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
import { regionOf } from './flatten-region'
import { type Box, intersect } from './geometry'
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
  const blending: BlendingPage[] = []
  for (const [index, page] of doc.getPages().entries()) {
    await work.takeTurns()
    page.node.delete(PDFName.of('Group'))
    if (!transparency.within(pageResources(page))) continue
    const number = index + 1
    const found = await namingPage(number, () => readPage(page, work, transparency))
    blending.push({ page, number, ...found })
  }
  for (const page of blending) {
    await work.takeTurns()
    await namingPage(page.number, () => flattenPage(page, { objects, rasterise, transparency }))
  }
  dropGroups(doc.context)
  return blending.flatMap(({ region, number }) => (region ? [number] : []))
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

/** What was found of a page. Its content is read again to be written: that of one page is in memory, never those of all. */
type FoundBlending = {
  blending: Blending
  /** Where pixels are needed; undefined if nothing visible blends, so that only declarations change. */
  region: Region | undefined
  painting: Flattening
}

type BlendingPage = FoundBlending & { page: PDFPage; number: number }

async function readPage(page: PDFPage, work: WorkBudget, transparency: Transparency): Promise<FoundBlending> {
  const read = contentOf(page)
  const blending = await findBlending(read, transparency)
  const region = regionOf(blending.box, read.media)
  return { blending, region, painting: await chargeRendering({ read, blending, region }, work, transparency) }
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
  { page, blending, region, painting }: BlendingPage,
  {
    objects,
    rasterise,
    transparency,
  }: { objects: OpaqueObjects; rasterise: Rasterizer; transparency: Transparency },
): Promise<void> {
  const read = contentOf(page)
  const { context } = objects
  const write = () => singlePage(read.media, read.resources, beginning(read.content, blending))
  const bands = region ? await paint(rasterise, { write, region, media: read.media, painting, context }) : []
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
    if (!isBefore || !isCovered(step, read, blending.box)) opaque.write(step)
    if (count === blending.operations) insertPixels()
  })
  setPageContent(page, opaque.text())
  page.node.set(PDFName.of('Resources'), opaque.resources())
}

type PaintedPage = {
  write: () => Uint8Array
  region: Region
  media: Box
  painting: Flattening
  context: PDFContext
}

/** Renders the region of the file that `write` makes. Returns its bands: images, and what draws them by their names. */
async function paint(
  rasterise: Rasterizer,
  { write, region, media, painting, context }: PaintedPage,
): Promise<{ name: string; image: PDFRef; drawing: string }[]> {
  const work = budgetOf(context)
  const count = partsOf(painting)
  const doing = (ahead: number) => async () => {
    work.countDone(ahead)
    await work.takeTurns()
  }
  const [afterStep, afterPart] = [doing(stepCost(painting, count)), doing(painting.storing / count)]
  work.countDone(openingCost(painting))
  const bands = []
  for await (const band of rasterise(write, region, { count, afterStep, afterPart })) {
    const name = `Flat${band.top}`
    bands.push({ name, image: registerImage(context, band), drawing: drawBand(name, region, band, media) })
  }
  return bands
}

/** Whether a step draws an image that lies under the pixels: it would take room, and may be of a kind that part 1 forbids. */
function isCovered(
  { operation: { operator, operands }, box }: ResolvedAlpha,
  { resources, media }: PageContent,
  [left, bottom, right, top]: Box,
): boolean {
  if (operator !== 'Do' || !box) return false
  const image = dictAt(dictAt(resources, 'XObject'), (operands[0] ?? '').slice(1))
  const seen = intersect(box, media)
  const isWithin = seen[0] >= left && seen[1] >= bottom && seen[2] <= right && seen[3] <= top
  return isWithin && nameAt(image, 'Subtype') === 'Image'
}

function mediaBox(page: PDFPage): Box {
  const { x, y, width, height } = page.getMediaBox()
  return [x, y, x + width, y + height]
}

/** To store a rendered pixel takes as long as to paint it so many times. */
const STORED = 2

/** Charges what a page will take to render and to store, and returns it. */
async function chargeRendering(
  { read, blending, region }: { read: PageContent; blending: Blending; region: Region | undefined },
  work: WorkBudget,
  transparency: Transparency,
): Promise<Flattening> {
  if (!region) return { ahead: 0, repeated: 0, dearest: 0, steps: 0, paintings: 0, storing: 0 }
  const { content, resources, media } = read
  const scale = region.page.width / (media[2] - media[0])
  const [left, top] = [media[0] + region.left / scale, media[3] - region.top / scale]
  const clip: Box = [left, top - region.height / scale, left + region.width / scale, top]
  const storing = work.chargeAhead('pixels', STORED * region.width * region.height)
  const cost = new PaintingCost(scale, work, transparency)
  return { ...(await cost.charge(beginning(content, blending), { resources, clip })), storing }
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

function drawBand(name: string, region: Region, band: Band, media: Box): string {
  const across = (media[2] - media[0]) / region.page.width
  const down = (media[3] - media[1]) / region.page.height
  const x = media[0] + region.left * across
  const y = media[3] - (region.top + band.top + band.height) * down
  const matrix = [band.width * across, 0, 0, band.height * down, x, y].map(decimal)
  return `/Artifact BMC q ${matrix.join(' ')} cm /${name} Do Q EMC`
}

/** A group that is left is opaque inside and drawn opaquely: without its declaration it looks the same. */
function dropGroups(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) dictOf(object)?.delete(PDFName.of('Group'))
}
