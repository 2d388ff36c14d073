/** Languages of a document and of its parts: what a file says, and what of that the standards accept. */
import { type PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { isTextString } from '../decode-text'
import { budgetOf } from '../work-budget'
import { tagsOf } from './structure-tree'

/** Shortens languages to what the standards accept, in the whole tree; what is none at all goes. */
export function repairLanguages(doc: PDFDocument, isPart1: boolean): void {
  for (const { dict } of [{ dict: doc.catalog }, ...tagsOf(doc)]) {
    const language = languageOf(dict)
    const accepted = language === undefined ? undefined : validLanguage(language, isPart1)
    if (accepted === language) continue
    if (accepted) dict.set(PDFName.of('Lang'), PDFString.of(accepted))
    else dict.delete(PDFName.of('Lang'))
  }
}

/** The `Lang` entry's text, as `languageText`. Throws WorkLimitExceeded. */
export function languageOf(dict: PDFDict): string | undefined {
  const value = dict.lookup(PDFName.of('Lang'))
  if (!isTextString(value)) return undefined
  budgetOf(dict.context).charge('bytes', Math.min(value.asString().length, MAX_LANGUAGE_LENGTH))
  return languageText(value)
}

/** In characters of the file: no tag is longer, in UTF-16 and escapes either. */
const MAX_LANGUAGE_LENGTH = 300

/** The text of a language. One that is too long for a tag is cut, and ends with a sign that makes it none. */
export function languageText(value: PDFString | PDFHexString): string {
  const written = value.asString()
  if (written.length <= MAX_LANGUAGE_LENGTH) return value.decodeText()
  const start = written.slice(0, MAX_LANGUAGE_LENGTH)
  return `${(value instanceof PDFString ? PDFString.of(start) : PDFHexString.of(start)).decodeText()}…`
}

/**
 * As much of a language tag as a standard takes: parts of up to 8 letters, after the first with digits too
 * (RFC 3066, ISO 14289-1 7.2), but not in part 1 (RFC 1766, ISO 19005-1 6.8.4). What is a locale of the browser's
 * and no tag (`en-US@posix`) says nothing about the document.
 */
export function validLanguage(tag: string, isPart1: boolean): string | undefined {
  if (!/^[A-Za-z0-9-]+$/.test(tag)) return undefined
  const pattern = isPart1
    ? /^[A-Za-z]{1,8}(-[A-Za-z]{1,8})*(?=-|$)/
    : /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*(?=-|$)/
  return pattern.exec(tag)?.[0]
}
