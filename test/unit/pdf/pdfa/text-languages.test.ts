/** Texts of a document that names no language for the whole. */
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { expect, it } from 'vitest'
import { flateStream } from '../../../../src/pdf/pdfa/objects'
import { OpenFile } from '../../../../src/pdf/pdfa/rules/conformance-rule'
import { languageRules } from '../../../../src/pdf/pdfa/rules/text-languages'

const text = (words: string) => `BT /F 12 Tf (${words}) Tj ET`

type Parts = {
  content?: string
  /** Entries of the element of the content with the id 0. */
  element?: object
  /** Entries of the document. */
  catalog?: (doc: PDFDocument) => object
  /** Entries of a link that is in an element with these. */
  link?: { entries: object; element: object }
  title?: string
}

/** An element in English with a text, and one more with the id 0. */
async function documentWith({ content = '', element = {}, catalog, link, title }: Parts) {
  const doc = await PDFDocument.create()
  const { context } = doc
  const page = doc.addPage()
  const stream = `/P <</MCID 1>> BDC ${text('English')} EMC ${content}`
  page.node.set(PDFName.of('Contents'), context.register(flateStream(context, stream)))
  const [root, document] = [context.nextRef(), context.nextRef()]
  const kid = (entries: object, K: unknown) =>
    context.register(context.obj({ S: 'P', P: document, Pg: page.ref, K, ...entries } as never))
  const kids = [kid({ Lang: PDFString.of('en') }, 1), kid(element, 0)]
  if (link) {
    const annotation = context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], ...link.entries }))
    page.node.set(PDFName.of('Annots'), context.obj([annotation]))
    kids.push(kid(link.element, context.obj({ Type: 'OBJR', Obj: annotation })))
  }
  context.assign(document, context.obj({ S: 'Document', P: root, K: kids }))
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [document] }))
  const entries = { StructTreeRoot: root, ...(title && { Metadata: packet(doc, title) }), ...catalog?.(doc) }
  for (const [key, value] of Object.entries(entries))
    doc.catalog.set(PDFName.of(key), context.obj(value as never))
  return doc
}

function packet({ context }: PDFDocument, language: string) {
  return context.register(
    context.stream(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="${language}">A</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
    ),
  )
}

const outline = ({ context }: PDFDocument) => {
  const First = context.register(context.obj({ Title: PDFString.of('A') }))
  return { Outlines: context.register(context.obj({ First })) }
}

const inEnglish = { Lang: PDFString.of('en') }
const described = { Contents: PDFString.of('Home') }
const marked = (inner: string) => `/P <</MCID 0>> BDC ${inner} EMC`

it.each<[name: string, Parts, told: string | undefined]>([
  ['a text in an element with a language', { content: marked(text('a')), element: inEnglish }, undefined],
  ['a text in one without', { content: marked(text('a')) }, 'A text has no language'],
  [
    'a text in a sequence with a language',
    { content: marked(`/Span <</Lang (de)>> BDC ${text('a')} EMC`) },
    undefined,
  ],
  ['a text in no element', { content: text('a') }, 'A text has no language'],
  ['words of a sequence', { content: marked('/Span <</Alt (a)>> BDC EMC') }, 'A text has no language'],
  [
    'words of a sequence with a language',
    { content: marked('/Span <</Alt (a)/Lang (de)>> BDC EMC') },
    undefined,
  ],
  ['words of an element', { element: { Alt: PDFString.of('a') } }, 'An alternative text'],
  ['words of an element with a language', { element: { Alt: PDFString.of('a'), ...inEnglish } }, undefined],
  ['a link', { link: { entries: described, element: {} } }, 'The description'],
  ['a link with a language', { link: { entries: described, element: inEnglish } }, undefined],
  ['an outline', { catalog: outline }, 'The outline'],
  ['a title for whoever names no language', { title: 'x-default' }, 'The title'],
  ['a title in a language', { title: 'en' }, undefined],
  ['a document in a language', { catalog: (doc) => ({ ...outline(doc), ...inEnglish }) }, undefined],
])('%s', async (_, parts, told) => {
  const doc = await documentWith(parts)
  const found = await findings(doc)
  expect(found.map(({ message, isUnjudged }) => [message, isUnjudged])).toEqual(
    told === undefined ? [] : [[expect.stringContaining(told), undefined]],
  )
})

it('does not judge the language of an artifact', async () => {
  const doc = await documentWith({ content: `/Artifact BMC ${text('1')} EMC` })
  expect(await findings(doc)).toMatchObject([{ isUnjudged: true, page: 1 }])
})

async function findings(doc: PDFDocument) {
  const file = await OpenFile.open(await doc.save(), doc, { ua: true })
  return (await Promise.all(languageRules.map(async (rule) => await rule.find(file)))).flat()
}

it.each([
  ['an element with a language', inEnglish, []],
  ['an element without', {}, ['A text has no language']],
])('what a field looks like is in the language of its element: %s', async (_, element, told) => {
  const doc = await documentWith({ link: { entries: { Subtype: 'Widget' }, element } })
  const { context } = doc
  const look = context.register(flateStream(context, text('a'), context.obj({ Subtype: 'Form' })))
  const field = doc.getPage(0).node.Annots()?.lookup(0, PDFDict)
  field?.set(PDFName.of('AP'), context.obj({ N: look }))
  const found = await findings(doc)
  expect(found.map(({ message }) => message.split(',')[0])).toEqual(told)
})
