/** A page's picture as PNG: grey if it has no colour, compressed quickly rather than well. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { PNG_COLOR, pngChunk, pngFile } from '../../binary/png-file'

/** Level 6 saves a tenth more of a page of text and takes twice as long. */
const LEVEL = 3

/** Rows of a picture as PNG stores them, taken from pixels of four bytes as they come. */
export class PngRows {
  readonly #rows: Uint8Array<ArrayBuffer>
  #at = 0
  #isGrey = true

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.#rows = new Uint8Array(height * (1 + 3 * width))
  }

  /** Adds the next rows. Each is stored without a filter: flat colours are packed as well so. */
  add(pixels: Uint8ClampedArray): void {
    const rows = this.#rows
    const rowBytes = 4 * this.width
    let to = this.#at
    let isGrey = this.#isGrey
    for (let row = 0; row < pixels.length; row += rowBytes) {
      rows[to++] = 0
      for (let from = row; from < row + rowBytes; from += 4) {
        const red = pixels[from] ?? 0
        const green = pixels[from + 1] ?? 0
        const blue = pixels[from + 2] ?? 0
        rows[to++] = red
        rows[to++] = green
        rows[to++] = blue
        if (isGrey && (red !== green || red !== blue)) isGrey = false
      }
    }
    this.#at = to
    this.#isGrey = isGrey
  }

  /** The file. Called once, after the last row. */
  finish(): Uint8Array {
    const { width, height } = this
    const rows = this.#isGrey ? this.#greyRows() : this.#rows
    const color = this.#isGrey ? PNG_COLOR.grey : PNG_COLOR.truecolor
    return pngFile({ width, height, depth: 8, color }, pngChunk('IDAT', deflateSync(rows, { level: LEVEL })))
  }

  /** The same with one sample a pixel, in place. */
  #greyRows(): Uint8Array {
    const rows = this.#rows
    let to = 0
    for (let from = 0; from < rows.length; ) {
      rows[to++] = rows[from++] ?? 0
      for (let x = 0; x < this.width; x++, from += 3) rows[to++] = rows[from] ?? 0
    }
    return rows.subarray(0, to)
  }
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
