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
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from 'pdf-lib'
import { Problem } from '../../errors'
import { budgetOf, type WorkBudget } from '../budget'
import { decimal, writeOperation } from '../content'
import { resolveAlpha } from './backdrop'
import { type Box, grow, intersect, isEmpty, NOTHING, unite } from './geometry'
import { dictOf, pageContent, pageResources, setPageContent } from './objects'
import { OpaqueContent } from './opaque'
import { OpaqueObjects } from './opaque-objects'
import { type Step, steps } from './painting'
import { PaintingCost } from './painting-cost'
import type { Region } from './pdfium-page'
import type { Band, Rasterizer } from './raster'
import { Replay } from './replay'
import { Transparency } from './transparency'

/**
 * Returns the pages (counted from 1) that got pixels. What all pages take is charged before the first is rendered, so
 * that a document that takes too much costs little. What cannot be rendered is a Problem that names its page.
 */
export async function flatten(doc: PDFDocument, rasterise: Rasterizer): Promise<number[]> {
  const transparency = new Transparency()
  const work = budgetOf(doc.context)
  const objects = new OpaqueObjects(doc.context, transparency)
  const blending: { page: PDFPage; number: number; painting: number }[] = []
  for (const [index, page] of doc.getPages().entries()) {
    await work.takeTurns()
    page.node.delete(PDFName.of('Group'))
    if (!transparency.within(pageResources(page))) continue
    const number = index + 1
    const painting = await namingPage(number, () => {
      const read = readPage(page, transparency)
      return work.chargeAhead(() => chargeRendering(read, work, transparency))
    })
    blending.push({ page, number, painting })
  }
  const flattened: number[] = []
  for (const { page, number, painting } of blending) {
    await work.takeTurns()
    // Read again and not kept: the operations of one page are in memory, never those of all.
    const gotPixels = await namingPage(number, () =>
      flattenPage(page, readPage(page, transparency), { objects, rasterise }),
    )
    work.countDone(painting)
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

function readPage(page: PDFPage, transparency: Transparency): ReadPage {
  const resources = pageResources(page) ?? PDFDict.withContext(page.doc.context)
  const media = mediaBox(page)
  const all = resolveAlpha([...steps(pageContent(page), resources, media, transparency)])
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
  { objects, rasterise }: { objects: OpaqueObjects; rasterise: Rasterizer },
): Promise<boolean> {
  const pdf = region && (await singlePage(media, resources, original))
  const content = new OpaqueContent(resources, objects)
  const lines = ['q', ...content.lines(before), ...replay.close().map(writeOperation), 'Q']
  if (region && pdf) {
    for await (const band of rasterise(pdf, region)) {
      const name = `Flat${band.top}`
      content.add('XObject', name, registerImage(objects.context, band))
      lines.push(drawBand(name, region, band, media))
      await budgetOf(objects.context).takeTurns()
    }
  }
  const state = replay.state().map((operation) => content.keep(operation))
  setPageContent(page, [...lines, ...state, ...content.lines(after)].filter(Boolean).join('\n'))
  page.node.set(PDFName.of('Resources'), content.resources())
  return region !== undefined
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

/** Pixels there may be before the resolution falls below the finest. */
const PIXELS = 4_000_000
const FINEST_DPI = 300
const COARSEST_DPI = 150

/** The pixels to render: around what blends, at a resolution that falls from 300 to 150 dpi as the box grows. */
function regionOf(before: Step[], media: Box): Region | undefined {
  const blending = before.flatMap(({ blends, box }) => (blends && box && !isEmpty(box) ? [box] : []))
  const box = intersect(grow(blending.reduce(unite, NOTHING), 1), media)
  if (isEmpty(box)) return undefined
  const [left, bottom, right, top] = box
  const fitting = 72 * Math.sqrt(PIXELS / ((right - left) * (top - bottom)))
  const scale = Math.min(FINEST_DPI, Math.max(COARSEST_DPI, fitting)) / 72
  const page = {
    width: Math.round((media[2] - media[0]) * scale),
    height: Math.round((media[3] - media[1]) * scale),
  }
  const x = Math.floor((left - media[0]) * scale)
  const y = Math.floor((media[3] - top) * scale)
  const width = Math.min(page.width, Math.ceil((right - media[0]) * scale)) - x
  const height = Math.min(page.height, Math.ceil((media[3] - bottom) * scale)) - y
  return { page, left: x, top: y, width, height }
}

/** To store a rendered pixel takes as long as to paint it so many times. */
const STORED = 2

/** Charges what a page will take to render and to store. */
function chargeRendering(
  { original, resources, media, region }: ReadPage,
  work: WorkBudget,
  transparency: Transparency,
): void {
  if (!region) return
  const scale = region.page.width / (media[2] - media[0])
  const [left, top] = [media[0] + region.left / scale, media[3] - region.top / scale]
  const clip: Box = [left, top - region.height / scale, left + region.width / scale, top]
  work.charge('pixels', STORED * region.width * region.height)
  new PaintingCost(scale, work, transparency).charge(original, { resources, clip })
}

/** The page alone, without annotations, as a file for the rasteriser. */
async function singlePage(media: Box, resources: PDFDict, content: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  const page = doc.addPage()
  const copier = PDFObjectCopier.for(resources.context, doc.context)
  page.node.set(PDFName.of('Resources'), copier.copy(resources))
  page.node.set(PDFName.of('MediaBox'), doc.context.obj([...media]))
  setPageContent(page, content)
  return doc.save({ useObjectStreams: false, updateFieldAppearances: false })
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

function drawBand(
  name: string,
  region: Region,
  band: { top: number; width: number; height: number },
  media: Box,
): string {
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
