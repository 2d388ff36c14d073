/** Objects as text that is the same for equal ones, whatever their references are. */
import { PDFArray, type PDFContext, type PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { decodeStream } from '../streams'
import { budgetOf } from '../work-budget'
import { dictOf } from './objects'

/** Objects that are looked at for one text, each time one is. */
const MAX_OBJECTS = 10_000
/** Entries that say how a stream is stored. */
const STORAGE = new Set(['/Filter', '/DecodeParms', '/Length', '/DL'])

/**
 * An object with all that it refers to, streams decoded; undefined if that is too much. Throws WorkLimitExceeded, and a
 * RangeError for a stream that is too large.
 */
export function serialize(object: PDFObject | undefined, context: PDFContext): string | undefined {
  const work = budgetOf(context)
  const parts: string[] = []
  const open: (PDFObject | string | undefined)[] = [object]
  for (let count = 0; open.length > 0; count++) {
    if (count > MAX_OBJECTS) return undefined
    work.charge('objects')
    const next = open.pop()
    const found = next instanceof PDFRef ? context.lookup(next) : next
    const dict = typeof found === 'string' ? undefined : dictOf(found)
    if (found instanceof PDFStream) parts.push(latin1(decodeStream(found)))
    if (found instanceof PDFArray) open.push(']', ...found.asArray().toReversed(), '[')
    else if (dict) open.push('>>', ...entriesOf(dict), '<<')
    else parts.push(String(found))
  }
  return parts.join(' ')
}

/** In the order of their names, each name behind its value, as a list that is read from its end. */
function entriesOf(dict: PDFDict): (PDFObject | string)[] {
  return dict
    .entries()
    .map(([key, value]): [string, PDFObject] => [String(key), value])
    .filter(([key]) => !STORAGE.has(key))
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([key, value]) => [value, key])
}
