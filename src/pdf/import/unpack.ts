/** The contents of object streams and cross-reference streams, within what a file may unpack to. */
import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream, PDFRef } from 'pdf-lib'
import { filters } from '../streams'
import { MalformedPdf } from './object-reader'
import { type ParseBudget, ParseBudgetExceeded } from './parse-budget'

/**
 * Unpacks a stream that is plain or deflated once, predictor undone. Throws ParseBudgetExceeded and MalformedPdf. Other filters are refused: no
 * producer packs objects with them, and what damaged data come to would depend on who reads them.
 */
export function unpack(stream: PDFRawStream, budget: ParseBudget): Uint8Array {
  const contents = inflated(stream, budget)
  budget.packed(contents.length)
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'))
  const own = parameters instanceof PDFArray ? parameters.lookup(0) : parameters
  return own instanceof PDFDict ? withoutPredictor(contents, own) : contents
}

function inflated({ dict, contents }: PDFRawStream, budget: ParseBudget): Uint8Array {
  const names = filters(dict)
  const isElsewhere = ['Filter', 'DecodeParms'].some((key) => dict.get(PDFName.of(key)) instanceof PDFRef)
  if (isElsewhere || names.length > 1 || !['FlateDecode', 'Fl', undefined].includes(names[0])) {
    throw new ParseBudgetExceeded('packs its objects with a filter that is not accepted')
  }
  if (names.length === 0) return contents
  return inflateWithin(contents, budget)
}

/** Streams of objects rarely inflate to more than so many times their size. */
const USUAL_RATIO = 8

/**
 * Damaged data are not free: they are paid for by what was tried, which is at most twice what they inflate to. For that
 * the output may grow step by step only.
 */
function inflateWithin(data: Uint8Array, budget: ParseBudget): Uint8Array {
  const most = Math.max(1, budget.packedLeft)
  for (let limit = Math.max(1, data.length * USUAL_RATIO); ; limit *= 2) {
    const maxOutputLength = Math.min(limit, most)
    try {
      return new Uint8Array(inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }))
    } catch (error) {
      if (!(error instanceof RangeError)) {
        budget.look(maxOutputLength)
        throw new MalformedPdf('packed objects cannot be read')
      }
      if (limit >= most) throw new ParseBudgetExceeded('inflates to more than is accepted')
    }
  }
}

/** Undoes a PNG predictor (ISO 32000-2, 7.4.4.4; PNG 9.2) of bytes, the only kind that packs objects. */
function withoutPredictor(data: Uint8Array, parameters: PDFDict): Uint8Array {
  const number = (key: string, fallback: number) => {
    const value = parameters.lookup(PDFName.of(key))
    return value instanceof PDFNumber ? value.asNumber() : fallback
  }
  if (number('Predictor', 1) < 10) return data
  const width = number('Columns', 1)
  if (!Number.isInteger(width) || width < 1 || width > 65_535 || number('Colors', 1) !== 1) {
    throw new MalformedPdf('packed objects cannot be read')
  }
  const rows = Math.floor(data.length / (width + 1))
  const plain = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (width + 1)] ?? 0
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0
      const above = row > 0 ? (plain[at - width] ?? 0) : 0
      const corner = row > 0 && column > 0 ? (plain[at - width - 1] ?? 0) : 0
      plain[at] = (data[row * (width + 1) + 1 + column] ?? 0) + predicted(kind, left, above, corner)
    }
  }
  return plain
}

function predicted(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  if (kind !== 4) return 0
  const [a, b, c] = [above - corner, left - corner, above + left - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
