/** What a document says of itself: the information dictionary and the language of the catalog. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'

export type DocumentProperties = {
  author?: string | undefined
  subject?: string | undefined
  keywords?: string | string[] | undefined
  /** BCP 47. */
  lang?: string | undefined
}

/**
 * Sets what is given and leaves the rest as the browser wrote it, the title above all. XMP is written from the
 * same dictionary (`pdfa/identify.ts`), so that both always agree.
 */
export function setProperties(document: PDFDocument, properties: DocumentProperties): void {
  const { catalog } = document
  const { author, subject, keywords, lang } = properties
  if (author !== undefined) document.setAuthor(author)
  if (subject !== undefined) document.setSubject(subject)
  if (keywords !== undefined)
    setText(document, 'Keywords', Array.isArray(keywords) ? keywords.join(', ') : keywords)
  if (lang !== undefined) catalog.set(PDFName.of('Lang'), PDFString.of(lang))
}

/** True if a property is given. */
export function hasProperties(properties: DocumentProperties): boolean {
  return Object.values(properties).some((value) => value !== undefined)
}

function setText(document: PDFDocument, key: string, text: string) {
  const info = document.context.lookup(document.context.trailerInfo.Info)
  if (info instanceof PDFDict) info.set(PDFName.of(key), PDFHexString.fromText(text))
}
