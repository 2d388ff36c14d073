/**
 * What is checked in the bytes of somebody else's PDF before a parser sees them: a small file can inflate to a
 * gigabyte, and a parser finds that out too late. All limits count bytes and objects, never time.
 */
import { inflateSync } from 'node:zlib'
import { type WorkBudget, WorkLimitExceeded } from '../budget'

export const limits = {
  /** Of the file, in bytes. */
  file: 20 * 2 ** 20,
  /** That one stream may inflate to, in bytes. */
  stream: 32 * 2 ** 20,
  /** That all streams together may inflate to, in bytes. */
  inflated: 128 * 2 ** 20,
  /** Streams in the file. */
  streams: 20_000,
  pages: 500,
  /** Levels of the page tree; producers make less than ten. */
  pageDepth: 100,
} as const

/** Why these bytes cannot be merged, in words that follow "the file"; nothing where they may be parsed. */
export function refusal(bytes: Uint8Array, work?: WorkBudget): string | undefined {
  if (bytes.length > limits.file) return `is larger than ${limits.file / 2 ** 20} MB`
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.subarray(0, 1024).indexOf('%PDF-') < 0) return notPdf(file)
  if (file.subarray(-2048).indexOf('%%EOF') < 0) return 'is truncated: its end is missing'
  return inflates(file, work)
}

function notPdf(file: Buffer): string {
  const start = file.subarray(0, 512).toString('latin1').trimStart().toLowerCase()
  if (start === '') return 'is empty'
  return start.startsWith('<') ? 'is no PDF but HTML or XML' : 'is no PDF'
}

/**
 * Inflates every stream once with nothing kept, until a budget is spent. Each is read as far as the next end of a stream,
 * so that no byte is inflated twice: data that hold that word break off early, and are counted when they are decoded.
 */
function inflates(file: Buffer, work: WorkBudget | undefined): string | undefined {
  let budget: number = limits.inflated
  let streams = 0
  let end = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (at >= 3 && file.toString('latin1', at - 3, at) === 'end') continue
    if (++streams > limits.streams) return `has more than ${limits.streams} streams`
    const dictionary = dictionaryBefore(file, at)
    if (/\/(ObjStm|XRef)\b/.test(dictionary) && /\/(ASCII|LZW|RunLength|Crypt)/.test(dictionary)) {
      return 'packs its objects with a filter that is not accepted'
    }
    if (end < at) end = file.indexOf('endstream', at)
    if (end < 0) return
    const data = file.subarray(file[at + 6] === 0x0d ? at + 8 : at + 7, end)
    if (!startsDeflated(data)) continue
    try {
      const { length } = inflateSync(data, { maxOutputLength: Math.min(limits.stream, budget) })
      budget -= length
      work?.charge('bytes', length)
    } catch (error) {
      if (error instanceof WorkLimitExceeded) throw error
      if (error instanceof RangeError) return 'inflates to more than is accepted'
      // Damaged data is the parser's business.
    }
  }
}

/** The text between the object's number and its stream, escapes in names undone. */
function dictionaryBefore(file: Buffer, stream: number): string {
  const text = file.toString('latin1', Math.max(0, stream - 2048), stream)
  const dictionary = text.slice(Math.max(0, text.lastIndexOf(' obj')))
  return dictionary.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A zlib header (RFC 1950, 2.2). */
function startsDeflated(data: Buffer): boolean {
  const [method = 0, flags = 0] = data
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}
