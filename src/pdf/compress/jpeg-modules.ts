/** The codec's WebAssembly as modules of the Worker's bundle; an instance is made only when an image needs it. */
import decoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'
import encoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'
import type { JpegModules } from './jpeg'

export const jpegModules: JpegModules = { decoder, encoder }
