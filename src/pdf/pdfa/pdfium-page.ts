/** Pages of a file in PDFium, and pixels of them. */
import type { Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'

/** Whole pixels: the size the page is rendered at, and the part of it that is wanted, from its top left corner. */
export type Region = {
  page: { width: number; height: number }
  left: number
  top: number
  width: number
  height: number
}

/** A new engine has 17 MB, of an isolate's 128. */
const MAX_KEPT_HEAP_BYTES = 24 * 1024 * 1024
/**
 * FPDFBitmap_BGRA, in RGB order because of the flag. Over a bitmap without alpha, PDFium paints all that lies below anew for each
 * painting that blends: ten thousand small ones took a quarter of an hour.
 */
const FORMAT = 4
const REVERSE_BYTE_ORDER = 0x10
/** FPDF_ANNOT */
const WITH_ANNOTATIONS = 0x01
const WHITE = 0xffffffff
/** FPDF_RENDER_TOBECONTINUED, FPDF_RENDER_DONE */
const TO_BE_CONTINUED = 1
const DONE = 2
/**
 * PDFium asks a function whether it is to pause. Its table has no room for one of ours, and workerd compiles none from bytes;
 * this entry of it is one that always returns 1. Its name, by which it is told in a build of the package, is the number
 * of the function.
 */
const ALWAYS = { entry: 55, name: '403' }

/** Whether a document has made the engine's heap so large that it is not kept: it never shrinks. */
export function hasGrown({ HEAPU8 }: Pdfium): boolean {
  return HEAPU8.length > MAX_KEPT_HEAP_BYTES
}

/** An open page. Its memory is PDFium's until it is closed. */
export type OpenPage = { page: number; close(): void }

/** The first page of a file, parsed once for all its bands. Throws an Error for what PDFium does not open. */
export function openPage(pdfium: Pdfium, pdf: Uint8Array): OpenPage {
  const file = openFile(pdfium, pdf)
  try {
    const { page, close } = file.openPage(0)
    const closeAll = () => {
      close()
      file.close()
    }
    return { page, close: closeAll }
  } catch (error) {
    file.close()
    throw error
  }
}

/** A file, parsed once for all its pages. Throws an Error for what PDFium does not open. */
export function openFile(
  pdfium: Pdfium,
  pdf: Uint8Array,
): { openPage(index: number): OpenPage; close(): void } {
  const { malloc, free } = pdfium.wasmExports
  const file = malloc(pdf.length)
  if (!file) throw new Error(`PDFium has no memory for a file of ${pdf.length} bytes`)
  pdfium.HEAPU8.set(pdf, file)
  const document = pdfium._FPDF_LoadMemDocument(file, pdf.length, 0)
  const close = () => {
    if (document) pdfium._FPDF_CloseDocument(document)
    free(file)
  }
  if (!document) {
    close()
    throw failure(pdfium)
  }
  return {
    close,
    openPage(index) {
      const page = pdfium._FPDF_LoadPage(document, index)
      if (!page) throw failure(pdfium)
      return { page, close: () => pdfium._FPDF_ClosePage(page) }
    },
  }
}

/**
 * Paints a region over white and has `take` read its pixels, four bytes each: red, green, blue, and one without a meaning.
 * They are PDFium's own, and gone when `take` returns: a copy of a page takes a millisecond. They are painted in steps, of
 * a hundred objects or of one form or shading, with `afterStep` after each but the last. One page is rendered once at a
 * time. Throws an Error, and what `afterStep` throws.
 */
export async function renderRegion(
  pdfium: Pdfium,
  page: number,
  region: Region,
  {
    annotations = false,
    afterStep,
    take,
  }: { annotations?: boolean; afterStep: () => Promise<void>; take: (pixels: Uint8ClampedArray) => void },
): Promise<void> {
  const { malloc, free } = pdfium.wasmExports
  const size = region.width * region.height * 4
  const pixels = malloc(size)
  if (!pixels) throw new Error(`PDFium has no memory for ${region.width} x ${region.height} pixels`)
  const bitmap = pdfium._FPDFBitmap_CreateEx(region.width, region.height, FORMAT, pixels, region.width * 4)
  const pause = pauseAlways(pdfium)
  try {
    if (!bitmap) throw failure(pdfium)
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, region.width, region.height, WHITE)
    const { width, height } = region.page
    let status = pdfium._FPDF_RenderPageBitmap_Start(
      bitmap,
      page,
      -region.left,
      -region.top,
      width,
      height,
      0,
      REVERSE_BYTE_ORDER | (annotations ? WITH_ANNOTATIONS : 0),
      pause,
    )
    while (status === TO_BE_CONTINUED) {
      await afterStep()
      status = pdfium._FPDF_RenderPage_Continue(page, pause)
    }
    if (status !== DONE) throw failure(pdfium)
    take(new Uint8ClampedArray(pdfium.HEAPU8.buffer, pixels, size))
  } finally {
    pdfium._FPDF_RenderPage_Close(page)
    free(pause)
    if (bitmap) pdfium._FPDFBitmap_Destroy(bitmap)
    free(pixels)
  }
}

/** The address of an `IFSDK_PAUSE` (fpdf_progressive.h) that asks for a pause whenever there may be one. */
function pauseAlways(pdfium: Pdfium): number {
  const { malloc, __indirect_function_table: table } = pdfium.wasmExports
  const found = table.get(ALWAYS.entry) as { name: string } | null
  if (found?.name !== ALWAYS.name) throw new Error('this build of PDFium has another function to pause by')
  const fields = [1, ALWAYS.entry, 0]
  const pause = malloc(4 * fields.length)
  if (!pause) throw new Error('PDFium has no memory to pause')
  new Uint32Array(pdfium.HEAPU8.buffer, pause, fields.length).set(fields)
  return pause
}

function failure(pdfium: Pdfium): Error {
  return new Error(`PDFium gave up with error ${pdfium._FPDF_GetLastError()}`)
}
