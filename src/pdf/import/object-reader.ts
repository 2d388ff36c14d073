/**
 * Reads the objects of a file of a stranger (ISO 32000-2, 7.3) into pdf-lib's classes. pdf-lib's own parser cuts streams
 * with an indirect length at a keyword, grows a text by a node a byte, and follows a file wherever that leads.
 * Mistakes that every reader forgives are forgiven; each byte looked at and each object made is paid for.
 */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import '../name-pool'
import '../number-pool'
import '../reference-pool'
import { CODE, isDigit, isLineEnd, isNumeric, isRegular, isSpace, withoutEscapes } from './characters'
import type { ParseBudget } from './parse-budget'

/** The bytes are not what stands there in a sound file. */
export class MalformedPdf extends Error {}

/** Arrays and dictionaries within each other; producers make less than twenty. */
const MAX_DEPTH = 500
/** The largest number of an object: what 32 bits hold. References to greater ones are null. */
const MAX_OBJECT_NUMBER = 2 ** 32 - 1

/** Keywords that end whatever is open, since no value contains them. */
const ENDS = new Set(['endobj', 'endstream', 'stream', 'xref', 'trailer', 'startxref'])

export class ObjectReader {
  /** Where the next byte is read. */
  at = 0
  /** Undoes the encryption of a string, where the file has one. */
  decryptString: ((bytes: Uint8Array) => Uint8Array) | undefined
  private readonly text: Buffer

  /** `onReference` is told each reference that is read. */
  constructor(
    readonly bytes: Uint8Array,
    private readonly context: PDFContext,
    private readonly budget: ParseBudget,
    private readonly onReference: (ref: PDFRef) => void = () => {},
  ) {
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  skipSpace(): void {
    const start = this.at
    for (;;) {
      while (this.at < this.bytes.length && isSpace(this.byte())) this.at++
      if (this.byte() !== CODE.percent) break
      while (this.at < this.bytes.length && !isLineEnd(this.byte())) this.at++
    }
    this.budget.look(this.at - start + 1)
  }

  /** Reads an unsigned whole number. Throws MalformedPdf if there is none. */
  integer(): number {
    this.skipSpace()
    const start = this.at
    while (isDigit(this.byte()) && this.at - start < 16) this.at++
    this.budget.look(this.at - start)
    if (this.at === start) throw new MalformedPdf('a number is missing')
    return Number(this.slice(start, this.at))
  }

  /** Reads a keyword if it stands here, with nothing regular behind it unless `open`. */
  keyword(word: string, open = false): boolean {
    this.skipSpace()
    const end = this.at + word.length
    this.budget.look(word.length)
    for (let index = 0; index < word.length; index++)
      if (this.bytes[this.at + index] !== word.charCodeAt(index)) return false
    if (!open && end < this.bytes.length && isRegular(this.bytes[end] ?? 0)) return false
    this.at = end
    return true
  }

  /** Reads one value; what is none is null. Throws MalformedPdf at the end of the bytes, and if values nest too deep. */
  value(depth = 0): PDFObject {
    this.budget.object()
    this.skipSpace()
    if (depth > MAX_DEPTH) throw new MalformedPdf('values are nested too deep')
    const first = this.byte()
    if (this.at >= this.bytes.length) throw new MalformedPdf('the file ends within an object')
    if (first === CODE.slash) return this.name()
    if (first === CODE.openText) return this.string()
    if (first === CODE.less && this.bytes[this.at + 1] === CODE.less) return this.dictionary(depth)
    if (first === CODE.less) return this.hexString()
    if (first === CODE.openArray) return this.array(depth)
    if (isNumeric(first)) return this.numberOrReference()
    const word = this.word()
    if (word === 'true') return PDFBool.True
    if (word === 'false') return PDFBool.False
    if (ENDS.has(word)) this.at -= word.length
    return PDFNull
  }

  private slice(from: number, to: number): string {
    return this.text.toString('latin1', from, to)
  }

  private byte(): number {
    return this.bytes[this.at] ?? 0
  }

  /** The run of regular characters here; one character if there are none. */
  private word(): string {
    const start = this.at
    while (this.at < this.bytes.length && isRegular(this.byte())) this.at++
    if (this.at === start) this.at++
    this.budget.look(this.at - start)
    return this.slice(start, this.at)
  }

  /** Whether a keyword stands here that ends what is open. */
  private isEnd(): boolean {
    const first = this.byte()
    if (!isRegular(first) || isDigit(first)) return false
    const start = this.at
    const isEnd = ENDS.has(this.word())
    this.at = start
    return isEnd
  }

  private array(depth: number): PDFArray {
    const array = PDFArray.withContext(this.context)
    this.at++
    for (this.skipSpace(); this.byte() !== CODE.closeArray; this.skipSpace()) {
      if (this.isEnd()) return array
      array.push(this.value(depth + 1))
    }
    this.at++
    return array
  }

  private dictionary(depth: number): PDFDict {
    this.budget.dictionary()
    const entries = new Map<PDFName, PDFObject>()
    this.at += 2
    for (this.skipSpace(); this.byte() !== CODE.greater; this.skipSpace()) {
      if (this.at >= this.bytes.length) throw new MalformedPdf('the file ends within a dictionary')
      if (this.isEnd()) return PDFDict.fromMapWithContext(entries, this.context)
      if (this.byte() !== CODE.slash) {
        this.value(depth + 1)
        continue
      }
      const key = this.name()
      this.skipSpace()
      // A key without a value is the last thing before the end.
      if (this.byte() === CODE.greater && this.bytes[this.at + 1] === CODE.greater) break
      entries.set(key, this.value(depth + 1))
    }
    this.at += this.bytes[this.at + 1] === CODE.greater ? 2 : 1
    return PDFDict.fromMapWithContext(entries, this.context)
  }

  private name(): PDFName {
    const start = ++this.at
    while (this.at < this.bytes.length && isRegular(this.byte())) this.at++
    this.budget.look(this.at - start + 1)
    this.budget.scalar(this.at - start)
    const name = PDFName.of(withoutEscapes(this.slice(start, this.at)))
    this.budget.name(name)
    return name
  }

  private string(): PDFString | PDFHexString {
    const start = this.at + 1
    let depth = 0
    for (; this.at < this.bytes.length; this.at++) {
      const character = this.byte()
      if (character === CODE.backslash) this.at++
      else if (character === CODE.openText) depth++
      else if (character === CODE.closeText && --depth === 0) break
    }
    this.budget.look(this.at - start + 1)
    if (this.at >= this.bytes.length) throw new MalformedPdf('the file ends within a text')
    this.budget.scalar(this.at - start)
    const string = PDFString.of(this.slice(start, this.at++))
    return this.decryptString ? hexOf(this.decryptString(string.asBytes())) : string
  }

  private hexString(): PDFHexString {
    const start = this.at + 1
    const end = this.text.indexOf('>', start)
    this.budget.look((end < 0 ? this.bytes.length : end) - start + 1)
    if (end < 0) throw new MalformedPdf('the file ends within a text')
    this.budget.scalar((end - start) / 2)
    this.at = end + 1
    const digits = this.slice(start, end).replace(/[^0-9a-f]/gi, '')
    const string = PDFHexString.of(digits.length % 2 === 0 ? digits : `${digits}0`)
    return this.decryptString ? hexOf(this.decryptString(string.asBytes())) : string
  }

  private numberOrReference(): PDFNumber | PDFRef | typeof PDFNull {
    const start = this.at
    const number = this.number()
    const end = this.at
    if (Number.isInteger(number) && number > 0 && isDigit(this.bytes[start] ?? 0)) {
      const generation = this.generation()
      if (generation !== undefined) {
        if (number > MAX_OBJECT_NUMBER) return PDFNull
        const ref = PDFRef.of(number, generation)
        this.onReference(ref)
        return ref
      }
      this.at = end
    }
    return PDFNumber.of(number)
  }

  private number(): number {
    const start = this.at
    while (isNumeric(this.byte())) this.at++
    this.budget.look(this.at - start)
    const text = this.slice(start, Math.min(this.at, start + 100))
    const match = /^([+-]*)(\d*\.?\d*)/.exec(text)
    // A hundred digits are a finite number.
    const value = Number(match?.[2] || 0)
    return match?.[1]?.startsWith('-') ? -value : value
  }

  /** The rest of a reference, `0 R`; undefined if something else stands here. */
  private generation(): number | undefined {
    if (!isSpace(this.byte())) return undefined
    const start = this.at
    while (isSpace(this.byte()) && this.at < this.bytes.length) this.at++
    const digits = this.at
    while (isDigit(this.byte()) && this.at - digits < 6) this.at++
    const end = this.at
    while (isSpace(this.byte()) && this.at < this.bytes.length) this.at++
    this.budget.look(this.at - start)
    if (end === digits || this.byte() !== CODE.reference) return undefined
    this.at++
    return Number(this.slice(digits, end))
  }
}

function hexOf(bytes: Uint8Array): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex'))
}
