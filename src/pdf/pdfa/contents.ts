/** Every content stream of a document once: pages, and the forms, patterns and Type 3 glyphs they draw with. */
import { PDFDict, type PDFDocument, PDFName, type PDFPage, PDFRef, PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { inheritsResources } from '../import/flatten-page-tree'
import { decodeStream } from '../streams'
import { budgetOf, type WorkBudget, WorkLimitExceeded } from '../work-budget'
import {
  arrayAt,
  dictAt,
  dictOf,
  entriesOf,
  flateStream,
  isType3,
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
  /** Whether `resources` may be others wherever else the content is drawn. */
  borrowsResources: boolean
  /** Whether it has none of its own: a page takes those of a node above it, all others those of their page. */
  lacksResources: boolean
  /** What reading its operators is charged to. */
  work: WorkBudget
  /** The stream's own reference; a page has none. */
  ref?: PDFRef
  read(): string
  /** Replaces the content; what other objects refer to stays the same object. */
  replace(content: string): void
}

/** What was met already: each is looked through once, however many share it. */
type Seen = {
  /** References, so that a replaced stream is not met again; streams themselves if nothing refers to them. */
  contents: Set<PDFRef | PDFStream>
  /** Dictionaries by what they are used as: one may be several things. */
  dicts: Map<string, Set<PDFDict>>
}

const nothingSeen = (): Seen => ({ contents: new Set(), dicts: new Map() })

/** Whether a dictionary is met for the first time as `use`. Its entries are charged then. Throws WorkLimitExceeded. */
function isNew(dict: PDFDict | undefined, use: string, { dicts }: Seen): dict is PDFDict {
  const known = dicts.get(use) ?? new Set()
  dicts.set(use, known)
  if (!dict || known.has(dict)) return false
  known.add(dict)
  budgetOf(dict.context).charge('objects', dict.keys().length)
  return true
}

/** Walks pages in order, and below each what it draws with, depth first. Cycles end where they begin. */
export function* contentsOf(doc: PDFDocument): Generator<Content> {
  const seen = nothingSeen()
  for (const [index, page] of doc.getPages().entries()) yield* pageContents(page, index, seen)
}

/** As `contentsOf`, and the appearances of annotations (ISO 32000-1 12.5.5) behind each page. */
export function* allContentsOf(doc: PDFDocument): Generator<Content> {
  const seen = nothingSeen()
  for (const [index, page] of doc.getPages().entries()) {
    yield* pageContents(page, index, seen)
    yield* usedContents(appearancesOf(page, seen), index, seen, budgetOf(doc.context))
  }
}

export type ReadContent = { content: Content; text: string }

/** Contents as they are read, one after another; others have their turn between them. Throws WorkLimitExceeded. */
export async function* readContents(contents: Iterable<Content>): AsyncGenerator<ReadContent> {
  for (const content of contents) {
    yield { content, text: content.read() }
    await content.work.takeTurns()
  }
}

/** Characters of all contents of a document that are in memory together: an isolate has 128 MB. */
export const MAX_CONTENTS = 48 << 20

/** `allContentsOf`, read. Throws WorkLimitExceeded for more than can be in memory together. */
export async function readAllContents(doc: PDFDocument): Promise<ReadContent[]> {
  const all: ReadContent[] = []
  let length = 0
  for await (const read of readContents(allContentsOf(doc))) {
    length += read.text.length
    if (length > MAX_CONTENTS)
      throw new WorkLimitExceeded('bytes', length, MAX_CONTENTS, 'the pages of this document')
    all.push(read)
  }
  return all
}

/** As `contentsOf`, for one page. */
function* pageContents(page: PDFPage, index: number, seen: Seen): Generator<Content> {
  const resources = pageResources(page)
  const work = budgetOf(page.doc.context)
  yield {
    kind: 'page',
    page: index,
    resources,
    borrowsResources: false,
    lacksResources: inheritsResources(page.node),
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
    const { kind, value, found, outer, isBare } = next
    const identity = value instanceof PDFRef ? value : found
    if (seen.contents.has(identity)) continue
    seen.contents.add(identity)
    const given = dictAt(found.dict, 'Resources')
    const own = given ?? outer
    yield {
      kind,
      page: index,
      resources: own,
      // Type 3 glyphs use those of their font, which may share a glyph with others.
      borrowsResources: !given || kind === 'glyph',
      lacksResources: !given && isBare,
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

/**
 * A stream that resources name, with the value that leads to it and the resources that it has without its own: `isBare` if
 * those are not its font's.
 */
type Used = { kind: Content['kind']; value: unknown; found: PDFStream; outer: PDFDict; isBare: boolean }

/** The normal appearances of a page's annotations, those of each state. */
function appearancesOf(page: PDFPage, seen: Seen): Used[] {
  const outer = pageResources(page) ?? PDFDict.withContext(page.node.context)
  const annotations = arrayAt(page.node, 'Annots')
  budgetOf(page.node.context).charge('objects', annotations?.size() ?? 0)
  return (annotations?.asArray() ?? []).flatMap((_, at) => {
    const looks = dictAt(dictOf(annotations?.lookup(at)), 'AP')
    const normal = looks?.lookup(PDFName.of('N'))
    const states = normal instanceof PDFDict && isNew(normal, 'N', seen) ? normal.entries() : []
    const values =
      normal instanceof PDFStream ? [looks?.get(PDFName.of('N'))] : states.map(([, value]) => value)
    return values.flatMap((value): Used[] => {
      const found = value instanceof PDFRef ? outer.context.lookup(value) : value
      return found instanceof PDFStream ? [{ kind: 'form', value, found, outer, isBare: true }] : []
    })
  })
}

/** The content streams that resources name; none if they were looked through before. */
function usedBy(resources: PDFDict | undefined, seen: Seen): Used[] {
  if (!isNew(resources, 'Resources', seen)) return []
  const used: Used[] = []
  const add = (kind: Used['kind'], value: unknown, found: unknown, fonts?: PDFDict) => {
    if (found instanceof PDFStream)
      used.push({ kind, value, found, outer: fonts ?? resources, isBare: fonts === undefined })
  }
  const entries = (category: string) =>
    isNew(dictAt(resources, category), category, seen) ? entriesOf(resources, category) : []
  for (const { value, object } of entries('XObject')) {
    if (object instanceof PDFStream && object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form'))
      add('form', value, object)
  }
  for (const { value, object } of entries('Pattern')) add('pattern', value, object)
  for (const { object } of entries('ExtGState')) {
    const mask = dictAt(dictOf(object), 'SMask')
    add('form', mask?.get(PDFName.of('G')), mask?.lookup(PDFName.of('G')))
  }
  for (const { object } of entries('Font')) {
    const font = dictOf(object)
    if (!isType3(font) || !isNew(font, 'Type3', seen)) continue
    const glyphs = dictAt(font, 'CharProcs')
    const own = dictAt(font, 'Resources')
    for (const [name, value] of isNew(glyphs, 'CharProcs', seen) ? glyphs.entries() : [])
      add('glyph', value, glyphs?.lookup(name), own)
  }
  return used
}
