/** Reading and replacing PDF objects the way the archive steps need them, on top of pdf-lib. */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { isUtf8 } from '../../text/utf8'
import { latin1, latin1Bytes } from '../content-stream'
import { decodeStream, MAX_STREAM_BYTES, plainBytes } from '../streams'
import { budgetOf, WorkLimitExceeded } from '../work-budget'

/** The dictionary of a dictionary or a stream; undefined for every other object. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object
  return object instanceof PDFStream ? object.dict : undefined
}

/** The dictionary (or a stream's dictionary) under `key`, references followed. */
export function dictAt(dict: PDFDict | undefined, key: string): PDFDict | undefined {
  return dictOf(dict?.lookup(PDFName.of(key)))
}

/** The stream under `key`, references followed. */
export function streamAt(dict: PDFDict | undefined, key: string): PDFStream | undefined {
  const found = dict?.lookup(PDFName.of(key))
  return found instanceof PDFStream ? found : undefined
}

/** The array under `key`, references followed. */
export function arrayAt(dict: PDFDict | undefined, key: string): PDFArray | undefined {
  const found = dict?.lookup(PDFName.of(key))
  return found instanceof PDFArray ? found : undefined
}

/** The number under `key`, references followed. */
export function numberAt(dict: PDFDict | undefined, key: string): number | undefined {
  const found = dict?.lookup(PDFName.of(key))
  return found instanceof PDFNumber ? found.asNumber() : undefined
}

/** The name under `key` without its slash, references followed. */
export function nameAt(dict: PDFDict | undefined, key: string): string | undefined {
  const found = dict?.lookup(PDFName.of(key))
  return found instanceof PDFName ? found.decodeText() : undefined
}

/** Whether a font's glyphs are contents (ISO 32000-1 9.6.5). */
export function isType3(font: PDFDict | undefined): font is PDFDict {
  return nameAt(font, 'Subtype') === 'Type3'
}

/** The numbers of an array; other elements count as 0. */
export function numbersOf(array: PDFArray | undefined): number[] {
  return (array?.asArray() ?? []).map((_, index) => {
    const value = array?.lookup(index)
    return value instanceof PDFNumber ? value.asNumber() : 0
  })
}

/** Name, referenced object and raw value of each entry of a resource category (`Font`, `XObject`, …). */
export function entriesOf(resources: PDFDict | undefined, category: string) {
  const found = dictAt(resources, category)
  return (found?.entries() ?? []).map(([key, value]) => ({
    name: key.decodeText(),
    value,
    object: value instanceof PDFRef ? resources?.context.lookup(value) : value,
  }))
}

/** Half the time of zlib's default for a tenth more bytes; `compress` stores them again. */
const LEVEL = 4

/** A new Flate stream with `data` (text is Latin-1), under the entries of `dict` that do not describe an encoding. */
export function flateStream(context: PDFContext, data: string | Uint8Array, dict?: PDFDict): PDFRawStream {
  const copy = dict ? dict.clone(context) : PDFDict.withContext(context)
  for (const key of ['DecodeParms', 'Length', 'DL']) copy.delete(PDFName.of(key))
  copy.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
  const bytes = typeof data === 'string' ? latin1Bytes(data) : data
  budgetOf(context).charge('bytes', bytes.length)
  return PDFRawStream.of(copy, plainBytes(deflateSync(bytes, { level: LEVEL })))
}

/**
 * The page's content streams joined, as the standard wants them read (ISO 32000-1 7.8.2). Throws WorkLimitExceeded for
 * more than one stream may have.
 */
export function pageContent(page: PDFPage): string {
  const contents = page.node.lookup(PDFName.of('Contents'))
  if (contents instanceof PDFStream) return latin1(decodeStream(contents))
  if (!(contents instanceof PDFArray)) return ''
  const pieces: string[] = []
  let length = 0
  for (let index = 0; index < contents.size(); index++) {
    const stream = contents.lookup(index)
    const piece = stream instanceof PDFStream ? latin1(decodeStream(stream)) : ''
    length += piece.length
    if (length > MAX_STREAM_BYTES)
      throw new WorkLimitExceeded('bytes', length, MAX_STREAM_BYTES, 'one page of this document')
    pieces.push(piece)
  }
  return pieces.join('\n')
}

/** Replaces all content of a page by one stream. */
export function setPageContent(page: PDFPage, content: string): void {
  const context = page.node.context
  page.node.set(PDFName.of('Contents'), context.register(flateStream(context, content)))
}

/** A page's resources, its own or inherited. */
export function pageResources(page: PDFPage): PDFDict | undefined {
  return dictOf(page.node.Resources())
}

/** The dictionary under `key`, made and linked if there is none. */
export function ensureDict(dict: PDFDict, key: string): PDFDict {
  const found = dictAt(dict, key)
  if (found) return found
  const made = PDFDict.withContext(dict.context)
  dict.set(PDFName.of(key), made)
  return made
}

/** Forgets every object that the trailer does not lead to. Streams left behind would be judged with the rest. */
export function dropUnreachable({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>()
  const { Root, Info, ID, Encrypt } = context.trailerInfo
  const open: (PDFObject | undefined)[] = [Root, Info, ID, Encrypt]
  const work = budgetOf(context)
  while (open.length > 0) {
    const object = open.pop()
    work.charge('objects')
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue
      reached.add(object)
      open.push(context.lookup(object))
    } else {
      const values = object instanceof PDFArray ? object.asArray() : (dictOf(object)?.values() ?? [])
      for (const value of values) open.push(value)
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}

/** The graphics states that `dict` is, or names as resources or a shading pattern, of any type (ISO 32000-1 8.4.5, 8.7.4). */
export function graphicsStatesOf(dict: PDFDict): PDFDict[] {
  const named = dictAt(dict, 'ExtGState')
  if (nameAt(dict, 'Type') === 'ExtGState') return [dict]
  if (!named) return []
  return [named, ...named.keys().flatMap((key) => dictOf(named.lookup(key)) ?? [])]
}

/** Every array of the document, wherever it stands. */
export function* arraysOf(context: PDFContext): Generator<PDFArray> {
  const work = budgetOf(context)
  for (const [, object] of context.enumerateIndirectObjects()) {
    const open = [object]
    for (let next = open.pop(); next; next = open.pop()) {
      work.charge('objects')
      if (next instanceof PDFArray) yield next
      const values = next instanceof PDFArray ? next.asArray() : (dictOf(next)?.values() ?? [])
      for (const value of values) open.push(value)
    }
  }
}

/** Every dictionary of the document, those of streams too, wherever it stands. */
export function* dictionariesOf(context: PDFContext): Generator<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const open = [object]
    for (let next = open.pop(); next; next = open.pop()) {
      const dict = dictOf(next)
      if (dict) yield dict
      const values = next instanceof PDFArray ? next.asArray() : (dict?.values() ?? [])
      for (const value of values) if (value instanceof PDFDict || value instanceof PDFArray) open.push(value)
    }
  }
}

/** Whether the bytes of a name are UTF-8, as those that mean a text must be (ISO 19005-2 6.1.8). */
export function isUnicode(name: PDFName): boolean {
  return isUtf8(name.asBytes())
}
