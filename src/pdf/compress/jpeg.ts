/** MozJPEG, given its compiled WASM: workerd imports the modules, Node compiles them from the package's files. */
import decodeFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js'
import encodeFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js'
import { defaultOptions } from '@jsquash/jpeg/meta.js'

/** Pixels as four bytes each: red, green, blue, and a fourth that JPEG has no use for. */
export type JpegRaster = { width: number; height: number; data: Uint8ClampedArray }

export type JpegCodec = {
  /** Pixels of a JPEG in RGB or grey; throws where it is neither or broken. */
  decode(jpeg: Uint8Array): JpegRaster
  /** Quality 1 to 100; `grey` writes one component, of the red values. */
  encode(raster: JpegRaster, options: { quality: number; grey: boolean }): Uint8Array
}

export type JpegModules = { decoder: WebAssembly.Module; encoder: WebAssembly.Module }

/** A new instance of both: its heap grows with the largest image, and goes when the codec is let go. */
export async function loadJpegCodec({ decoder, encoder }: JpegModules): Promise<JpegCodec> {
  // The decoder constructs this browser class for its answer.
  const scope = globalThis as { ImageData?: unknown }
  scope.ImageData ??= PlainImageData
  const [decode, encode] = await Promise.all([
    decodeFactory({ ...quiet, instantiateWasm: instantiate(decoder) }),
    encodeFactory({ ...quiet, instantiateWasm: instantiate(encoder) }),
  ])
  return {
    decode(jpeg) {
      const image = decode.decode(jpeg, false)
      if (!image) throw new Error('the JPEG could not be decoded')
      return image
    },
    encode({ data, width, height }, { quality, grey }) {
      const color = grey ? { color_space: 1 } : {}
      return encode.encode(data, width, height, { ...defaultOptions, ...color, quality }).slice()
    },
  }
}

/** What libjpeg says of damaged images is of no use in our log. */
const quiet = { noInitialRun: true, print: () => undefined, printErr: () => undefined }

class PlainImageData {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

function instantiate(module: WebAssembly.Module) {
  // Emscripten calls back with an instance, though its types say module.
  return (imports: WebAssembly.Imports, done: (instance: never) => void): WebAssembly.Exports => {
    const instance = new WebAssembly.Instance(module, imports)
    done(instance as never)
    return instance.exports
  }
}
