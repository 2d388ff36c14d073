/** What draws and packs pictures of pages, as WebAssembly of the Worker's bundle. */
import { defaultOptions } from '@jsquash/webp/meta.js'
import { emscriptenOptions } from '../binary/wasm'
import { loadJpegCodec } from '../pdf/compress/jpeg'
import { jpegModules } from '../pdf/compress/jpeg-modules'
import { keptEngine } from '../pdf/pdfa/kept-engine'
import { engines } from '../pdf/pdfa/raster-engines'
import type { PictureEngines } from '../pdf/pictures/draw-pages'

const QUALITY = { jpeg: 85, webp: 80 }

/** The one PDFium of the isolate: its heap is 19 MB at least. */
export const pdfium = keptEngine(engines.pdfium)

/** An encoder is new for each picture: its heap grows with that, and goes with it. */
export const pictureEngines: PictureEngines = {
  pdfium,
  encode: {
    async jpeg(pixels) {
      const codec = await loadJpegCodec(jpegModules)
      return codec.encode(pixels, { quality: QUALITY.jpeg, grey: false })
    },
    async webp({ data, width, height }) {
      const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc.js')
      const { default: module } = await import('@jsquash/webp/codec/enc/webp_enc.wasm')
      const encoder = await factory(emscriptenOptions(module))
      const packed = encoder.encode(data as Uint8ClampedArray<ArrayBuffer>, width, height, {
        ...defaultOptions,
        quality: QUALITY.webp,
      })
      if (!packed) throw new Error('the picture could not be packed as WebP')
      return packed.slice()
    },
  },
}
