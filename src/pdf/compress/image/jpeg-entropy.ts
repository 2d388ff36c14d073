/** Bits of a JPEG's scan, and the codes in them (ITU-T T.81, F.2.2). */
import type { HuffmanCodes } from './jpeg-segments'

/** For each 16 bits that may come, the symbol of the code that they begin with, and its length above: 0 for no code. */
export type HuffmanTable = Uint16Array

const LENGTH_SHIFT = 8

export function huffmanTable({ counts, symbols }: HuffmanCodes): HuffmanTable {
  const table = new Uint16Array(1 << 16)
  let [code, next] = [0, 0]
  for (const [index, count] of counts.entries()) {
    const length = index + 1
    for (let one = 0; one < count; one++, code++, next++) {
      const first = code << (16 - length)
      table.fill((length << LENGTH_SHIFT) | (symbols[next] ?? 0), first, first + (1 << (16 - length)))
    }
    code <<= 1
  }
  return table
}

/** Bytes that a reader may ask for behind the end of the data; a damaged file goes on asking. */
const MAX_MISSING = 16

/** Reads the data of a scan; what stands behind a marker is zeros. */
export class BitReader {
  #buffer = 0
  #count = 0
  #missing = 0

  constructor(
    private readonly file: Uint8Array,
    private at: number,
  ) {}

  /** The next symbol. Throws RangeError for bits that are no code. */
  symbol(table: HuffmanTable): number {
    this.#fill()
    const found = table[(this.#buffer >>> (this.#count - 16)) & 0xffff] ?? 0
    const length = found >> LENGTH_SHIFT
    if (length === 0) throw new RangeError('the JPEG has bits that are no code')
    this.#count -= length
    return found & 0xff
  }

  /** A number of so many bits, the lower half of whose values are negative (F.2.2.1). */
  signed(size: number): number {
    if (size === 0) return 0
    if (size > 16) throw new RangeError('the JPEG has a number of too many bits')
    this.#fill()
    const value = (this.#buffer >>> (this.#count - size)) & ((1 << size) - 1)
    this.#count -= size
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /** Goes on behind the next restart marker (E.2.4). Throws RangeError if another marker, or none, is next. */
  restart(): void {
    this.#count = 0
    while (this.file[this.at] === 0xff && this.file[this.at + 1] === 0xff) this.at++
    const marker = this.file[this.at + 1] ?? 0
    if (this.file[this.at] !== 0xff || marker < 0xd0 || marker > 0xd7)
      throw new RangeError('the JPEG lacks a restart marker')
    this.at += 2
    this.#missing = 0
  }

  /** Has at least 16 bits ready. */
  #fill(): void {
    while (this.#count < 16) {
      let byte = this.file[this.at] ?? 0
      if (byte === 0xff && this.file[this.at + 1] === 0) this.at += 2
      else if (byte === 0xff || this.at >= this.file.length) {
        byte = 0
        if (++this.#missing > MAX_MISSING) throw new RangeError('the data of the JPEG ends too early')
      } else this.at++
      this.#buffer = (this.#buffer << 8) | byte
      this.#count += 8
    }
  }
}
