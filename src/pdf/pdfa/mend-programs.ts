/**
 * Font programs under the name of what they are (ISO 32000-1 table 126). Readers look at the bytes and not at the name; the
 * standards look at both (ISO 19005-1 6.3.4, ISO 19005-2 6.2.11.4.1).
 */
import { type PDFContext, PDFName, type PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { decodeStream } from '../streams'
import { dictAt, dictionariesOf, flateStream, nameAt, numberAt, streamAt } from './objects'

const name = (key: string) => PDFName.of(key)
const KEYS = ['FontFile', 'FontFile2', 'FontFile3']

/** Returns whether any program was named anew. Throws WorkLimitExceeded. */
export function mendPrograms(context: PDFContext): boolean {
  let isChanged = false
  const fonts = [...dictionariesOf(context)].filter((dict) => nameAt(dict, 'Type') === 'Font')
  for (const font of fonts) {
    const descriptor = dictAt(font, 'FontDescriptor')
    const key = KEYS.find((one) => streamAt(descriptor, one))
    const stream = key && streamAt(descriptor, key)
    if (!descriptor || !stream) continue
    const named = programIn(stream, nameAt(font, 'Subtype') ?? '')
    if (!named || (named.key === key && isNamed(stream, named.entries))) continue
    for (const each of KEYS) descriptor.delete(name(each))
    const made = flateStream(context, named.bytes, context.obj(named.entries))
    descriptor.set(name(named.key), context.register(made))
    isChanged = true
  }
  return isChanged
}

type Named = { key: string; bytes: Uint8Array; entries: Record<string, number | string> }

function isNamed({ dict }: PDFStream, entries: Named['entries']): boolean {
  return Object.entries(entries).every(([key, value]) =>
    typeof value === 'number' ? numberAt(dict, key) === value : nameAt(dict, key) === value,
  )
}

/** What the bytes are, for a font of this type; undefined for what is unknown, or belongs to fonts of other types. */
function programIn(stream: PDFStream, type: string): Named | undefined {
  const bytes = decodeStream(stream)
  const start = latin1(bytes.subarray(0, 4))
  const isTrueType = type === 'TrueType' || type === 'CIDFontType2'
  if (isTrueType && (start === '\0\x01\0\0' || start === 'true'))
    return { key: 'FontFile2', bytes, entries: { Length1: bytes.length } }
  if (start === 'OTTO' && type !== 'TrueType')
    return { key: 'FontFile3', bytes, entries: { Subtype: 'OpenType' } }
  if (start.startsWith('\x01\0') && (type === 'Type1' || type === 'CIDFontType0'))
    return {
      key: 'FontFile3',
      bytes,
      entries: { Subtype: type === 'Type1' ? 'Type1C' : 'CIDFontType0C' },
    }
  return type === 'Type1' && start.startsWith('%!') ? type1In(bytes) : undefined
}

/** A Type 1 program with the lengths of its parts. */
function type1In(bytes: Uint8Array): Named | undefined {
  const text = latin1(bytes)
  const keyword = text.indexOf('eexec')
  if (keyword < 0) return undefined
  let start = keyword + 'eexec'.length
  if (text[start] === '\r' && text[start + 1] === '\n') start += 2
  else if (/[\s]/.test(text[start] ?? '')) start++
  // Behind the encrypted part stand zeros, and the operator that clears what was marked.
  const mark = text.lastIndexOf('cleartomark')
  let end = mark < start ? bytes.length : mark
  while (mark > start && end > start && '0 \r\n\t'.includes(text[end - 1] ?? '-')) end--
  return {
    key: 'FontFile',
    bytes,
    entries: { Length1: start, Length2: end - start, Length3: bytes.length - end },
  }
}
