/** Type 1 programs (Adobe Type 1 Font Format). */

import { latin1 } from '../../content-stream'
import type { WorkBudget } from '../../work-budget'
import { codesOf, STANDARD_ENCODING } from './encodings'
import type { FontProgram } from './font-program'

const EEXEC_KEY = 55_665
const CHARSTRING_KEY = 4330

/** What a byte costs that is decrypted, a glyph that is kept, and a step of its program, in operators. */
const COST = { byte: 1 / 12, glyph: 16, step: 1 / 8 } as const

/** Undefined if the encrypted part or the glyphs in it cannot be found. Throws WorkLimitExceeded. */
export function parseType1(file: Uint8Array, work: WorkBudget): FontProgram | undefined {
  const bytes = withoutSegments(file)
  const text = latin1(bytes)
  const start = text.indexOf('eexec')
  if (start < 0) return undefined
  work.charge('operators', bytes.length * COST.byte)
  const clear = text.slice(0, start)
  const hidden = decryptEexec(bytes, start + 'eexec'.length)
  const glyphs = readGlyphs(hidden, work)
  if (glyphs.size === 0) return undefined
  const names = [...new Set(['.notdef', ...glyphs.keys()])]
  const places = new Map(names.map((name, glyph) => [name, glyph]))
  const matrix = Number(/\/FontMatrix\s*\[\s*([\d.eE+-]+)/.exec(clear)?.[1] ?? 0.001) || 0.001
  const encoding = readEncoding(clear)
  const measure = (divide: (dividend: number, divisor: number) => number) => (glyph: number) => {
    const code = glyphs.get(names[glyph] ?? '')
    const width = code && widthIn(code, work, divide)
    return width === undefined ? undefined : width * matrix * 1000
  }
  return {
    glyphs: names.length,
    widthOf: measure((dividend, divisor) => dividend / divisor),
    truncatedWidthOf: measure((dividend, divisor) => Math.trunc(dividend / divisor)),
    glyphNames: () => names,
    glyphNamed: (name) => (glyphs.has(name) ? places.get(name) : undefined),
    nameOfCode: (code) => encoding.get(code),
    maps: [],
  }
}

/** A program as files have it is in segments, each with a head of six bytes. */
function withoutSegments(file: Uint8Array): Uint8Array {
  if (file[0] !== 0x80) return file
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const plain = new Uint8Array(file.length)
  let size = 0
  for (
    let at = 0;
    at + 6 <= file.length && file[at] === 0x80 && (file[at + 1] === 1 || file[at + 1] === 2);
  ) {
    const end = at + 6 + view.getUint32(at + 2, true)
    const segment = file.subarray(at + 6, end)
    plain.set(segment, size)
    size += segment.length
    at = end
  }
  return plain.subarray(0, size)
}

function decryptEexec(bytes: Uint8Array, keyword: number): Uint8Array {
  const data = encryptedPart(bytes, keyword)
  const plain = isInDigits(data) ? Buffer.from(latin1(data).replace(/[^0-9A-Fa-f]/g, ''), 'hex') : data
  return decrypt(plain, EEXEC_KEY, 4)
}

function encryptedPart(bytes: Uint8Array, keyword: number): Uint8Array {
  let at = keyword
  while ([9, 10, 13, 32].includes(bytes[at] ?? 0)) at++
  return bytes.subarray(at)
}

function isInDigits(data: Uint8Array): boolean {
  return /^[0-9A-Fa-f\s]{8}/.test(latin1(data.subarray(0, 8)))
}

/** Whether the encrypted part of a program is written in hexadecimal digits, as outside of PDF (ISO 32000-1 9.9). */
export function isEncryptedInDigits(file: Uint8Array): boolean {
  const keyword = Buffer.from(file.buffer, file.byteOffset, file.byteLength).indexOf('eexec')
  return keyword >= 0 && isInDigits(encryptedPart(file, keyword + 'eexec'.length))
}

function decrypt(data: Uint8Array, key: number, skipped: number): Uint8Array {
  let state = key
  const plain = data.map((byte) => {
    const clear = byte ^ (state >> 8)
    state = ((byte + state) * 52_845 + 22_719) & 0xffff
    return clear
  })
  return plain.subarray(skipped)
}

/** The charstrings by name: `/name length RD bytes`. */
function readGlyphs(hidden: Uint8Array, work: WorkBudget): Map<string, Uint8Array> {
  const text = latin1(hidden)
  const skipped = Number(/\/lenIV\s+(\d{1,2})/.exec(text)?.[1] ?? 4)
  const glyphs = new Map<string, Uint8Array>()
  let at = text.indexOf('/CharStrings')
  if (at < 0) return glyphs
  const entry = /\/([^\s/]{1,127})\s+(\d{1,5})\s+\S{1,9} /y
  for (at = text.indexOf('/', at + 1); at >= 0; ) {
    entry.lastIndex = at
    const match = entry.exec(text)
    if (!match) {
      at = text.indexOf('/', at + 1)
      continue
    }
    work.charge('operators', COST.glyph)
    const start = at + match[0].length
    const end = start + Number(match[2])
    const name = match[1] ?? ''
    if (!glyphs.has(name)) glyphs.set(name, decrypt(hidden.subarray(start, end), CHARSTRING_KEY, skipped))
    at = text.indexOf('/', end)
  }
  return glyphs
}

/** The width that the first operator, `hsbw` or `sbw`, sets. */
function widthIn(
  code: Uint8Array,
  work: WorkBudget,
  divide: (dividend: number, divisor: number) => number,
): number | undefined {
  const stack: number[] = []
  for (let at = 0; at < code.length; ) {
    work.charge('operators', COST.step)
    const first = code[at++] ?? 0
    const byte = () => code[at++] ?? 0
    if (first === 255) stack.push((byte() << 24) | (byte() << 16) | (byte() << 8) | byte())
    else if (first >= 251) stack.push(-(first - 251) * 256 - byte() - 108)
    else if (first >= 247) stack.push((first - 247) * 256 + byte() + 108)
    else if (first >= 32) stack.push(first - 139)
    else if (first === 13) return stack[1]
    else if (first === 12) {
      const second = byte()
      if (second === 7) return stack[2]
      if (second !== 12) return undefined
      const [divisor = 1, dividend = 0] = [stack.pop(), stack.pop()]
      stack.push(divide(dividend, divisor))
    } else return undefined
  }
  return undefined
}

function readEncoding(clear: string): Map<number, string> {
  const start = clear.indexOf('/Encoding')
  if (start < 0 || /^\/Encoding\s+StandardEncoding/.test(clear.slice(start, start + 60))) {
    return codesOf(STANDARD_ENCODING)
  }
  const codes = new Map<number, string>()
  for (const [, code, name] of clear.slice(start).matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]{1,127})\s+put/g)) {
    codes.set(Number(code), name ?? '')
  }
  return codes
}
