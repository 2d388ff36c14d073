/** Every content stream of a document once: pages, and the forms, patterns and Type 3 glyphs they draw with. */
import { PDFDict, type PDFDocument, PDFName, type PDFPage, PDFRef, PDFStream } from 'pdf-lib'
import { budgetOf, type WorkBudget } from '../budget'
import { latin1 } from '../content'
import { decodeStream } from '../streams'
import {
  arrayAt,
  dictAt,
  dictOf,
  entriesOf,
  flateStream,
  pageContent,
  pageResources,
  setPageContent,
} from './objects'

export type Content = {
  kind: 'page' | 'form' | 'pattern' | 'glyph'
  /** Page (counted from 0) on which the content is met first. */
  page: number
  /** What its names refer to; a form without resources of its own uses those of its page. */
  resources: PDFDict | undefined
  /** What reading its operators is charged to. */
  work: WorkBudget
  /** The stream's own reference; a page has none. */
  ref?: PDFRef
  read(): string
  /** Replaces the content; what other objects refer to stays the same object. */
  replace(content: string): void
}

/**
 * References, so that a replaced stream is not met again; streams themselves if nothing refers to them. Resources too,
 * which forms share: they are looked through once.
 */
type Seen = Set<PDFRef | PDFStream | PDFDict>

/** Walks pages in order, and below each what it draws with, depth first. Cycles end where they begin. */
export function* contentsOf(doc: PDFDocument): Generator<Content> {
  const seen: Seen = new Set()
  for (const [index, page] of doc.getPages().entries()) yield* pageContents(page, index, seen)
}

/** As `contentsOf`, and the appearances of annotations (ISO 32000-1 12.5.5) behind each page. */
export function* allContentsOf(doc: PDFDocument): Generator<Content> {
  const seen: Seen = new Set()
  for (const [index, page] of doc.getPages().entries()) {
    yield* pageContents(page, index, seen)
    yield* usedContents(appearancesOf(page), index, seen, budgetOf(doc.context))
  }
}

/** As `contentsOf`, for one page. */
function* pageContents(page: PDFPage, index: number, seen: Seen): Generator<Content> {
  const resources = pageResources(page)
  const work = budgetOf(page.doc.context)
  yield {
    kind: 'page',
    page: index,
    resources,
    work,
    read: () => pageContent(page),
    replace: (content) => setPageContent(page, content),
  }
  yield* usedContents(usedBy(resources, seen), index, seen, work)
}

/** What is used, and what that uses in turn. */
function* usedContents(used: Used[], index: number, seen: Seen, work: WorkBudget): Generator<Content> {
  const open = used.reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const { kind, value, found, outer } = next
    const identity = value instanceof PDFRef ? value : found
    if (seen.has(identity)) continue
    seen.add(identity)
    const own = dictAt(found.dict, 'Resources') ?? outer
    yield {
      kind,
      page: index,
      resources: own,
      work,
      ...(value instanceof PDFRef && { ref: value }),
      read: () => latin1(decodeStream(found)),
      replace: (content) => {
        if (value instanceof PDFRef)
          outer.context.assign(value, flateStream(outer.context, content, found.dict))
      },
    }
    for (const used of usedBy(own, seen).reverse()) open.push(used)
  }
}

/** A stream that resources name, with the value that leads to it and the resources that it has without its own. */
type Used = { kind: Content['kind']; value: unknown; found: PDFStream; outer: PDFDict }

/** The normal appearances of a page's annotations, those of each state. */
function appearancesOf(page: PDFPage): Used[] {
  const outer = pageResources(page) ?? PDFDict.withContext(page.node.context)
  const annotations = arrayAt(page.node, 'Annots')
  budgetOf(page.node.context).charge('objects', annotations?.size() ?? 0)
  return (annotations?.asArray() ?? []).flatMap((_, at) => {
    const looks = dictAt(dictOf(annotations?.lookup(at)), 'AP')
    const normal = looks?.lookup(PDFName.of('N'))
    const states = normal instanceof PDFDict ? normal.entries() : []
    const values =
      normal instanceof PDFStream ? [looks?.get(PDFName.of('N'))] : states.map(([, value]) => value)
    return values.flatMap((value): Used[] => {
      const found = value instanceof PDFRef ? outer.context.lookup(value) : value
      return found instanceof PDFStream ? [{ kind: 'form', value, found, outer }] : []
    })
  })
}

/** The content streams that resources name; none if they were looked through before. */
function usedBy(resources: PDFDict | undefined, seen: Seen): Used[] {
  if (!resources || seen.has(resources)) return []
  seen.add(resources)
  const used: Used[] = []
  const add = (kind: Used['kind'], value: unknown, found: unknown, outer = resources) => {
    if (found instanceof PDFStream) used.push({ kind, value, found, outer })
  }
  for (const { value, object } of entriesOf(resources, 'XObject')) {
    if (object instanceof PDFStream && object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form'))
      add('form', value, object)
  }
  for (const { value, object } of entriesOf(resources, 'Pattern')) add('pattern', value, object)
  for (const { object } of entriesOf(resources, 'ExtGState')) {
    const mask = dictAt(dictOf(object), 'SMask')
    add('form', mask?.get(PDFName.of('G')), mask?.lookup(PDFName.of('G')))
  }
  for (const { object } of entriesOf(resources, 'Font')) {
    const font = dictOf(object)
    if (font?.lookup(PDFName.of('Subtype')) !== PDFName.of('Type3') || seen.has(font)) continue
    seen.add(font)
    const glyphs = dictAt(font, 'CharProcs')
    const outer = dictAt(font, 'Resources') ?? resources
    for (const [name, value] of glyphs?.entries() ?? []) add('glyph', value, glyphs?.lookup(name), outer)
  }
  return used
}
