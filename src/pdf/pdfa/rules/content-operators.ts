/** Rules about what content streams say: ISO 19005-1 6.2.9 and 6.2.10, ISO 19005-2 6.2.2 and 6.2.6. */
import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib'
import { numbersWritten, type Operation } from '../../content-stream'
import { inlineImageEntries, isBits } from '../inline-entries'
import { dictAt, nameAt } from '../objects'
import { OPERATORS, RENDERING_INTENTS } from '../operators'
import { type ConformanceFinding, firstWrong, type OpenFile, type Rule, when } from './conformance-rule'
import { type ContentSummary, summaryOf } from './content-summary'

export const contentRules: Rule[] = [
  { part1: '6.2.10', part2: '6.2.2', find: operators },
  { part2: '6.2.2', find: borrowedNames },
  { part1: '6.2.9', part2: '6.2.6', find: renderingIntents },
  { part1: '6.2.4', part2: '6.2.8', find: inlineImages },
  { part1: '6.1.10', part2: '6.1.10', find: inlineFilters },
  { part1: '6.1.12', part2: '6.1.13', find: entries },
  { part1: '6.1.6', part2: '6.1.6', find: hexadecimalEntries },
  { part1: '6.1.12', part2: '6.1.13', find: integers },
  { part1: '6.1.12', part2: '6.1.13', find: damagedOperands },
  { part1: '6.1.12', part2: '6.1.13', find: savedStates },
]

/** Graphics states that are saved and not restored. */
const MAX_SAVED = 28

function savedStates({ contents }: OpenFile): ConformanceFinding[] {
  const message = `The graphics state is saved more than ${MAX_SAVED} times over.`
  return contents.flatMap((read) => when(summaryOf(read).deepest > MAX_SAVED, message, read.content.page + 1))
}

function operators({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'The page is drawn with an operator that the standard does not know.'
  return contents.flatMap((read) => {
    const isUnknown = [...summaryOf(read).operators].some((operator) => !OPERATORS.has(operator))
    return when(isUnknown, message, read.content.page + 1)
  })
}

/**
 * Names that the resources of a form, pattern or font lack while others have them: readers may or may not use those. And
 * names in what has no resources of its own.
 */
function borrowedNames({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'A part of the page names a resource that only other parts have.'
  const lists = new Set(contents.map(({ content }) => content.resources))
  let all: Set<string> | undefined
  return contents.flatMap((read) => {
    const { kind, resources, page, lacksResources } = read.content
    if (lacksResources && [...summaryOf(read).resources].some((named) => !OF_ALL.has(named)))
      return [{ message, page: page + 1 }]
    if (kind === 'page') return []
    const isMissing = (named: string) => {
      const slash = named.indexOf('/')
      const [category, key] = [named.slice(0, slash), PDFName.of(named.slice(slash + 1))]
      if (dictAt(resources, category)?.has(key)) return false
      all ??= new Set([...lists].flatMap(namesIn))
      return all.has(category + key)
    }
    return when([...summaryOf(read).resources].some(isMissing), message, page + 1)
  })
}

/** Colour spaces that need no resources. */
const OF_ALL = new Set(
  ['Gray', 'RGB', 'CMYK'].map((one) => `ColorSpace/Device${one}`).concat('ColorSpace/Pattern'),
)

const CATEGORIES_OF_NAMES = 'Font ExtGState XObject Shading Pattern ColorSpace Properties'.split(' ')

function namesIn(resources: PDFDict | undefined): string[] {
  return CATEGORIES_OF_NAMES.flatMap((category) =>
    (dictAt(resources, category)?.keys() ?? []).map((key) => category + key),
  )
}

async function renderingIntents(file: OpenFile): Promise<ConformanceFinding[]> {
  const message = 'A rendering intent is not one of the four that the standard knows.'
  const isUnknown = (name: string | undefined) => name !== undefined && !RENDERING_INTENTS.has(name)
  const declared = file.dicts.some(
    (dict) =>
      isUnknown(nameAt(dict, 'RI')) ||
      (nameAt(dict, 'Subtype') === 'Image' && isUnknown(nameAt(dict, 'Intent'))),
  )
  const isWrong = ({ operator, operands }: Operation) =>
    operator === 'ri'
      ? isUnknown(operands[0]?.slice(1))
      : operator === 'BI' && imageHas(operands, 'Intent', ([intent]) => isUnknown(intent?.slice(1)))
  const mayHold = (_: string, summary: () => ContentSummary) =>
    summary().operators.has('ri') || summary().operators.has('BI')
  return [...when(declared, message), ...(await firstWrong(file, { isWrong, message, mayHold }))]
}

/** Whether an inline image has such an entry. */
function imageHas([image = '']: string[], name: string, isWrong: (values: string[]) => boolean): boolean {
  return inlineImageEntries(image).some(({ key, values }) => key === name && isWrong(values))
}

const INLINE_FILTERS = new Set(
  'ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT'.split(
    ' ',
  ),
)

async function inlineImages(file: OpenFile): Promise<ConformanceFinding[]> {
  const mayHold = (_: string, summary: () => ContentSummary) => summary().operators.has('BI')
  const isWrong = ({ operator, operands }: Operation) =>
    operator === 'BI' &&
    (imageHas(operands, 'Interpolate', ([value]) => value === 'true') ||
      imageHas(operands, 'BitsPerComponent', ([bits]) => bits !== 'null' && !isBits(Number(bits), file.part)))
  const message =
    'An image in the page’s content asks to be interpolated, or has bits a colour that the standard does not know.'
  return await firstWrong(file, { isWrong, message, mayHold })
}

async function inlineFilters(file: OpenFile): Promise<ConformanceFinding[]> {
  const isUnknown = (values: string[]) =>
    values.some((value) => value !== 'null' && !INLINE_FILTERS.has(value.slice(1)))
  return await firstWrong(file, {
    isWrong: ({ operator, operands }) => operator === 'BI' && imageHas(operands, 'Filter', isUnknown),
    message: 'An image in the page’s content uses LZW or another filter that may not stand there.',
    mayHold: (_, summary) => summary().operators.has('BI'),
  })
}

/** Names, numbers and texts within the property lists of marked content and in front of the data of images. */
function entries({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'An entry in the page’s content has a name or a number that is too large.'
  return contents.flatMap((read) => when(summaryOf(read).hasLargeEntries, message, read.content.page + 1))
}

function hexadecimalEntries({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'A text in hexadecimal digits is broken.'
  return contents.flatMap((read) => when(summaryOf(read).hasBrokenHex, message, read.content.page + 1))
}

const MAX_INTEGER = 2_147_483_647

async function integers(file: OpenFile): Promise<ConformanceFinding[]> {
  const message = 'A whole number is larger than 2,147,483,647.'
  const isTooLarge = (number: number) => Number.isInteger(number) && Math.abs(number) > MAX_INTEGER
  const declared = file.hasValue((value) => value instanceof PDFNumber && isTooLarge(value.asNumber()))
  const isWrong = ({ operator, operands }: Operation) =>
    operator !== 'BI' &&
    operands
      .flatMap(numbersWritten)
      .some((number) => /^[+-]?\d{10,}/.test(number) && isTooLarge(Number(number)))
  const mayHold = (text: string) => /\d{10}/.test(text)
  return [...when(declared, message), ...(await firstWrong(file, { isWrong, message, mayHold }))]
}

/** Numbers that are none, such as `-`, `1.2.3` and `1e5`, brackets that nothing opened, and texts that none shows. */
function damagedOperands({ contents }: OpenFile): ConformanceFinding[] {
  const message = 'The content has a number, a bracket or a text that readers take for different things.'
  return contents.flatMap((read) => when(summaryOf(read).isDamaged, message, read.content.page + 1))
}
