/** What a document says of itself: the information dictionary and the language of the catalog. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { decodeText, isTextString, textOf } from './decode-text'

export type DocumentProperties = {
  title?: string | undefined
  author?: string | undefined
  subject?: string | undefined
  keywords?: string | string[] | undefined
  /** BCP 47. */
  lang?: string | undefined
}

/**
 * Sets what is given and leaves the rest as it was. XMP is written from the
 * same dictionary (`pdfa/identify.ts`), so that both always agree.
 */
export function setProperties(document: PDFDocument, properties: DocumentProperties): void {
  const { catalog } = document
  const { title, author, subject, keywords, lang } = properties
  if (title !== undefined) document.setTitle(title)
  if (author !== undefined) document.setAuthor(author)
  if (subject !== undefined) document.setSubject(subject)
  if (keywords !== undefined)
    setText(document, 'Keywords', Array.isArray(keywords) ? keywords.join(', ') : keywords)
  if (lang !== undefined) catalog.set(PDFName.of('Lang'), PDFString.of(lang))
}

/** Properties of the information dictionary that are texts, and those that are dates (ISO 32000-1, 14.3.3). */
const TEXTS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer']
const DATES = ['CreationDate', 'ModDate']

/** In characters: pdf-lib does not decode some 100,000. */
const MAX_PROPERTY_LENGTH = 10_000

/**
 * Removes properties of a foreign document that are of another type, or no dates, and cuts long ones: libraries take all
 * this for granted.
 */
export function dropUnreadableProperties({ context }: PDFDocument): void {
  const info = context.lookup(context.trailerInfo.Info)
  if (!(info instanceof PDFDict)) return
  for (const key of [...TEXTS, ...DATES]) {
    const value = info.lookup(PDFName.of(key))
    if (!isTextString(value) || (DATES.includes(key) && !isDate(value))) info.delete(PDFName.of(key))
    else if (value.asString().length > MAX_PROPERTY_LENGTH)
      info.set(PDFName.of(key), PDFHexString.fromText(decodeText(value).slice(0, MAX_PROPERTY_LENGTH)))
  }
}

/** The title of the information dictionary, of any length; undefined if it is no text. */
export function titleOf({ context }: PDFDocument): string | undefined {
  const info = context.lookup(context.trailerInfo.Info)
  return info instanceof PDFDict ? textOf(info.lookup(PDFName.of('Title'))) : undefined
}

function isDate(value: PDFString | PDFHexString): boolean {
  try {
    return !Number.isNaN(value.decodeDate().getTime())
  } catch {
    return false
  }
}

/** True if a property is given. */
export function hasProperties(properties: DocumentProperties): boolean {
  return Object.values(properties).some((value) => value !== undefined)
}

function setText(document: PDFDocument, key: string, text: string) {
  const info = document.context.lookup(document.context.trailerInfo.Info)
  if (info instanceof PDFDict) info.set(PDFName.of(key), PDFHexString.fromText(text))
}
