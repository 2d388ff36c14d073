/** MozJPEG, given its compiled WASM: workerd imports the modules, Node compiles them from the package's files. */
import decodeFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js'
import encodeFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js'
import { defaultOptions } from '@jsquash/jpeg/meta.js'
import { emscriptenOptions } from '../../binary/wasm'

/** Pixels as four bytes each: red, green, blue, and a fourth that JPEG has no use for. */
export type JpegRaster = { width: number; height: number; data: Uint8ClampedArray }

export type JpegCodec = {
  /** Pixels of a JPEG in RGB or grey, turned as its EXIF says if `upright`; throws if it is neither or broken. */
  decode(jpeg: Uint8Array, options?: { upright?: boolean }): JpegRaster
  /** Quality 1 to 100; `grey` writes one component, of the red values. */
  encode(raster: JpegRaster, options: { quality: number; grey?: boolean; progressive?: boolean }): Uint8Array
}

export type JpegModules = { decoder: WebAssembly.Module; encoder: WebAssembly.Module }

/** A new instance of both: its heap grows with the largest image, and goes when the codec is let go. */
export async function loadJpegCodec({ decoder, encoder }: JpegModules): Promise<JpegCodec> {
  const [decode, encode] = await Promise.all([loadJpegDecoder(decoder), loadJpegEncoder(encoder)])
  return { decode, encode }
}

/** A new instance of the encoder alone. */
export async function loadJpegEncoder(module: WebAssembly.Module): Promise<JpegCodec['encode']> {
  const encoder = await encodeFactory(emscriptenOptions(module))
  return ({ data, width, height }, { quality, grey = false, progressive = true }) => {
    const colour = grey ? { color_space: 1 } : {}
    return encoder.encode(data, width, height, { ...defaultOptions, ...colour, quality, progressive }).slice()
  }
}

/** A new instance of the decoder alone. */
export async function loadJpegDecoder(module: WebAssembly.Module): Promise<JpegCodec['decode']> {
  const decoder = await decodeFactory(emscriptenOptions(module))
  return (jpeg, { upright = false } = {}) => {
    const image = decoder.decode(jpeg, upright)
    if (!image) throw new Error('the JPEG could not be decoded')
    return image
  }
}
