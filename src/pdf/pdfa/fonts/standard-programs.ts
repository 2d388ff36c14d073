/** Programs for the 14 standard fonts (ISO 32000-1 9.6.2.2): PDFium brings some that have the same widths. */
import type { Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import { Problem } from '../../../errors'

const NAMES = [
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
] as const

export type StandardFontName = (typeof NAMES)[number]

/** The program of a standard font, in the Compact Font Format. */
export type StandardFonts = (name: StandardFontName) => Promise<Uint8Array>

/**
 * Reads all of them from PDFium (264 KB) when the first is asked for, and keeps them instead of PDFium (19 MB). What
 * does not load is the Problem `internal`, since no other document would help.
 */
export function createStandardFonts(load: () => Promise<Pdfium>): StandardFonts {
  let programs: Promise<Map<StandardFontName, Uint8Array>> | undefined
  return async (name) => {
    programs ??= load()
      .then(readPrograms)
      .catch((cause: unknown) => {
        programs = undefined
        const detail = 'A component did not load. Nothing was charged: try again, or report the request id.'
        throw new Problem('internal', { detail, cause })
      })
    const program = (await programs).get(name)
    if (!program) throw new Error(`PDFium has no font ${name}`)
    return program
  }
}

function readPrograms(pdfium: Pdfium): Map<StandardFontName, Uint8Array> {
  // The instance is let go, and its heap with it.
  const document = pdfium._FPDF_CreateNewDocument()
  return new Map(NAMES.map((name) => [name, readProgram(pdfium, document, name)]))
}

function readProgram(pdfium: Pdfium, document: number, name: string): Uint8Array {
  const { malloc, free } = pdfium.wasmExports
  const text = new TextEncoder().encode(`${name}\0`)
  const nameAt = malloc(text.length)
  const sizeAt = malloc(8)
  pdfium.HEAPU8.set(text, nameAt)
  const font = pdfium._FPDFText_LoadStandardFont(document, nameAt)
  pdfium._FPDFFont_GetFontData(font, 0, 0, sizeAt)
  const size = new DataView(pdfium.HEAPU8.buffer).getUint32(sizeAt, true)
  const programAt = malloc(size)
  pdfium._FPDFFont_GetFontData(font, programAt, size, sizeAt)
  const program = pdfium.HEAPU8.slice(programAt, programAt + size)
  pdfium._FPDFFont_Close(font)
  for (const address of [nameAt, sizeAt, programAt]) free(address)
  return program
}
