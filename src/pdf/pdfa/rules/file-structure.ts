/** Rules about the file as such: ISO 19005-1 6.1, ISO 19005-2 6.1. */
import { PDFArray, PDFName, PDFNumber } from 'pdf-lib'
import { latin1, numbersWritten, shownParts } from '../../content-stream'
import { decodeText, isTextString } from '../../decode-text'
import { filters as filtersOf } from '../../streams'
import { arrayAt, dictAt, isUnicode, nameAt, numbersOf } from '../objects'
import { hasIdentifier } from '../write-identity'
import { type ConformanceFinding, firstWrong, type OpenFile, type Rule, when } from './conformance-rule'
import { summaryOf } from './content-summary'

export const fileRules: Rule[] = [
  { part1: '6.1.2', part2: '6.1.2', find: header },
  { part1: '6.1.3', part2: '6.1.3', find: identifier },
  { part1: '6.1.3', part2: '6.1.3', ua: '7.16', find: encryption },
  { part1: '6.1.4', find: crossReferences },
  { part1: '6.1.7', part2: '6.1.7.1', find: externalStreams },
  { part1: '6.1.10', part2: '6.1.7.2', find: filters },
  { part1: '6.1.12', find: arraysAndDictionaries },
  { part1: '6.1.12', find: reals },
  { part2: '6.1.13', find: tinyNumbers },
  { part2: '6.1.8', find: unicodeNames },
  { part1: '6.1.12', part2: '6.1.13', find: stringsAndNames },
  { part1: '6.1.12', part2: '6.1.13', find: shownTexts },
  { part1: '6.1.6', part2: '6.1.6', find: hexadecimalTexts },
  { part1: '6.1.12', part2: '6.1.13', find: objectCount },
  { part2: '6.1.13', find: pageSizes },
  { part1: '6.1.13', find: optionalContent },
]

function header({ bytes, part }: OpenFile): ConformanceFinding[] {
  const start = latin1(bytes.subarray(0, 20))
  // Part 1 has readers go by the standard, whatever version a file names.
  const version = part === 1 ? /^%PDF-\d\.\d[\r\n]/ : /^%PDF-1\.[0-7][\r\n]/
  const isMarked = /^.{8}(?:\r\n|\r|\n)%[\x80-\xff]{4}/.test(start)
  return when(!isMarked || !version.test(start), 'The header does not open a file of this part.')
}

function identifier({ doc }: OpenFile): ConformanceFinding[] {
  return when(!hasIdentifier(doc), 'The trailer has no file identifier.')
}

function encryption({ doc }: OpenFile): ConformanceFinding[] {
  return when(doc.context.trailerInfo.Encrypt !== undefined, 'The file is encrypted: leave out `password`.')
}

/** The table at `startxref` is text; a cross-reference stream, and the object streams it serves, are not. */
function crossReferences({ bytes }: OpenFile): ConformanceFinding[] {
  const tail = latin1(bytes.subarray(-1024))
  const offset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? -1)
  const table = offset < 0 ? '' : latin1(bytes.subarray(offset, offset + 4))
  return when(table !== 'xref', 'The cross-reference table is not plain text.')
}

function externalStreams({ streams }: OpenFile): ConformanceFinding[] {
  const isExternal = streams.some(({ dict }) =>
    ['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(PDFName.of(key))),
  )
  return when(isExternal, 'A stream keeps its data in another file.')
}

const FILTERS = new Set(
  'ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode'.split(
    ' ',
  ),
)

function filters({ streams, part }: OpenFile): ConformanceFinding[] {
  return streams.flatMap(({ dict }) => {
    const found = filtersOf(dict).find((name) => !FILTERS.has(name) || (part === 1 && name === 'JPXDecode'))
    return when(found !== undefined, `A stream uses the filter ${found}.`)
  })
}

function arraysAndDictionaries({ arrays, dicts }: OpenFile): ConformanceFinding[] {
  return [
    ...when(
      arrays.some((array) => array.size() > 8_191),
      'An array has more than 8,191 elements: split the page or the table it describes, or ask for PDF/A-2b.',
    ),
    ...when(
      dicts.some((dict) => dict.keys().length > 4_095),
      'A dictionary has more than 4,095 entries. PDF/A-2b has no such limit.',
    ),
  ]
}

async function reals(file: OpenFile): Promise<ConformanceFinding[]> {
  const inObjects = file.hasValue(
    (value) =>
      value instanceof PDFNumber &&
      !Number.isInteger(value.asNumber()) &&
      Math.abs(value.asNumber()) > 32_767,
  )
  const inContents = await firstWrong(file, {
    isWrong: ({ operator, operands }) =>
      operator !== 'BI' &&
      operands.flatMap(numbersWritten).some((number) => Math.abs(Number(number)) > 32_767),
    message: 'A coordinate is larger than 32,767.',
    // Not the digits of a text or a fraction.
    mayHold: (text) => /(?:^|[^\da-fA-F<.])\d{5}/.test(text),
  })
  return [...when(inObjects, 'A number is larger than 32,767. PDF/A-2b has no such limit.'), ...inContents]
}

/** The number next to nought that a single float holds. */
const MIN_REAL = 1.175e-38

async function tinyNumbers(file: OpenFile): Promise<ConformanceFinding[]> {
  const message = 'A number is nearer to zero than 1.175e-38: write it as 0.'
  const isTiny = (number: number) => number !== 0 && Math.abs(number) < MIN_REAL
  const inObjects = file.hasValue((value) => value instanceof PDFNumber && isTiny(value.asNumber()))
  const inContents = await firstWrong(file, {
    isWrong: ({ operator, operands }) =>
      operator !== 'BI' && operands.flatMap(numbersWritten).some((number) => isTiny(Number(number))),
    message,
    mayHold: (text) => text.includes(`.${'0'.repeat(37)}`),
  })
  return [...when(inObjects, message), ...inContents]
}

/** Names that mean a text: of inks, and of types of structure. */
function unicodeNames({ arrays, dicts, doc }: OpenFile): ConformanceFinding[] {
  const inks = arrays.flatMap((array) => {
    const family = array.get(0)
    if (family === PDFName.of('Separation')) return [array.lookup(1)]
    const names = family === PDFName.of('DeviceN') ? array.lookup(1) : undefined
    return names instanceof PDFArray ? names.asArray() : []
  })
  const types = dicts
    .filter((dict) => nameAt(dict, 'Type') === 'StructElem')
    .map((dict) => dict.lookup(PDFName.of('S')))
  const roles = dictAt(dictAt(doc.catalog, 'StructTreeRoot'), 'RoleMap')?.entries().flat() ?? []
  const isWrong = (name: unknown) => name instanceof PDFName && !isUnicode(name)
  return [
    ...when(inks.some(isWrong), 'The name of a spot colour is no UTF-8.'),
    ...when([...types, ...roles].some(isWrong), 'The name of a type of structure is no UTF-8.'),
  ]
}

function stringsAndNames(file: OpenFile): ConformanceFinding[] {
  const longest = file.part === 1 ? 65_535 : 32_767
  const found: ConformanceFinding[] = []
  const names = new Set<PDFName>()
  for (const value of file.values()) {
    const isKnown = value instanceof PDFName && names.has(value)
    if (value instanceof PDFName) names.add(value)
    if (value instanceof PDFName && !isKnown && value.asBytes().length > 127) {
      found.push({ message: `The name ${value.decodeText().slice(0, 20)}… is longer than 127 bytes.` })
    }
    if (isTextString(value) && value.asBytes().length > longest) {
      const start = decodeText(value).slice(0, 30)
      const limit = longest.toLocaleString('en')
      const message = `A text (title, link address, alternative text) is longer than ${limit} bytes: “${start}…”. Shorten it.`
      found.push({ message })
    }
  }
  return found
}

/** Texts in contents: an operand is at least as long as what it holds. */
async function shownTexts(file: OpenFile): Promise<ConformanceFinding[]> {
  const longest = file.part === 1 ? 65_535 : 32_767
  const isLong = (part: string) => part.length > longest && /^[(<]/.test(part)
  const holdsLong = (operand: string) => operand.length > longest && shownParts(operand).some(isLong)
  return await firstWrong(file, {
    isWrong: ({ operator, operands }) => operator !== 'BI' && operands.some(holdsLong),
    message: 'A text is longer than the standard allows.',
    mayHold: (text, summary) => text.length > longest && summary().longestOperand > longest,
  })
}

function hexadecimalTexts({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'A text in hexadecimal digits is broken.'
  return contents.flatMap((read) => when(summaryOf(read).showsBrokenHex, message, read.content.page + 1))
}

function objectCount({ objects }: OpenFile): ConformanceFinding[] {
  return when(objects.length > 8_388_607, 'The file has more than 8,388,607 objects.')
}

const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

function pageSizes({ doc }: OpenFile): ConformanceFinding[] {
  return doc.getPages().flatMap((page, index) => {
    const fits = BOXES.every((key) => {
      const box = key === 'MediaBox' ? page.node.MediaBox() : arrayAt(page.node, key)
      const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(box)
      const sides = [right - left, top - bottom].map(Math.abs)
      return !box || sides.every((side) => side >= 3 && side <= 14_400)
    })
    return when(!fits, 'A side of the page is not between 3 and 14,400 units.', index + 1)
  })
}

function optionalContent({ doc }: OpenFile): ConformanceFinding[] {
  return when(doc.catalog.has(PDFName.of('OCProperties')), 'The file has layers that can be switched off.')
}
