/**
 * Pages of a finished PDF as pictures, drawn by PDFium. What they take is counted before the first is drawn: once PDFium
 * draws, it neither counts nor stops.
 */
import type { Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import { Problem } from '../../errors'
import type { KeptEngine } from '../pdfa/kept-engine'
import { hasGrown, openFile, renderRegion } from '../pdfa/pdfium-page'
import { bandHeight } from '../pdfa/raster'
import { MAX_WORK, WorkBudget } from '../work-budget'
import { PngBands, PngRows } from './encode-png'
import { MAX_PICTURES_MB, MAX_PIXELS, type PictureFormat } from './picture-options'
import { type Drawing, type DrawRequest, invalid, planDrawings } from './plan-drawings'

/** Pixels of four bytes each: red, green, blue, and one without a meaning. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

export type PictureEngines = {
  pdfium: KeptEngine<Pdfium>
  encode: Readonly<Record<Exclude<PictureFormat, 'png'>, (pixels: Pixels) => Promise<Uint8Array>>>
}

export type Picture = { page: number; width: number; height: number; bytes: Uint8Array }

/** The share of a document's work that pages may take which nobody pays for: about a second. */
const UNPAID_SHARE = 1 / 20

/**
 * Draws pages. Throws `document_invalid` for pages that are not there, pictures that are too large, and pages that take
 * more work or memory than they may, which is less if nobody pays for them; and the reason of `signal` once it is aborted.
 */
export async function drawPages(
  pdf: Uint8Array,
  request: DrawRequest,
  {
    engines,
    isPaid = true,
    accountId,
    signal,
  }: { engines: PictureEngines; isPaid?: boolean; accountId?: string; signal?: AbortSignal | undefined },
): Promise<Picture[]> {
  const whole = new WorkBudget(MAX_WORK, signal, accountId)
  const work = isPaid ? whole : whole.portion(UNPAID_SHARE, 'unpaid')
  const drawings = await planDrawings(pdf, request, { work, isPaid })
  const pdfium = await engines.pdfium.get()
  const pictures: Picture[] = []
  let total = 0
  try {
    const file = await drawing(() => openFile(pdfium, pdf))
    for (const { index, opening, ...plan } of drawings) {
      const { width, height } = plan
      await work.takeTurns()
      const opened = await drawing(() => file.openPage(index))
      work.countDone(opening)
      const picture = pictureOf({ width, height, format: request.format }, engines)
      await drawBands(pdfium, opened.page, { ...plan, take: picture.take, work, signal })
      opened.close()
      const bytes = await picture.finish()
      total += bytes.length
      if (total > MAX_PICTURES_MB << 20) throw tooManyBytes(total)
      pictures.push({ page: index + 1, width, height, bytes })
    }
    file.close()
  } catch (error) {
    // What broke off may have left anything in the engine's memory: nothing of it is closed.
    engines.pdfium.drop()
    throw error
  }
  // WebAssembly's memory never shrinks.
  if (hasGrown(pdfium)) engines.pdfium.drop()
  return pictures
}

/** A step of PDFium, whose errors are the file's. */
async function drawing<Result>(step: () => Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await step()
  } catch (cause) {
    signal?.throwIfAborted()
    const detail = 'The file, or one of its pages, cannot be drawn: it is damaged, or takes too much memory.'
    throw new Problem('document_invalid', { detail, cause })
  }
}

function tooManyBytes(total: number): Problem {
  const size = Math.ceil(total / 2 ** 20)
  return invalid(`${size} MB of pictures, at most ${MAX_PICTURES_MB}: ask for fewer pages or less dpi.`)
}

/** Draws a page from top to bottom, few rows at a time, which `take` reads; others get their turn in between. */
async function drawBands(
  pdfium: Pdfium,
  page: number,
  { width, height, parts, packing, step, take, work, signal }: BandRequest,
): Promise<void> {
  const rows = Math.min(bandHeight(width), Math.ceil(height / parts))
  for (let top = 0; top < height; top += rows) {
    await work.takeTurns()
    signal?.throwIfAborted()
    const band = Math.min(rows, height - top)
    const region = { page: { width, height }, left: 0, top, width, height: band }
    const afterStep = async () => {
      work.countDone(step)
      await work.takeTurns()
    }
    await drawing(() => renderRegion(pdfium, page, region, { annotations: true, afterStep, take }), signal)
    work.countDone(step + (packing * band) / height)
  }
}

type BandRequest = Omit<Drawing, 'index' | 'opening'> & {
  take: (band: Uint8ClampedArray) => void
  work: WorkBudget
  signal: AbortSignal | undefined
}

/** A picture that is made of bands from top to bottom. */
function pictureOf(
  { width, height, format }: { width: number; height: number; format: PictureFormat },
  { encode }: PictureEngines,
): { take: (band: Uint8ClampedArray) => void; finish: () => Uint8Array | Promise<Uint8Array> } {
  if (format === 'png') {
    const rows = new (width * height > MAX_PIXELS ? PngBands : PngRows)(width, height)
    return { take: (band) => rows.add(band), finish: () => rows.finish() }
  }
  const data = new Uint8ClampedArray(4 * width * height)
  let at = 0
  return {
    take(band) {
      data.set(band, at)
      at += band.length
    },
    finish: () => encode[format]({ data, width, height }),
  }
}
