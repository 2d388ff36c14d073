/** What a document says of itself, in the information dictionary or else in XMP. */
import { PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib'
import { isTextString, textOf } from '../decode-text'
import { propertyOf, xmpOf } from './read-xmp'

/** Characters of a property that are told. */
const MAX_LENGTH = 2000

const TEXTS = {
  title: ['Title', 'dc:title'],
  author: ['Author', 'dc:creator'],
  subject: ['Subject', 'dc:description'],
  keywords: ['Keywords', 'pdf:Keywords'],
  creator: ['Creator', 'xmp:CreatorTool'],
  producer: ['Producer', 'pdf:Producer'],
} as const
const DATES = {
  created: ['CreationDate', 'xmp:CreateDate'],
  modified: ['ModDate', 'xmp:ModifyDate'],
} as const

export type Properties = Record<keyof typeof TEXTS | keyof typeof DATES, string | null>

/** Dates in ISO 8601; what is not there is null. */
export function propertiesOf(document: PDFDocument): Properties {
  const { context } = document
  const info = context.lookup(context.trailerInfo.Info)
  const xmp = xmpOf(document)
  const entry = (key: string) => (info instanceof PDFDict ? info.lookup(PDFName.of(key)) : undefined)
  const texts = Object.entries(TEXTS).map(([name, [key, property]]) => {
    const text = textOf(entry(key)) || propertyOf(xmp, property)
    return [name, text ? text.slice(0, MAX_LENGTH) : null]
  })
  const dates = Object.entries(DATES).map(([name, [key, property]]) => [
    name,
    dateOf(entry(key)) ?? isoDate(propertyOf(xmp, property)),
  ])
  return Object.fromEntries([...texts, ...dates]) as Properties
}

function dateOf(value: PDFObject | undefined): string | null {
  try {
    return isTextString(value) ? value.decodeDate().toISOString() : null
  } catch {
    return null
  }
}

function isoDate(text: string | undefined): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
