/** The rasteriser for tests in Node, which compiles the packages' WebAssembly itself. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import { createStandardFonts } from '../../src/pdf/pdfa/fonts/standard-programs'
import { withoutGlobals } from '../../src/pdf/pdfa/pdfium-globals'
import { createRasterizer } from '../../src/pdf/pdfa/raster'

const modules = path.join(import.meta.dirname, '../../node_modules')
// The types are workerd's, which compiles nothing; Node does.
const Compiler = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module
const compile = (file: string) => new Compiler(readFileSync(path.join(modules, file)))

export async function loadPdfium() {
  const library = await withoutGlobals(() => PDFiumLibrary.init())
  return (library as unknown as { module: Pdfium }).module
}

export const rasterise = createRasterizer({
  pdfium: loadPdfium,
  jpeg: async () => compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
})

export const standardFonts = createStandardFonts(loadPdfium)
