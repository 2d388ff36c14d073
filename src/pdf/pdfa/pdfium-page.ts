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

/** The pixels of a region over white, four bytes each: red, green, blue, and one without a meaning. */
export function renderRegion(
  pdfium: Pdfium,
  page: number,
  region: Region,
  { annotations = false } = {},
): Uint8ClampedArray {
  const { malloc, free } = pdfium.wasmExports
  const size = region.width * region.height * 4
  const pixels = malloc(size)
  if (!pixels) throw new Error(`PDFium has no memory for ${region.width} x ${region.height} pixels`)
  const bitmap = pdfium._FPDFBitmap_CreateEx(region.width, region.height, FORMAT, pixels, region.width * 4)
  try {
    if (!bitmap) throw failure(pdfium)
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, region.width, region.height, WHITE)
    const { width, height } = region.page
    pdfium._FPDF_RenderPageBitmap(
      bitmap,
      page,
      -region.left,
      -region.top,
      width,
      height,
      0,
      REVERSE_BYTE_ORDER | (annotations ? WITH_ANNOTATIONS : 0),
    )
    return new Uint8ClampedArray(pdfium.HEAPU8.slice(pixels, pixels + size).buffer)
  } finally {
    if (bitmap) pdfium._FPDFBitmap_Destroy(bitmap)
    free(pixels)
  }
}

function failure(pdfium: Pdfium): Error {
  return new Error(`PDFium gave up with error ${pdfium._FPDF_GetLastError()}`)
}
