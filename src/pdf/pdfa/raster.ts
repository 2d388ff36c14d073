/**
 * Pixels of a page, for what PDF/A-1 cannot hold as vectors: PDFium renders, zlib or MozJPEG stores.
 *
 * Regions are rendered in bands of at most 4 MB of bitmap, so memory depends on the band and not on the page.
 * Both engines are WebAssembly that is loaded when the first page needs it. PDFium is then kept until a document has blown
 * up its heap, MozJPEG for one band: WebAssembly memory never shrinks.
 */
import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import type { Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import { loadJpegEncoder } from '../compress/jpeg'
import { plainBytes } from '../streams'
import { type KeptEngine, keptEngine } from './kept-engine'
import { hasGrown, openPage, type Region, renderRegion } from './pdfium-page'

/** A part of a region, RGB, with one row more where another band follows: it hides the seam. */
export type Band = Region & Stored
/** Samples as an image's stream holds them. */
type Stored = { data: Uint8Array; filter: 'FlateDecode' | 'DCTDecode' }
/** Each region is painted in so many parts at least, and each of these in steps (`renderRegion`). */
export type Parts = { count: number; afterStep: () => Promise<void>; afterPart: () => Promise<void> }
/**
 * Renders regions of the first page of the PDF that `write` returns, annotations and form fields left out, over white. The
 * file is PDFium's while it is painted: nobody else keeps it.
 */
export type Rasterizer = (write: () => Uint8Array, regions: Region[], parts?: Parts) => AsyncGenerator<Band>
/** How the engines are loaded: `raster-engines.ts` in workerd, where the package's own way does not work. */
export type Engines = {
  pdfium(): Promise<Pdfium>
  jpeg(): Promise<WebAssembly.Module>
}

const BAND_BYTES = 4 * 1024 * 1024
const WHOLE: Parts = { count: 1, afterStep: async () => {}, afterPart: async () => {} }
/**
 * Flat colours with text, soft shadows and most gradients deflate to an eighth and less, without loss and in a fifth of the
 * time that a JPEG takes; photographs, which do not, are better off as JPEG.
 */
const WELL_DEFLATED = 1 / 8
/** At this quality MozJPEG keeps full colour resolution, which coloured text needs. */
const QUALITY = 90

/** Rows a band may have so that its bitmap stays below the limit. */
export function bandHeight(width: number): number {
  return Math.max(1, Math.floor(BAND_BYTES / (width * 4)) - 1)
}

/**
 * Throws what PDFium cannot open or allocate as an Error: the caller knows which page it was. An engine that does not
 * load is the Problem `internal`, since no other document would help. `pdfium` is one that others use too.
 */
export function createRasterizer(
  engines: Engines,
  pdfium: KeptEngine<Pdfium> = keptEngine(engines.pdfium),
): Rasterizer {
  const jpeg = keptEngine(engines.jpeg)
  /** An encoder has a heap of 25 MB and lives no longer than this function does. */
  const stored = async (pixels: Uint8ClampedArray, width: number, height: number): Promise<Stored> => {
    const flat = deflate(pixels, width)
    if (flat) return flat
    const encode = await loadJpegEncoder(await jpeg.get())
    const data = encode({ data: pixels, width, height }, { quality: QUALITY, progressive: false })
    return { data, filter: 'DCTDecode' }
  }

  /** Bands of a region, from top to bottom. */
  async function* paint(
    library: Pdfium,
    page: number,
    { region, count, afterStep, afterPart }: Parts & { region: Region },
  ): AsyncGenerator<Band> {
    const rows = bandHeight(region.width)
    const rowsOfPart = Math.ceil(region.height / count)
    for (let top = 0; top < region.height; top += rows) {
      const overlap = top + rows < region.height ? 1 : 0
      const height = Math.min(rows, region.height - top) + overlap
      const pixels = new Uint8ClampedArray(4 * region.width * height)
      for (let from = 0; from < height; from += rowsOfPart) {
        const part = { top: region.top + top + from, height: Math.min(rowsOfPart, height - from) }
        const take = (painted: Uint8ClampedArray) => pixels.set(painted, 4 * region.width * from)
        await renderRegion(library, page, { ...region, ...part }, { afterStep, take })
        await afterPart()
      }
      yield { ...(await stored(pixels, region.width, height)), ...region, top: region.top + top, height }
    }
  }

  return async function* rasterise(write, regions, parts = WHOLE) {
    const library = await pdfium.get()
    let opened: ReturnType<typeof openPage> | undefined
    try {
      opened = openPage(library, write())
      for (const region of regions) yield* paint(library, opened.page, { region, ...parts })
    } catch (error) {
      // What broke off may have left anything in the engine's memory.
      pdfium.drop()
      throw error
    } finally {
      opened?.close()
      if (hasGrown(library)) pdfium.drop()
    }
  }
}

function deflate(pixels: Uint8ClampedArray, width: number): Stored | undefined {
  const samples = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    samples[to++] = pixels[from] ?? 0
    samples[to++] = pixels[from + 1] ?? 0
    samples[to++] = pixels[from + 2] ?? 0
  }
  const stripes = stripesOf(samples, 3 * width)
  // A small part deflates less well than the whole.
  if (deflateSync(stripes, { level: 4 }).length > 2 * stripes.length * WELL_DEFLATED) return undefined
  const data = deflateSync(samples, { level: 4 })
  if (data.length > samples.length * WELL_DEFLATED) return undefined
  return { data: plainBytes(data), filter: 'FlateDecode' }
}

/** An eighth of all rows, spread over all: what it deflates to tells whether the rest is worth a try. */
function stripesOf(samples: Uint8Array, rowBytes: number): Uint8Array {
  const stripe = 8 * rowBytes
  const stripes: Uint8Array[] = []
  for (let at = 0; at < samples.length; at += 8 * stripe) stripes.push(samples.subarray(at, at + stripe))
  return Buffer.concat(stripes)
}
