/** The contents of object streams and cross-reference streams, within what a file may unpack to. */
import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, type PDFRawStream, PDFRef } from 'pdf-lib'
import { undoPredictor } from '../predictors'
import { filters, plainBytes } from '../streams'
import { MalformedPdf } from './object-reader'
import { type ParseBudget, ParseBudgetExceeded } from './parse-budget'

/**
 * Unpacks a stream that is plain or deflated once, predictor undone. Throws ParseBudgetExceeded and MalformedPdf. Other
 * filters are refused: no producer packs objects with them, and what damaged data come to would depend on who reads them.
 */
export function unpack(stream: PDFRawStream, budget: ParseBudget): Uint8Array {
  const contents = inflated(stream, budget)
  budget.packed(contents.length)
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'))
  const own = parameters instanceof PDFArray ? parameters.lookup(0) : parameters
  const plain = undoPredictor(contents, own instanceof PDFDict ? own : undefined)
  if (!plain) throw new MalformedPdf('packed objects cannot be read')
  return plain
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
      return plainBytes(inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }))
    } catch (error) {
      if (!(error instanceof RangeError)) {
        budget.look(maxOutputLength)
        throw new MalformedPdf('packed objects cannot be read')
      }
      if (limit >= most) throw new ParseBudgetExceeded('inflates to more than is accepted')
    }
  }
}
