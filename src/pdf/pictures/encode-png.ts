/** A page's picture as PNG: grey if it has no colour, compressed quickly rather than well. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { PNG_COLOR, pngChunk, pngFile } from '../../binary/png-file'

/** Level 6 saves a tenth more of a page of text and takes twice as long. */
const LEVEL = 3

/** A white pixel as one signed number, which is quicker to handle. Bytes stand as in WebAssembly, the least significant first. */
const WHITE = -1

/**
 * Rows of a picture as PNG stores them, taken from pixels of four bytes as they come: one sample a pixel until the first
 * colour, then three. Most of a page is white, which the rows are from the beginning.
 */
export class PngRows {
  #rows: Uint8Array
  #isGrey = true
  #added = 0

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.#rows = this.#whiteRows(1)
  }

  /** Adds the next rows. Each is stored without a filter: flat colours are packed as well so. */
  add(pixels: Uint8ClampedArray): void {
    const words = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
    if (this.#isGrey && !this.#addGrey(words)) this.#spread()
    if (!this.#isGrey) this.#addColor(words)
    this.#added += words.length / this.width
  }

  /** The file. Called once, after the last row. */
  finish(): Uint8Array {
    const { width, height } = this
    const color = this.#isGrey ? PNG_COLOR.grey : PNG_COLOR.truecolor
    const data = deflateSync(this.#rows, { level: LEVEL })
    return pngFile({ width, height, depth: 8, color }, pngChunk('IDAT', data))
  }

  /** False if one of them has a colour: red, green and blue are the lower three bytes of each. */
  #addGrey(words: Int32Array): boolean {
    const { width } = this
    const rows = this.#rows
    let to = this.#added * (1 + width)
    for (let from = 0; from < words.length; from += width) {
      rows[to++] = 0
      for (let x = 0; x < width; x++, to++) {
        const pixel = words[from + x] ?? 0
        if (pixel === WHITE) {
          const white = whiteRun(words, from + x, from + width)
          x += white
          to += white
          continue
        }
        if (((pixel ^ (pixel >>> 8)) & 0xffff) !== 0) return false
        rows[to] = pixel
      }
    }
    return true
  }

  #addColor(words: Int32Array): void {
    const { width } = this
    const rows = this.#rows
    let to = this.#added * (1 + 3 * width)
    for (let from = 0; from < words.length; from += width) {
      rows[to++] = 0
      for (let x = 0; x < width; x++, to += 3) {
        const pixel = words[from + x] ?? 0
        if (pixel === WHITE) {
          const white = whiteRun(words, from + x, from + width)
          x += white
          to += 3 * white
          continue
        }
        rows[to] = pixel
        rows[to + 1] = pixel >>> 8
        rows[to + 2] = pixel >>> 16
      }
    }
  }

  /** The rows so far with three samples a pixel. */
  #spread(): void {
    const { width } = this
    const [grey, rows] = [this.#rows, this.#whiteRows(3)]
    for (let row = 0, to = 0, from = 0; row < this.#added; row++) {
      rows[to++] = grey[from++] ?? 0
      for (let x = 0; x < width; x++, to += 3) rows.fill(grey[from++] ?? 0, to, to + 3)
    }
    this.#rows = rows
    this.#isGrey = false
  }

  #whiteRows(samples: number): Uint8Array {
    return new Uint8Array(this.height * (1 + samples * this.width)).fill(255)
  }
}

/** How many white pixels follow the white one at `at`, before `end`, but for seven at most: they are looked at by eights. */
function whiteRun(words: Int32Array, at: number, end: number): number {
  let next = at + 1
  for (; next + 8 <= end; next += 8) {
    const four = (words[next] ?? 0) & (words[next + 1] ?? 0) & (words[next + 2] ?? 0) & (words[next + 3] ?? 0)
    const more =
      (words[next + 4] ?? 0) & (words[next + 5] ?? 0) & (words[next + 6] ?? 0) & (words[next + 7] ?? 0)
    if ((four & more) !== WHITE) break
  }
  return next - at - 1
}

/** The header of a zlib stream (RFC 1950, 2.2): a window of 32 KB, packed fast. */
const ZLIB_HEADER = Uint8Array.of(0x78, 0x01)
const ADLER = 65_521
/** So many bytes can be summed before a sum must be made smaller (RFC 1950, 9). */
const ADLER_BYTES = 5552

/** The same for pictures that are too large to be in memory: each band is packed when it comes, and none is looked at for grey. */
export class PngBands {
  readonly #chunks: Uint8Array[] = []
  #low = 1
  #high = 0

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  /** As `PngRows.add`. */
  add(pixels: Uint8ClampedArray): void {
    const rowBytes = 4 * this.width
    const rows = new Uint8Array((pixels.length / rowBytes) * (1 + 3 * this.width))
    let to = 0
    for (let row = 0; row < pixels.length; row += rowBytes) {
      to++
      for (let from = row; from < row + rowBytes; from += 4) {
        rows[to++] = pixels[from] ?? 0
        rows[to++] = pixels[from + 1] ?? 0
        rows[to++] = pixels[from + 2] ?? 0
      }
    }
    this.#sum(rows)
    this.#pack(deflateRawSync(rows, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }))
  }

  /** As `PngRows.finish`. */
  finish(): Uint8Array {
    const { width, height } = this
    this.#pack(deflateRawSync(new Uint8Array()))
    const sum = new DataView(new ArrayBuffer(4))
    sum.setUint32(0, this.#high * 0x10000 + this.#low)
    this.#pack(new Uint8Array(sum.buffer))
    return pngFile({ width, height, depth: 8, color: PNG_COLOR.truecolor }, ...this.#chunks)
  }

  #pack(bytes: Uint8Array): void {
    if (this.#chunks.length === 0) this.#chunks.push(pngChunk('IDAT', ZLIB_HEADER))
    this.#chunks.push(pngChunk('IDAT', bytes))
  }

  #sum(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += ADLER_BYTES) {
      const to = Math.min(from + ADLER_BYTES, bytes.length)
      for (let at = from; at < to; at++) {
        this.#low += bytes[at] ?? 0
        this.#high += this.#low
      }
      this.#low %= ADLER
      this.#high %= ADLER
    }
  }
}
