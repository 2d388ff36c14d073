/**
 * How a file is written, byte by byte: ISO 19005-1 6.1.3, 6.1.4, 6.1.7, 6.1.8 and 6.1.12, ISO 19005-2 6.1.3, 6.1.4, 6.1.7.1
 * and 6.1.9. Only files of others break these, so that only `POST /v1/inspect` asks them.
 */
import { Buffer } from 'node:buffer'
import { PDFContext, PDFRawStream } from 'pdf-lib'
import { isSpace } from '../../import/characters'
import { readCrossReferences } from '../../import/cross-references'
import { ParseBudget } from '../../import/parse-budget'
import { budgetOf } from '../../work-budget'
import { numberAt } from '../objects'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const syntaxRules: Rule[] = [
  { part1: '6.1.3', part2: '6.1.3', find: lastTrailer },
  { part1: '6.1.4', part2: '6.1.4', find: crossReferenceTables },
  { part1: '6.1.7', part2: '6.1.7.1', find: streams },
  { part1: '6.1.8', part2: '6.1.9', find: objects },
  { part1: '6.1.12', find: writtenReals },
]

function bufferOf({ bytes }: OpenFile): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Characters of a line of a table, and of a trailer, that are looked at. */
const LINE = 40
const TRAILER = 4096

/** Where the newest cross-references begin. */
function newestStart(buffer: Buffer): number {
  const at = buffer.lastIndexOf('startxref')
  const said = at < 0 ? undefined : /^startxref\s+(\d{1,15})/.exec(buffer.toString('latin1', at, at + LINE))
  return said ? behindSpace(buffer, Number(said[1])) : -1
}

/** Readers forgive white space in front. */
function behindSpace(buffer: Buffer, at: number): number {
  return at + (/^\s*/.exec(buffer.toString('latin1', at, at + LINE))?.[0].length ?? 0)
}

/** The trailer of the table or stream that begins at a place. */
function trailerAt(buffer: Buffer, start: number): string {
  const isTable = buffer.toString('latin1', start, start + 4) === 'xref'
  const from = isTable ? buffer.indexOf('trailer', start) : start
  const to = from < 0 ? -1 : buffer.indexOf(isTable ? 'startxref' : 'stream', from)
  return to < 0 ? '' : buffer.toString('latin1', from, Math.min(to, from + TRAILER))
}

/** The newest trailer identifies the file. */
function lastTrailer(file: OpenFile): ConformanceFinding[] {
  const buffer = bufferOf(file)
  const start = newestStart(buffer)
  const isIdentified = start < 0 || /\/ID[\s[]/.test(trailerAt(buffer, start))
  return when(!isIdentified, 'The last trailer has no file identifier.')
}

/** `xref` and the two numbers of each section stand alone on their lines, and one space is between these. */
function crossReferenceTables(file: OpenFile): ConformanceFinding[] {
  const buffer = bufferOf(file)
  const passed = new Set<number>()
  let isWrong = false
  for (let at = newestStart(buffer); at >= 0 && at < buffer.length && !passed.has(at); ) {
    passed.add(at)
    budgetOf(file.doc.context).charge('objects')
    if (buffer.toString('latin1', at, at + 4) === 'xref') isWrong ||= !isTable(buffer, at)
    const former = /\/Prev\s+(\d{1,15})/.exec(trailerAt(buffer, at))
    at = former ? behindSpace(buffer, Number(former[1])) : -1
  }
  return when(isWrong, 'A cross-reference table is not written as the standard says.')
}

/** Bytes of an entry. */
const ENTRY = 20

function isTable(buffer: Buffer, start: number): boolean {
  const head = /^xref(?:\r\n|\r|\n)(?=\d)/.exec(buffer.toString('latin1', start, start + LINE))
  if (!head) return false
  for (let at = start + head[0].length; ; ) {
    const line = buffer.toString('latin1', at, at + LINE)
    if (/^\s{0,9}trailer/.test(line)) return true
    const section = /^\d{1,10} (\d{1,10}) ?(?:\r\n|\r|\n)/.exec(line)
    if (!section) return false
    at += section[0].length + ENTRY * Number(section[1])
  }
}

/** Lengths are right, and the lines of the keywords around the data end where they must. */
async function streams(file: OpenFile): Promise<ConformanceFinding[]> {
  const { bytes } = file
  const buffer = bufferOf(file)
  let [isMisplaced, isOtherLength] = [false, false]
  for (const stream of file.streams) {
    // What was decrypted is no part of the file.
    if (!(stream instanceof PDFRawStream) || stream.contents.buffer !== bytes.buffer) continue
    const { contents, dict } = stream
    const start = contents.byteOffset - bytes.byteOffset
    const before = buffer.toString('latin1', Math.max(0, start - 8), start)
    const after = buffer.toString('latin1', start + contents.length, start + contents.length + 11)
    isMisplaced ||= !/stream\r?\n$/.test(before) || !/^(?:\r\n|\r|\n)endstream/.test(after)
    isOtherLength ||= numberAt(dict, 'Length') !== contents.length
  }
  for (const { start, length } of await saidLengths(file)) {
    isOtherLength ||= !/^(?:\r\n|\r|\n)endstream/.test(
      buffer.toString('latin1', start + length, start + length + 11),
    )
  }
  return [
    ...when(isMisplaced, 'The data of a stream do not stand on lines of their own.'),
    ...when(isOtherLength, 'A stream has another length than it says.'),
  ]
}

/** Streams that say their length themselves, as written, whether anything leads to them or not: where their data begin, and that length. */
async function saidLengths(file: OpenFile): Promise<{ start: number; length: number }[]> {
  const buffer = bufferOf(file)
  return (await startsOf(file)).flatMap((from) => {
    const text = buffer.toString('latin1', from, from + TRAILER)
    const head = /^[^()]*?>>\s{0,9}stream(?:\r\n|\n)/.exec(text)?.[0]
    const length = /\/Length (\d{1,10})\s{0,9}[/>]/.exec(head ?? '')?.[1]
    const isWhole = head !== undefined && length !== undefined && !head.includes('endobj')
    return isWhole ? [{ start: from + head.length, length: Number(length) }] : []
  })
}

const startsOfFile = new WeakMap<OpenFile, Promise<number[]>>()

/** Where objects begin that stand in the file themselves, in order; none if the cross-references are damaged. Read once for all rules. */
function startsOf(file: OpenFile): Promise<number[]> {
  const known = startsOfFile.get(file) ?? readStarts(file)
  startsOfFile.set(file, known)
  return known
}

async function readStarts({ bytes, doc }: OpenFile): Promise<number[]> {
  const budget = new ParseBudget(bytes.length, budgetOf(doc.context))
  const found = await readCrossReferences(bytes, PDFContext.create(), budget).catch(() => undefined)
  const starts = [...(found?.entries.values() ?? [])].flatMap((entry) =>
    entry.kind === 'plain' ? [textAt(bytes, entry.offset)] : [],
  )
  return starts.sort((one, other) => one - other)
}

/** Where the next text begins: readers pass over what an offset has in front of its object. */
function textAt(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at < bytes.length && isSpace(bytes[at] ?? 0)) at++
  return at
}

const HEAD = /^[\r\n]\d{1,10}[\0\t\n\f\r ]\d{1,5}[\0\t\n\f\r ]obj(?:\r|\n)/

async function objects(file: OpenFile): Promise<ConformanceFinding[]> {
  const buffer = bufferOf(file)
  const starts = await startsOf(file)
  const isWrong = starts.some((start, index) => {
    const next = starts[index + 1] ?? buffer.length
    const end = buffer.lastIndexOf('endobj', next)
    const isWhole =
      end >= start && /^[\r\n]endobj(?:[\r\n]|$)/.test(buffer.toString('latin1', end - 1, end + 7))
    return !isWhole || !HEAD.test(buffer.toString('latin1', start - 1, start + LINE))
  })
  return when(isWrong, 'An object does not begin or end on a line of its own.')
}

/** A whole number may be larger if it is written without a point. */
async function writtenReals(file: OpenFile): Promise<ConformanceFinding[]> {
  const buffer = bufferOf(file)
  const starts = await startsOf(file)
  const isWrong = starts.some((start, index) => {
    const next = starts[index + 1] ?? buffer.length
    const data = buffer.indexOf('stream', start)
    const text = buffer.toString('latin1', start, data < 0 ? next : Math.min(data, next))
    return /\d{5}\./.test(text) && hasLargeReal(text)
  })
  return when(isWrong, 'A number is larger than 32,767. PDF/A-2b has no such limit.')
}

/** Texts aside, in whose brackets such a number is one of their words. */
function hasLargeReal(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/\\[\s\S]|[()]|[\s[+-]\d{5,20}\./g)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (depth === 0 && !token.startsWith('\\') && Number(token.slice(1)) > 32_767) return true
  }
  return false
}
