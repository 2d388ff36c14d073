/**
 * Glyphs that stand for no character: vertical and other alternates that Chromium's fonts leave unnamed, and ligatures
 * of combining marks (Arabic shadda with fatha), which it names U+0000. Level A and PDF/UA want every shown code named
 * (ISO 19005-1 6.3.8, ISO 14289-1 7.21.7): these become U+FFFD. What such a glyph says stands in the ActualText that
 * Chromium gives its cluster, which readers take in its place (ISO 32000-1 14.9.4).
 */
import { type PDFDict, type PDFDocument, PDFName, type PDFStream } from 'pdf-lib'
import { hexDigits, latin1, operations, shownParts } from '../content'
import { decodeStream } from '../streams'
import { type Content, contentsOf } from './contents'
import { dictAt, dictOf, entriesOf, flateStream, nameAt, streamAt } from './objects'
import { mappedCodes, withoutNoCharacters } from './parse-to-unicode'
import { toUnicode, withPairs } from './to-unicode'

const UNKNOWN = 0xfffd

/** Names every shown glyph without a character. */
export async function nameUnmappedGlyphs(doc: PDFDocument): Promise<void> {
  const contents: { content: Content; text: string }[] = []
  for (const content of contentsOf(doc)) {
    contents.push({ content, text: content.read() })
    await content.work.takeTurns()
  }
  for (const { content } of contents) {
    for (const { object } of entriesOf(content.resources, 'Font')) dropNoCharacters(doc, dictOf(object))
  }
  for (const [font, codes] of unmappedCodes(contents)) {
    const width = codeLength(font)
    const pairs = [...codes].map((code): [number, number] => [code, UNKNOWN])
    const known = streamAt(font, 'ToUnicode')
    const map = known ? withPairs(textOf(known), pairs, width) : toUnicode(pairs, width)
    font.set(PDFName.of('ToUnicode'), doc.context.register(flateStream(doc.context, map)))
  }
}

function dropNoCharacters(doc: PDFDocument, font: PDFDict | undefined): void {
  const known = streamAt(font, 'ToUnicode')
  const map = known && textOf(known)
  const named = map && withoutNoCharacters(map)
  if (!font || !named || named === map) return
  font.set(PDFName.of('ToUnicode'), doc.context.register(flateStream(doc.context, named)))
}

/** The fonts that show codes their maps do not name, with those codes. Only hexadecimal strings are read. */
export function unmappedCodes(contents: { content: Content; text: string }[]): Map<PDFDict, Set<number>> {
  const shown = new Map<PDFDict, Set<number>>()
  for (const { content, text } of contents) collectCodes(text, content, shown)
  for (const [font, codes] of shown) {
    const map = streamAt(font, 'ToUnicode')
    for (const code of map ? mappedCodes(textOf(map)) : []) codes.delete(code)
    if (codes.size === 0 || hasNamedEncoding(font)) shown.delete(font)
  }
  return shown
}

/** Encodings whose codes are characters by definition need no map. */
function hasNamedEncoding(font: PDFDict): boolean {
  if (nameAt(font, 'Subtype') === 'Type3' || streamAt(font, 'ToUnicode')) return false
  const name = nameAt(font, 'Encoding') ?? nameAt(dictAt(font, 'Encoding'), 'BaseEncoding')
  return ['WinAnsiEncoding', 'MacRomanEncoding', 'MacExpertEncoding'].includes(name ?? '')
}

function collectCodes(text: string, { resources, work }: Content, shown: Map<PDFDict, Set<number>>): void {
  const saved: (PDFDict | undefined)[] = []
  let font: PDFDict | undefined
  for (const { operator, operands } of operations(text, work)) {
    if (operator === 'q') saved.push(font)
    if (operator === 'Q') font = saved.pop()
    if (operator === 'Tf')
      font = dictOf(dictAt(resources, 'Font')?.lookup(PDFName.of((operands[0] ?? '').slice(1))))
    if (!font || (operator !== 'Tj' && operator !== 'TJ')) continue
    const codes = shown.get(font) ?? new Set()
    shown.set(font, codes)
    const digits = 2 * codeLength(font)
    for (const part of shownParts(operands[0] ?? '')) {
      const hex = hexDigits(part) ?? ''
      for (let at = 0; at < hex.length; at += digits)
        codes.add(Number.parseInt(hex.slice(at, at + digits), 16))
    }
  }
}

function codeLength(font: PDFDict): 1 | 2 {
  return nameAt(font, 'Subtype') === 'Type0' ? 2 : 1
}

function textOf(stream: PDFStream): string {
  return latin1(decodeStream(stream))
}
