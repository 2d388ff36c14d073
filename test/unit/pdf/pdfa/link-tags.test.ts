import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { expect, it } from 'vitest'
import { treeEntries } from '../../../../src/pdf/merge/trees'
import { type Annotation, annotationsOf } from '../../../../src/pdf/pdfa/annotations'
import { dictAt, dictOf, nameAt, numberAt } from '../../../../src/pdf/pdfa/objects'
import { kidTags, retype, tagsOf, treeRoot } from '../../../../src/pdf/pdfa/structure-tree'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { writePdf } from '../../../../src/pdf/write/write-pdf'
import { archived, fixture, open } from '../../../support/archived'

/** A link as Chromium writes that of a running header: outside the structure tree. */
function addHeaderLink(doc: PDFDocument): void {
  const { context } = doc
  const action = { S: 'URI', URI: PDFString.of('https://header.example/') }
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 820, 9, 830], Border: [0, 0, 0], F: 4, A: action }
  doc.getPage(0).node.addAnnot(context.register(context.obj(link)))
}

it('gives a link that a drawing holds in its own element one of its own there', async () => {
  const doc = await open(fixture('links-tagged'))
  const held = [...tagsOf(doc)].filter(({ type }) => type === 'Link')
  for (const tag of held) {
    retype(tag, 'Figure')
    tag.dict.set(PDFName.of('Alt'), PDFString.of('a drawing'))
  }
  const spoilt = writePdf(doc.context, { objectStreams: false })
  const unmended = (await violationsOf(spoilt, { ua: true })).filter(({ rule }) => rule.endsWith('7.18.5'))
  expect(unmended.map(({ message }) => message)).toContain('A link is in no Link element of the tags.')

  const { bytes } = await archived(spoilt, { ua: true })
  expect(await violationsOf(bytes, { ua: true })).toEqual([])
  const finished = await open(bytes)
  const figures = [...tagsOf(finished)].filter(({ type }) => type === 'Figure')
  const inside = figures.flatMap(({ dict }) => kidTags(dict).map(({ type }) => type))
  expect(inside.filter((type) => type === 'Link')).toHaveLength(held.length)
  const parents = treeEntries(treeRoot(finished)?.lookup(PDFName.of('ParentTree')), 'Nums')
  for (const { dict } of annotationsOf(finished)) {
    const [, parent] =
      parents.find(([key]) => key.toString() === String(numberAt(dict, 'StructParent'))) ?? []
    expect(nameAt(dictOf(finished.context.lookup(parent)), 'S')).toBe('Link')
  }
})

const textOf = (object: unknown) => (object instanceof PDFHexString ? object.decodeText() : undefined)

it('tags the links of a running header for PDF/UA, with a description and a way back from the link', async () => {
  const doc = await open(fixture('links-tagged'))
  addHeaderLink(doc)
  const before = [...tagsOf(doc)].filter(({ type }) => type === 'Link').length
  const { bytes } = await archived(writePdf(doc.context, { objectStreams: false }), { ua: true })
  expect(await violationsOf(bytes, { ua: true })).toEqual([])

  const finished = await open(bytes)
  const tags = [...tagsOf(finished)]
  const last = tags.at(-1)
  expect(tags.filter(({ type }) => type === 'Link')).toHaveLength(before + 1)
  const isOurs = ({ dict }: Annotation) =>
    textOf(dict.lookup(PDFName.of('Contents'))) === 'https://header.example/'
  const link = annotationsOf(finished).find(isOurs)?.dict
  expect(link).toBeDefined()
  expect(nameAt(last?.dict, 'S')).toBe('Link')
  const content = dictAt(last?.dict, 'K')
  expect(nameAt(content, 'Type')).toBe('OBJR')
  expect(dictAt(content, 'Obj')).toBe(link)
  const parents = treeEntries(treeRoot(finished)?.lookup(PDFName.of('ParentTree')), 'Nums')
  const key = numberAt(link, 'StructParent')
  expect(parents.find(([own]) => own.toString() === String(key))?.[1]).toBe(last?.ref)
})
