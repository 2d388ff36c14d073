/** Pages as pixels, drawn by PDFium. */
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { PDFiumLibrary as Loader } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import module from '@hyzyla/pdfium/dist/pdfium.wasm'

let library: Promise<PDFiumLibrary> | undefined

/** workerd compiles no WebAssembly from bytes, so the package gets the module that the bundle holds. */
async function load(): Promise<PDFiumLibrary> {
  const loaded = await Loader.init({
    instantiateWasm(imports, ready) {
      const instance = new WebAssembly.Instance(module, imports)
      ready(instance)
      return instance.exports
    },
  })
  // The package types this entry nowhere; `pdfium.d.ts` names the part of it that the service uses.
  return loaded as unknown as PDFiumLibrary
}

/** Draws a page over white, a pixel a point; the answer tells the colour (`#rrggbb`) at a point from the top left. */
export async function drawPage(pdf: Uint8Array, index = 0): Promise<(x: number, y: number) => string> {
  library ??= load()
  const document = await (await library).loadDocument(pdf)
  const { data, width } = await document.getPage(index).render({ scale: 1 })
  document.destroy()
  return (x, y) => {
    const at = 4 * (Math.round(y) * width + Math.round(x))
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
    return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`
  }
}

/** Whether two documents have the same pages, to the pixel, at 96 dpi. */
export async function samePixels(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  library ??= load()
  const [a, b] = [await (await library).loadDocument(one), await (await library).loadDocument(other)]
  try {
    if (a.getPageCount() !== b.getPageCount()) return false
    for (let index = 0; index < a.getPageCount(); index++) {
      const [left, right] = [
        await a.getPage(index).render({ scale: 4 / 3 }),
        await b.getPage(index).render({ scale: 4 / 3 }),
      ]
      if (Buffer.compare(left.data, right.data) !== 0) return false
    }
    return true
  } finally {
    a.destroy()
    b.destroy()
  }
}
