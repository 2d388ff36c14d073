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
import { decimal, writeOperation } from '../content-stream'
import { collectInTurns } from '../read-in-turns'
import { budgetOf, type WorkBudget } from '../work-budget'
import { type ResolvedAlpha, resolveAlpha } from './backdrop'
import { pixelBox, regionOf } from './flatten-region'
import { type Box, intersect } from './geometry'
import { dictAt, dictOf, nameAt, pageContent, pageResources, setPageContent } from './objects'
import { OpaqueContent } from './opaque'
import { OpaqueObjects } from './opaque-objects'
import { type Step, steps } from './painting'
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
  const blending: { page: PDFPage; number: number; painting: Flattening }[] = []
  for (const [index, page] of doc.getPages().entries()) {
    await work.takeTurns()
    page.node.delete(PDFName.of('Group'))
    if (!transparency.within(pageResources(page))) continue
    const number = index + 1
    const painting = await namingPage(number, async () =>
      chargeRendering(await readPage(page, transparency), work, transparency),
    )
    blending.push({ page, number, painting })
  }
  const flattened: number[] = []
  for (const { page, number, painting } of blending) {
    await work.takeTurns()
    // Read again and not kept: the operations of one page are in memory, never those of all.
    const gotPixels = await namingPage(number, async () =>
      flattenPage(page, await readPage(page, transparency), { objects, rasterise, painting }),
    )
    if (gotPixels) flattened.push(number)
  }
  dropGroups(doc.context)
  return flattened
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

type ReadPage = {
  resources: PDFDict
  media: Box
  /** Up to the last operation that blends, and from there on. */
  before: Step[]
  after: Step[]
  /** The state that `before` leaves, and what closes all that it opened. */
  replay: Replay
  /** `before`, closed: what is rendered. */
  original: string
  /** Where pixels are needed; undefined if nothing visible blends, so that only declarations change. */
  region: Region | undefined
}

async function readPage(page: PDFPage, transparency: Transparency): Promise<ReadPage> {
  const resources = pageResources(page) ?? PDFDict.withContext(page.doc.context)
  const media = mediaBox(page)
  const read = steps(pageContent(page), resources, media, transparency)
  const all = resolveAlpha(await collectInTurns(read, budgetOf(page.doc.context)))
  const cut = cutAfterBlending(all)
  const before = all.slice(0, cut)
  const replay = new Replay()
  for (const { operation } of before) replay.take(operation)
  const original = [...before.map(({ operation }) => operation), ...replay.close()]
    .map(writeOperation)
    .join('\n')
  return {
    resources,
    media,
    before,
    after: all.slice(cut),
    replay,
    original,
    region: regionOf(before, media),
  }
}

/** Returns whether the page got pixels. */
async function flattenPage(
  page: PDFPage,
  { resources, media, before, after, replay, original, region }: ReadPage,
  { objects, rasterise, painting }: { objects: OpaqueObjects; rasterise: Rasterizer; painting: Flattening },
): Promise<boolean> {
  const { context } = objects
  const write = () => singlePage(media, resources, original)
  const bands = region ? await paint(rasterise, { write, region, media, painting, context }) : []
  // Behind the pixels: tagged forms lose here what they draw, where they are.
  const content = new OpaqueContent(resources, objects)
  const lines = [
    'q',
    ...content.lines(withoutCovered(before, { resources, media })),
    ...replay.close().map(writeOperation),
    'Q',
  ]
  for (const { name, image, drawing } of bands) {
    content.add('XObject', name, image)
    lines.push(drawing)
  }
  const state = replay.state().map((operation) => content.keep(operation))
  setPageContent(page, [...lines, ...state, ...content.lines(after)].filter(Boolean).join('\n'))
  page.node.set(PDFName.of('Resources'), content.resources())
  return region !== undefined
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

/** Steps without the images that lie under the pixels: they would take room, and may be of a kind that part 1 forbids. */
function withoutCovered(
  before: ResolvedAlpha[],
  { resources, media }: Pick<ReadPage, 'resources' | 'media'>,
): ResolvedAlpha[] {
  const [left, bottom, right, top] = pixelBox(before, media)
  const objects = dictAt(resources, 'XObject')
  return before.filter(({ operation: { operator, operands }, box }) => {
    if (operator !== 'Do' || !box) return true
    const isImage = nameAt(dictAt(objects, (operands[0] ?? '').slice(1)), 'Subtype') === 'Image'
    const seen = intersect(box, media)
    const isCovered = seen[0] >= left && seen[1] >= bottom && seen[2] <= right && seen[3] <= top
    return !(isImage && isCovered)
  })
}

/** The first place after all blending where no marked content and no text object is open. */
function cutAfterBlending(all: Step[]): number {
  const last = all.findLastIndex((step) => step.blends)
  if (last < 0) return 0
  const closed = all.findIndex((step, index) => index >= last && !step.isOpen)
  return closed < 0 ? all.length : closed + 1
}

function mediaBox(page: PDFPage): Box {
  const { x, y, width, height } = page.getMediaBox()
  return [x, y, x + width, y + height]
}

/** To store a rendered pixel takes as long as to paint it so many times. */
const STORED = 2

/** Charges what a page will take to render and to store, and returns it. */
async function chargeRendering(
  { original, resources, media, region }: ReadPage,
  work: WorkBudget,
  transparency: Transparency,
): Promise<Flattening> {
  if (!region) return { ahead: 0, repeated: 0, dearest: 0, steps: 0, paintings: 0, storing: 0 }
  const scale = region.page.width / (media[2] - media[0])
  const [left, top] = [media[0] + region.left / scale, media[3] - region.top / scale]
  const clip: Box = [left, top - region.height / scale, left + region.width / scale, top]
  const storing = work.chargeAhead('pixels', STORED * region.width * region.height)
  const painting = await new PaintingCost(scale, work, transparency).charge(original, { resources, clip })
  return { ...painting, storing }
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
