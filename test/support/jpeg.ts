/** The JPEG codec for tests in Node, which compiles the package's WebAssembly itself. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadJpegCodec } from '../../src/pdf/compress/jpeg'

const codec = path.join(import.meta.dirname, '../../node_modules/@jsquash/jpeg/codec')
// The types are workerd's, which compiles nothing; Node does.
const Compiler = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module
const compile = (file: string) => new Compiler(readFileSync(path.join(codec, file)))

export const jpegCodec = () =>
  loadJpegCodec({ decoder: compile('dec/mozjpeg_dec.wasm'), encoder: compile('enc/mozjpeg_enc.wasm') })

/** A picture with the many colours of a photograph, the same for the same size. */
export function photo(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  let seed = 1
  for (let at = 0; at < data.length; at += 4) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    const grain = (seed >> 16) % 24
    data[at] = 110 + 90 * Math.sin(x / 90) + grain
    data[at + 1] = 110 + 90 * Math.cos(y / 70) + grain
    data[at + 2] = 110 + 60 * Math.sin((x + y) / 130) + grain
    data[at + 3] = 255
  }
  return { width, height, data }
}

/** Stripes and letter-like strokes on white, as covers, charts and screenshots have. */
export function lineArt(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (y % 23 < 9 || (x % 31 < 4 && y % 47 > 20)) data.set([20, 20, 30], 4 * (y * width + x))
  return { width, height, data }
}
