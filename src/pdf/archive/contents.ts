/** Every content stream of a document once: pages, and the forms, patterns and Type 3 glyphs they draw with. */
import { type PDFDict, type PDFDocument, PDFName, type PDFPage, PDFRef, PDFStream } from 'pdf-lib'
import { latin1 } from '../content'
import { decoded } from '../streams'
import { dictAt, dictOf, entriesOf, flateStream, pageContent, pageResources, setPageContent } from './objects'

export type Content = {
  kind: 'page' | 'form' | 'pattern' | 'glyph'
  /** Page (counted from 0) on which the content is met first. */
  page: number
  /** What its names refer to; a form without resources of its own uses those of its page. */
  resources: PDFDict | undefined
  /** The stream's own reference; a page has none. */
  ref?: PDFRef
  read(): string
  /** Replaces the content; what other objects refer to stays the same object. */
  replace(content: string): void
}

/** References, so that a replaced stream is not met again; streams themselves where nothing refers to them. */
type Seen = Set<PDFRef | PDFStream>

/** Walks pages in order, and below each what it draws with, depth first. Cycles end where they begin. */
export function* contentsOf(doc: PDFDocument): Generator<Content> {
  const seen: Seen = new Set()
  for (const [index, page] of doc.getPages().entries()) yield* pageContents(page, index, seen)
}

/** As `contentsOf`, for one page. */
export function* pageContents(page: PDFPage, index: number, seen: Seen = new Set()): Generator<Content> {
  const resources = pageResources(page)
  yield {
    kind: 'page',
    page: index,
    resources,
    read: () => pageContent(page),
    replace: (content) => setPageContent(page, content),
  }
  yield* below(resources, index, seen)
}

function* below(resources: PDFDict | undefined, page: number, seen: Seen): Generator<Content> {
  if (!resources) return
  for (const { value, object } of entriesOf(resources, 'XObject')) {
    if (object instanceof PDFStream && object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form')) {
      yield* stream('form', value, object, resources, page, seen)
    }
  }
  for (const { value, object } of entriesOf(resources, 'Pattern')) {
    if (object instanceof PDFStream) yield* stream('pattern', value, object, resources, page, seen)
  }
  for (const { object } of entriesOf(resources, 'ExtGState')) {
    const mask = dictAt(dictOf(object), 'SMask')
    const group = mask?.get(PDFName.of('G'))
    const form = mask?.lookup(PDFName.of('G'))
    if (form instanceof PDFStream) yield* stream('form', group, form, resources, page, seen)
  }
  for (const { object } of entriesOf(resources, 'Font')) {
    const font = dictOf(object)
    if (font?.lookup(PDFName.of('Subtype')) !== PDFName.of('Type3')) continue
    for (const [name, value] of dictAt(font, 'CharProcs')?.entries() ?? []) {
      const glyph = dictAt(font, 'CharProcs')?.lookup(name)
      const used = dictAt(font, 'Resources') ?? resources
      if (glyph instanceof PDFStream) yield* stream('glyph', value, glyph, used, page, seen)
    }
  }
}

function* stream(
  kind: Content['kind'],
  value: unknown,
  found: PDFStream,
  outer: PDFDict,
  page: number,
  seen: Seen,
): Generator<Content> {
  const identity = value instanceof PDFRef ? value : found
  if (seen.has(identity)) return
  seen.add(identity)
  const resources = dictAt(found.dict, 'Resources') ?? outer
  yield {
    kind,
    page,
    resources,
    ...(value instanceof PDFRef && { ref: value }),
    read: () => latin1(decoded(found)),
    replace: (content) => {
      if (value instanceof PDFRef)
        outer.context.assign(value, flateStream(outer.context, content, found.dict))
    },
  }
  if (resources !== outer) yield* below(resources, page, seen)
}
