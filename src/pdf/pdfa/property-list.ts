/** Property lists of marked content (ISO 32000-1 14.6.2). */
import { type PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { unescapePdfName } from '../../text/pdf-name'
import { hexDigits, shownParts } from '../content-stream'
import { isTextString } from '../decode-text'
import { budgetOf } from '../work-budget'
import { languageOf, languageText } from './language-tags'
import { dictAt, dictOf, numberAt } from './objects'

/** What marked content says of itself. */
export type PropertyList = {
  /** As `languageOf`. */
  language: () => string | undefined
  /** Whether the entry of this name is a text. */
  hasText: (key: string) => boolean
  /** The entry of this name; undefined if it is something else. */
  number: (key: string) => number | undefined
}

/** The list that an operand is, or that it names in the resources. The file is one that no longer changes. */
export function propertyList(operand = '', resources: PDFDict | undefined): PropertyList {
  if (operand.startsWith('/')) return namedList(dictAt(dictAt(resources, 'Properties'), operand.slice(1)))
  const parts = shownParts(operand.replace(/^<<|>>$/g, ''))
  const values = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2)
    values.set(unescapePdfName(parts[at] ?? ''), parts[at + 1] ?? '')
  const textAt = (key: string) => textOf(values.get(`/${key}`) ?? '')
  return {
    language: () => {
      const text = textAt('Lang')
      return text && languageText(text)
    },
    hasText: (key) => textAt(key) !== undefined,
    number: (key) => {
      const value = values.get(`/${key}`) ?? ''
      return /^\d+$/.test(value) ? Number(value) : undefined
    },
  }
}

/** Lists with the languages that they were found to have: contents name one many times. */
const languages = new WeakMap<PDFDict, string | undefined>()

function namedList(dict: PDFDict | undefined): PropertyList {
  return {
    language: () => {
      if (!dict) return undefined
      if (!languages.has(dict)) languages.set(dict, languageOf(dict))
      return languages.get(dict)
    },
    hasText: (key) => isTextString(dict?.lookup(PDFName.of(key))),
    number: (key) => numberAt(dict, key),
  }
}

/** The `Properties` of resources, with whether a list of theirs has a language: pages share them. */
const withLanguages = new WeakMap<PDFDict, boolean>()

/** Whether a property list that resources name has a language. Throws WorkLimitExceeded. */
export function hasLanguages(resources: PDFDict | undefined): boolean {
  const lists = dictAt(resources, 'Properties')
  if (!lists) return false
  const known = withLanguages.get(lists)
  if (known !== undefined) return known
  const keys = lists.keys()
  budgetOf(lists.context).charge('objects', keys.length)
  const found = keys.some((key) => dictOf(lists.lookup(key))?.has(PDFName.of('Lang')))
  withLanguages.set(lists, found)
  return found
}

function textOf(part: string): PDFString | PDFHexString | undefined {
  if (part.startsWith('(')) return PDFString.of(part.slice(1, -1))
  const digits = part.startsWith('<<') ? undefined : hexDigits(part)
  return digits === undefined ? undefined : PDFHexString.of(digits)
}
