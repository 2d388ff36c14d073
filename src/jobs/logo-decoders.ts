/** JPEG and WebP for logos. An instance for each file: its heap grows with the image, and goes with it. */
import webpFactory from '@jsquash/webp/codec/dec/webp_dec.js'
import webpModule from '@jsquash/webp/codec/dec/webp_dec.wasm'
import { emscriptenOptions } from '../binary/wasm'
import { loadJpegDecoder } from '../pdf/compress/jpeg'
import { jpegModules } from '../pdf/compress/jpeg-modules'
import type { LogoDecoders } from '../qr/logo-file'
import type { Raster } from '../qr/picture'

type Decoded = { width: number; height: number; data: Uint8ClampedArray }

export const logoDecoders: LogoDecoders = {
  async jpeg(file) {
    const decode = await loadJpegDecoder(jpegModules.decoder)
    return rasterOf(decode(file, { upright: true }))
  },
  async webp(file) {
    const decoder = await webpFactory(emscriptenOptions(webpModule))
    const image = decoder.decode(file)
    if (!image) throw new Error('the WebP could not be decoded')
    return rasterOf(image)
  },
}

function rasterOf({ width, height, data }: Decoded): Raster {
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}
