/**
 * Characters for private use, such as those of icon fonts, which say nothing to a reader: level A wants an `ActualText`
 * for each, at its marked content or at the structure element of that (ISO 19005-2 6.2.11.7.3, ISO 32000-1 14.9.4).
 */
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from 'pdf-lib'
import { isTextString } from '../decode-text'
import { treeEntries } from '../merge/trees'
import { readInTurns } from '../read-in-turns'
import type { Content, ReadContent } from './contents'
import { addCodes, fontSetBy, hasCodes, SHOW } from './fonts/shown-codes'
import { dictAt, dictOf, numberAt } from './objects'
import { propertyList } from './property-list'
import { treeRoot } from './structure-tree'

/**
 * The pages (counted from 1) that show one of these codes without an `ActualText`. A font that cannot be told is taken for
 * one that does. Throws WorkLimitExceeded.
 */
export async function pagesOfPrivateUse(
  doc: PDFDocument,
  contents: ReadContent[],
  codes: Map<PDFDict, Set<number>>,
): Promise<Set<number>> {
  const parents = new ParentTree(doc)
  const pages = new Set<number>()
  for (const { content, text } of contents) {
    if (pages.has(content.page + 1)) continue
    if (await isUnexplained(text, { content, codes, parents })) pages.add(content.page + 1)
  }
  return pages
}

type Place = { content: Content; codes: Map<PDFDict, Set<number>>; parents: ParentTree }

async function isUnexplained(text: string, { content, codes, parents }: Place): Promise<boolean> {
  const { resources, work } = content
  const marks: Mark[] = []
  const fonts: (PDFDict | undefined)[] = []
  let font: PDFDict | undefined
  return await readInTurns(text, work, (operation) => {
    const { operator, operands } = operation
    if (operator === 'q') fonts.push(font)
    else if (operator === 'Q') font = fonts.length > 0 ? fonts.pop() : font
    else if (operator === 'Tf' || operator === 'gs') font = fontSetBy(operation, resources, font)
    else if (operator === 'BMC') marks.push(marks.at(-1) ?? {})
    else if (operator === 'BDC') marks.push({ ...marks.at(-1), ...markOf(operands[1], resources) })
    else if (operator === 'EMC') marks.pop()
    else if (SHOW.has(operator)) {
      const mark = marks.at(-1)
      const isExplained = mark?.hasText || parents.hasText(content, mark?.id)
      return !isExplained && shows(operands.at(-1) ?? '', { font, codes, content })
    }
    return false
  })
}

function shows(
  operand: string,
  { font, codes, content }: Omit<Place, 'parents'> & { font: PDFDict | undefined },
): boolean {
  if (!font) return hasCodes(operand)
  const own = codes.get(font)
  if (!own) return false
  const shown = new Set<number>()
  addCodes(operand, font, shown, content.work)
  return [...shown].some((code) => own.has(code))
}

/** What an open marked-content sequence has, itself or from those around it. */
type Mark = { hasText?: true; id?: number }

function markOf(operand: string | undefined, resources: PDFDict | undefined): Mark {
  const properties = propertyList(operand, resources)
  const id = properties.number('MCID')
  return { ...(properties.hasText('ActualText') && { hasText: true }), ...(id !== undefined && { id }) }
}

function hasActualText(dict: PDFDict | undefined): boolean {
  return isTextString(dict?.lookup(PDFName.of('ActualText')))
}

/** The structure elements of marked content (ISO 32000-1 14.7.4.4). The tree is read if it is asked. */
class ParentTree {
  private entries: Map<number, PDFObject | undefined> | undefined

  constructor(private readonly doc: PDFDocument) {}

  /** Whether the element of marked content has an `ActualText`; that of an element around it is no matter. */
  hasText(content: Content, id: number | undefined): boolean {
    if (id === undefined) return false
    const key = numberAt(this.ownDict(content), 'StructParents')
    const elements = key === undefined ? undefined : this.doc.context.lookup(this.read().get(key))
    return elements instanceof PDFArray && hasActualText(dictOf(elements.lookup(id)))
  }

  private ownDict({ kind, page, ref }: Content): PDFDict | undefined {
    if (kind === 'page') return this.doc.getPage(page).node
    const stream = ref && this.doc.context.lookup(ref)
    return stream instanceof PDFStream ? stream.dict : undefined
  }

  private read(): Map<number, PDFObject | undefined> {
    this.entries ??= new Map(
      treeEntries(dictAt(treeRoot(this.doc), 'ParentTree'), 'Nums').flatMap(
        ([key, value]): [number, PDFObject][] => (key instanceof PDFNumber ? [[key.asNumber(), value]] : []),
      ),
    )
    return this.entries
  }
}
