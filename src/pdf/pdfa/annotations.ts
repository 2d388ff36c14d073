/** Links and other annotations: printed with the page (ISO 19005-1 6.5.3), described in words (ISO 14289-1 7.18). */
import {
  PDFArray,
  PDFBool,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
} from 'pdf-lib'
import { textOf } from '../decode-text'
import { budgetOf } from '../work-budget'
import { arrayAt, dictAt, dictOf, ensureDict, nameAt, numberAt } from './objects'

const INVISIBLE_HIDDEN_NO_VIEW = 1 | 2 | 32
const PRINT = 4

/** Sets the flags every part wants: to be printed, and neither hidden nor unviewable. */
export function printAnnotations(doc: PDFDocument): void {
  for (const { dict } of annotationsOf(doc)) {
    const flags = numberAt(dict, 'F') ?? 0
    dict.set(PDFName.of('F'), PDFNumber.of((flags | PRINT) & ~INVISIBLE_HIDDEN_NO_VIEW))
  }
}

/** Describes each link by where it leads, and lets pages with annotations be walked in the order of the tags. */
export function describeLinks(doc: PDFDocument): void {
  const numbers = new Map(doc.getPages().map(({ ref }, index) => [ref, index + 1]))
  for (const { dict, page } of annotationsOf(doc)) {
    page.set(PDFName.of('Tabs'), PDFName.of('S'))
    if (nameAt(dict, 'Subtype') !== 'Link' || textAt(dict, 'Contents')?.trim()) continue
    dict.set(PDFName.of('Contents'), PDFHexString.fromText(target(doc, dict, numbers)))
  }
}

/** Shows the title in the window, which PDF/UA wants (ISO 14289-1 7.1). */
export function showTitle(doc: PDFDocument): void {
  ensureDict(doc.catalog, 'ViewerPreferences').set(PDFName.of('DisplayDocTitle'), PDFBool.True)
}

export type Annotation = { dict: PDFDict; page: PDFDict; pageIndex: number }

/** Every annotation of every page; pages may share theirs, so each is charged for all. */
export function annotationsOf(doc: PDFDocument): Annotation[] {
  return doc.getPages().flatMap(({ node }, pageIndex) => {
    const list = arrayAt(node, 'Annots')
    budgetOf(doc.context).charge('objects', list?.size() ?? 0)
    return (list?.asArray() ?? []).flatMap((_, index) => {
      const dict = dictOf(list?.lookup(index))
      return dict ? [{ dict, page: node, pageIndex }] : []
    })
  })
}

const FIELD_TYPES = new Set(['Btn', 'Tx', 'Ch', 'Sig'])

/** Whether a dictionary is a form field, or the place of one, that has an action. */
export function isActingField(dict: PDFDict): boolean {
  const isField = nameAt(dict, 'Subtype') === 'Widget' || FIELD_TYPES.has(nameAt(dict, 'FT') ?? '')
  return isField && dict.has(PDFName.of('A'))
}

/** Where a link leads, in words: an address, or the number of a page. */
function target({ catalog }: PDFDocument, link: PDFDict, numbers: Map<PDFRef, number>): string {
  const action = dictAt(link, 'A')
  const uri = textAt(action, 'URI')
  // Of `mailto:` alone nothing would be left.
  if (uri) return uri.replace(/^(mailto|tel):(?=.)/i, '')
  const destination = link.lookup(PDFName.of('Dest')) ?? action?.lookup(PDFName.of('D'))
  const place = destination instanceof PDFName ? dictAt(catalog, 'Dests')?.lookup(destination) : destination
  const page = place instanceof PDFArray ? place.get(0) : undefined
  const number = page instanceof PDFRef ? numbers.get(page) : undefined
  return number === undefined ? 'Link' : `Page ${number}`
}

/** The text of an entry. */
export function textAt(dict: PDFDict | undefined, key: string): string | undefined {
  return textOf(dict?.lookup(PDFName.of(key)))
}
