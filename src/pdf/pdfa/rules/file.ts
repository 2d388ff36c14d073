/** Rules about the file as such: ISO 19005-1 6.1, ISO 19005-2 6.1. */
import { PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { hexDigits, latin1, operations, shownParts } from '../../content'
import { filters as filtersOf } from '../../streams'
import { arrayAt, numbersOf } from '../objects'
import { type Finding, type OpenFile, type Rule, when } from './rule'

export const fileRules: Rule[] = [
  { part1: '6.1.2', part2: '6.1.2', find: header },
  { part1: '6.1.3', part2: '6.1.3', find: identifier },
  { part1: '6.1.3', part2: '6.1.3', ua: '7.16', find: encryption },
  { part1: '6.1.4', find: crossReferences },
  { part1: '6.1.7', part2: '6.1.7.1', find: externalStreams },
  { part1: '6.1.10', part2: '6.1.7.2', find: filters },
  { part1: '6.1.12', find: arraysAndDictionaries },
  { part1: '6.1.12', find: reals },
  { part1: '6.1.12', part2: '6.1.13', find: stringsAndNames },
  { part1: '6.1.12', part2: '6.1.13', find: shownTexts },
  { part1: '6.1.6', part2: '6.1.6', find: hexadecimalTexts },
  { part1: '6.1.12', part2: '6.1.13', find: objectCount },
  { part1: '6.1.12', part2: '6.1.13', find: savedStates },
  { part2: '6.1.13', find: pageSizes },
  { part1: '6.1.13', find: optionalContent },
]

function header({ bytes, part }: OpenFile): Finding[] {
  const start = latin1(bytes.subarray(0, 20))
  const isMarked = /^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(start)
  const isNewer = part === 1 && !/^%PDF-1\.[0-4]/.test(start)
  return when(!isMarked || isNewer, 'The header does not open a file of this part.')
}

function identifier({ doc }: OpenFile): Finding[] {
  return when(!doc.context.lookup(doc.context.trailerInfo.ID), 'The trailer has no file identifier.')
}

function encryption({ doc }: OpenFile): Finding[] {
  return when(doc.context.trailerInfo.Encrypt !== undefined, 'The file is encrypted: leave out `password`.')
}

/** The table at `startxref` is text; a cross-reference stream, and the object streams it serves, are not. */
function crossReferences({ bytes }: OpenFile): Finding[] {
  const tail = latin1(bytes.subarray(-1024))
  const offset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? -1)
  const table = offset < 0 ? '' : latin1(bytes.subarray(offset, offset + 4))
  return when(table !== 'xref', 'The cross-reference table is not plain text.')
}

function externalStreams({ streams }: OpenFile): Finding[] {
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

function filters({ streams, part }: OpenFile): Finding[] {
  return streams.flatMap(({ dict }) => {
    const found = filtersOf(dict).find((name) => !FILTERS.has(name) || (part === 1 && name === 'JPXDecode'))
    return when(found !== undefined, `A stream uses the filter ${found}.`)
  })
}

function arraysAndDictionaries({ arrays, dicts }: OpenFile): Finding[] {
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

/** A number in content stands after white space, a bracket or a sign: hexadecimal strings do not. */
const LONG_NUMBER = /[\s[-](\d{5,}(?:\.\d*)?)(?=[\s\]])/g

function reals({ values, contents }: OpenFile): Finding[] {
  const inObjects = [...values].some(
    (value) =>
      value instanceof PDFNumber &&
      !Number.isInteger(value.asNumber()) &&
      Math.abs(value.asNumber()) > 32_767,
  )
  const inContents = contents.flatMap(({ content, text }) => {
    const isTooLarge = [...text.matchAll(LONG_NUMBER)].some(([, number]) => Number(number) > 32_767)
    return when(isTooLarge, 'A coordinate is larger than 32,767.', content.page + 1)
  })
  return [...when(inObjects, 'A number is larger than 32,767. PDF/A-2b has no such limit.'), ...inContents]
}

function stringsAndNames({ values, part }: OpenFile): Finding[] {
  const longest = part === 1 ? 65_535 : 32_767
  const found: Finding[] = []
  for (const value of values) {
    if (value instanceof PDFName && value.asBytes().length > 127) {
      found.push({ message: `The name ${value.decodeText().slice(0, 20)}… is longer than 127 bytes.` })
    }
    if ((value instanceof PDFString || value instanceof PDFHexString) && value.asBytes().length > longest) {
      const start = value.decodeText().slice(0, 30)
      const limit = longest.toLocaleString('en')
      const message = `A text (title, link address, alternative text) is longer than ${limit} bytes: “${start}…”. Shorten it.`
      found.push({ message })
    }
  }
  return found
}

/** Texts in contents: an operand is at least as long as what it holds. */
function shownTexts({ contents, part }: OpenFile): Finding[] {
  const longest = part === 1 ? 65_535 : 32_767
  return contents.flatMap(({ content, text }) => {
    const isLong = (part: string) => part.length > longest && /^[(<]/.test(part)
    const hasLong =
      mayHoldLongText(text, longest) &&
      [...operations(text, content.work)].some(
        ({ operator, operands }) =>
          operator !== 'BI' && operands.some((one) => [...shownParts(one)].some(isLong)),
      )
    return when(hasLong, 'A text is longer than the standard allows.', content.page + 1)
  })
}

/** Whether nothing that ends a text stands in so many characters: spares reading most contents. */
function mayHoldLongText(text: string, longest: number): boolean {
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character !== CLOSE && character !== GREATER) continue
    if (at - last > longest) return true
    last = at
  }
  return text.length - last > longest
}

const [CLOSE, GREATER] = [')'.charCodeAt(0), '>'.charCodeAt(0)]

/** Whether anything in angle brackets is no pairs of digits: spares reading most contents. */
function mayHoldBrokenHex(text: string): boolean {
  for (let open = text.indexOf('<'); open >= 0; ) {
    const close = text.indexOf('>', open)
    if (close < 0) return true
    const inside = text.slice(open + 1, close)
    if (inside.length % 2 > 0 || /[^0-9A-Fa-f]/.test(inside)) return true
    open = text.indexOf('<', close)
  }
  return false
}

function hexadecimalTexts({ contents }: OpenFile): Finding[] {
  const isWrong = (part: string) => {
    const digits = hexDigits(part)
    return (
      digits !== undefined && !part.startsWith('<<') && (digits.length % 2 > 0 || /[^0-9a-f]/i.test(digits))
    )
  }
  return contents.flatMap(({ content, text }) => {
    const hasWrong =
      mayHoldBrokenHex(text) &&
      [...operations(text, content.work)].some(
        ({ operator, operands }) =>
          ['Tj', 'TJ', "'", '"'].includes(operator) && [...shownParts(operands.at(-1) ?? '')].some(isWrong),
      )
    return when(hasWrong, 'A text in hexadecimal digits is broken.', content.page + 1)
  })
}

function objectCount({ objects }: OpenFile): Finding[] {
  return when(objects.length > 8_388_607, 'The file has more than 8,388,607 objects.')
}

function savedStates({ contents }: OpenFile): Finding[] {
  return contents.flatMap(({ content, text }) => {
    let depth = 0
    let deepest = 0
    for (const { operator } of operations(text, content.work)) {
      if (operator === 'q') deepest = Math.max(deepest, ++depth)
      if (operator === 'Q') depth--
    }
    return when(deepest > 28, 'The graphics state is saved more than 28 times over.', content.page + 1)
  })
}

const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

function pageSizes({ doc }: OpenFile): Finding[] {
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

function optionalContent({ doc }: OpenFile): Finding[] {
  return when(doc.catalog.has(PDFName.of('OCProperties')), 'The file has layers that can be switched off.')
}
