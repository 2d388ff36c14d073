import { PDFDocument, PDFName } from 'pdf-lib'
import { expect, it } from 'vitest'
import { hasUnmarkedContent, markArtifacts } from '../../../../src/pdf/pdfa/artifacts'
import { pageContent, pageResources, setPageContent } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { budgetOf, WorkBudget } from '../../../../src/pdf/work-budget'
import { writePdf } from '../../../../src/pdf/write/write-pdf'
import { archived, fixture, open } from '../../../support/archived'

const box = '0 0 9 9 re f'

it.each([
  ['nothing around it', box, true],
  ['a sequence that only names its text', `/Span <</ActualText (fi)>> BDC ${box} EMC`, true],
  ['a layer', `/OC /Layer BDC ${box} EMC`, true],
  ['an artifact', `/Artifact BMC ${box} EMC`, false],
  ['an artifact with properties', `/Artifact <</Type /Pagination>> BDC ${box} EMC`, false],
  ['a tag', `/P <</MCID 0>> BDC ${box} EMC`, false],
  ['a tag whose names have escapes', `/P <</M#43ID 0>> BDC ${box} EMC`, false],
  ['an artifact whose name has escapes', `/Artif#61ct BMC ${box} EMC`, false],
  ['a text that reads like a tag', `/Span <</ActualText (/MCID 0)>> BDC ${box} EMC`, true],
  ['a text inside a tag', `/P <</MCID 0>> BDC /Span <</ActualText (fi)>> BDC ${box} EMC EMC`, false],
  ['an artifact inside a tag', `/P <</MCID 0>> BDC /Artifact BMC ${box} EMC EMC`, true],
  ['a tag inside an artifact', `/Artifact BMC /P <</MCID 0>> BDC ${box} EMC EMC`, true],
  ['a tag that no element has', `/P <</MCID 9>> BDC ${box} EMC`, true],
  ['a tag that is over', `/P <</MCID 0>> BDC EMC ${box}`, true],
])('content with %s is unmarked or not', async (_, content, isUnmarked) => {
  expect(await hasUnmarkedContent(content, undefined, new WorkBudget(), (id) => id === 0)).toBe(isUnmarked)
})

it('looks for the ids in a form among those of the form', async () => {
  const { context } = await PDFDocument.create()
  const form = context.stream(`/P <</MCID 0>> BDC ${box} EMC`, { Type: 'XObject', Subtype: 'Form' })
  const resources = context.obj({ XObject: { F: context.register(form) } })
  for (const isKnown of [true, false]) {
    const ids = (_: number, place?: unknown) => isKnown === (place === form.dict)
    expect(await hasUnmarkedContent('/F Do', resources, new WorkBudget(), ids)).toBe(!isKnown)
  }
})

it('marks what stands in a sequence that only names its text, and keeps the text', async () => {
  const doc = await open(fixture('links-tagged'))
  const page = doc.getPage(0)
  setPageContent(page, `${pageContent(page)}\n/Span <</ActualText (fi)>> BDC ${box} EMC`)
  const spoilt = writePdf(doc.context, { objectStreams: false })
  expect((await violationsOf(spoilt, { ua: true })).map(({ rule }) => rule)).toContain('ISO 14289-1 7.1')
  const { bytes } = await archived(spoilt, { ua: true })
  expect(await violationsOf(bytes, { ua: true })).toEqual([])
  const mended = (await open(bytes)).getPage(0)
  expect(pageContent(mended)).toContain('ActualText')
  const work = budgetOf(doc.context)
  expect(await hasUnmarkedContent(pageContent(mended), pageResources(mended), work)).toBe(false)
})

it('counts what a form holds that names no resources', async () => {
  const doc = await PDFDocument.create()
  const page = doc.addPage()
  const content = '/OC /Layer BDC EMC '.repeat(1000)
  const form = doc.context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] })
  page.node.set(PDFName.of('Resources'), doc.context.obj({ XObject: { F: doc.context.register(form) } }))
  setPageContent(page, '/F Do')
  await markArtifacts(doc)
  expect(budgetOf(doc.context).spent.operators).toBeGreaterThan(2000)
})

it('counts what a page holds that has no resources', async () => {
  const work = new WorkBudget()
  await hasUnmarkedContent('/Artifact BMC EMC '.repeat(1000), undefined, work)
  expect(work.spent.operators).toBeGreaterThanOrEqual(2000)
})
