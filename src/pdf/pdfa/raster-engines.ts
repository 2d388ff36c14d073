/** The rasteriser's WebAssembly in workerd: modules of the Worker's bundle, read only when a page is flattened. */
import { PDFiumLibrary, type Pdfium } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import { withoutGlobals } from './pdfium-globals'
import type { Engines } from './raster'

export const engines: Engines = {
  pdfium: loadPdfium,
  jpeg: async () => (await import('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')).default,
}

/** workerd compiles no WebAssembly from bytes, so the package gets the module that the bundle holds. */
async function loadPdfium(): Promise<Pdfium> {
  const { default: module } = await import('@hyzyla/pdfium/dist/pdfium.wasm')
  const start = () =>
    PDFiumLibrary.init({
      instantiateWasm(imports, ready) {
        const instance = new WebAssembly.Instance(module, imports)
        ready(instance)
        return instance.exports
      },
    })
  return (await withoutGlobals(start)).module
}
