/** What a document says of itself: the information dictionary and the language of the catalog. */
import { PDFBool, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'

export type Properties = {
  title?: string | undefined
  author?: string | undefined
  subject?: string | undefined
  keywords?: string | string[] | undefined
  /** BCP 47. */
  lang?: string | undefined
}

/**
 * Sets what is given and leaves the rest as the browser wrote it; a title is shown in the window's title bar.
 * XMP follows from these values in `archive/`, so that both always agree.
 */
export function setProperties(document: PDFDocument, properties: Properties, now: Date): void {
  const { catalog } = document
  const { title, author, subject, keywords, lang } = properties
  if (title !== undefined) {
    document.setTitle(title)
    const key = PDFName.of('ViewerPreferences')
    const known = catalog.lookup(key)
    const preferences = known instanceof PDFDict ? known : document.context.obj({})
    if (preferences !== known) catalog.set(key, preferences)
    preferences.set(PDFName.of('DisplayDocTitle'), PDFBool.True)
  }
  if (author !== undefined) document.setAuthor(author)
  if (subject !== undefined) document.setSubject(subject)
  if (keywords !== undefined)
    setText(document, 'Keywords', Array.isArray(keywords) ? keywords.join(', ') : keywords)
  if (lang !== undefined) catalog.set(PDFName.of('Lang'), PDFString.of(lang))
  document.setModificationDate(now)
}

/** True where a property is given. */
export function hasProperties(properties: Properties): boolean {
  return Object.values(properties).some((value) => value !== undefined)
}

function setText(document: PDFDocument, key: string, text: string) {
  const info = document.context.lookup(document.context.trailerInfo.Info)
  if (info instanceof PDFDict) info.set(PDFName.of(key), PDFHexString.fromText(text))
}
