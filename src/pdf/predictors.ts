/** What a filter was given instead of the samples: their difference from neighbors (ISO 32000-2, 7.4.4.4; PNG 9.2). */
import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib'

const TIFF = 2
const MIN_PNG = 10

/** Samples beyond which no row is, as long as files that are accepted may be. */
const MAX_ROW_SAMPLES = 2 ** 28

type Rows = { colors: number; bits: number; bytes: number }

/**
 * The data of a filter without the predictor that its parameters name. A last row that breaks off is undone as far as it
 * goes. Undefined if the parameters make no sense.
 */
export function undoPredictor(data: Uint8Array, parameters: PDFDict | undefined): Uint8Array | undefined {
  const number = (key: string, fallback: number) => {
    const value = parameters?.lookup(PDFName.of(key))
    return value instanceof PDFNumber ? value.asNumber() : fallback
  }
  const predictor = number('Predictor', 1)
  if (predictor !== TIFF && predictor < MIN_PNG) return data
  const [colors, bits, columns] = [number('Colors', 1), number('BitsPerComponent', 8), number('Columns', 1)]
  const isWhole = [colors, columns].every((count) => Number.isInteger(count) && count > 0)
  if (!isWhole || ![1, 2, 4, 8, 16].includes(bits) || colors * columns > MAX_ROW_SAMPLES) return undefined
  const rows = { colors, bits, bytes: Math.ceil((colors * columns * bits) / 8) }
  return predictor === TIFF ? undoTiff(data, rows) : undoPng(data, rows)
}

/** Each row begins with the kind of its prediction, which goes by bytes. */
function undoPng(data: Uint8Array, { colors, bits, bytes }: Rows): Uint8Array {
  const rows = Math.ceil(data.length / (bytes + 1))
  const plain = new Uint8Array(data.length - rows)
  const step = Math.ceil((colors * bits) / 8)
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (bytes + 1)] ?? 0
    const begin = row * bytes
    const end = Math.min(begin + bytes, plain.length)
    for (let at = begin; at < end; at++) {
      const hasLeft = at - begin >= step
      const left = hasLeft ? (plain[at - step] ?? 0) : 0
      const above = row > 0 ? (plain[at - bytes] ?? 0) : 0
      const corner = hasLeft && row > 0 ? (plain[at - bytes - step] ?? 0) : 0
      plain[at] = (data[at + row + 1] ?? 0) + predicted(kind, left, above, corner)
    }
  }
  return plain
}

function predicted(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  if (kind !== 4) return 0
  const a = Math.abs(above - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(above + left - 2 * corner)
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

/** Each sample is the difference from that of the same color to its left. */
function undoTiff(data: Uint8Array, { colors, bits, bytes }: Rows): Uint8Array {
  const plain = data.slice()
  const inRow = Math.floor((bytes * 8) / bits)
  for (let begin = 0; begin < plain.length; begin += bytes) {
    const row = plain.subarray(begin, begin + bytes)
    const samples = Math.min(inRow, Math.floor((row.length * 8) / bits))
    for (let at = colors; at < samples; at++) addSample(row, bits, at, at - colors)
  }
  return plain
}

/** Adds one sample of a row to another, without a carry. */
function addSample(row: Uint8Array, bits: number, at: number, from: number): void {
  if (bits === 16) {
    const sum = word(row, at) + word(row, from)
    row[2 * at] = sum >> 8
    row[2 * at + 1] = sum
    return
  }
  const mask = (1 << bits) - 1
  const shift = (sample: number) => 8 - bits - ((sample * bits) & 7)
  const byte = (at * bits) >> 3
  const own = row[byte] ?? 0
  const sum = (own >> shift(at)) + ((row[(from * bits) >> 3] ?? 0) >> shift(from))
  row[byte] = (own & ~(mask << shift(at))) | ((sum & mask) << shift(at))
}

function word(row: Uint8Array, sample: number): number {
  return ((row[2 * sample] ?? 0) << 8) | (row[2 * sample + 1] ?? 0)
}
