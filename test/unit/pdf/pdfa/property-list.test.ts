import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { afterEach, expect, it, vi } from 'vitest'
import { readAllContents } from '../../../../src/pdf/pdfa/contents'
import { setPageContent } from '../../../../src/pdf/pdfa/objects'
import { pagesOfPrivateUse } from '../../../../src/pdf/pdfa/private-use'
import { hasLanguages, propertyList } from '../../../../src/pdf/pdfa/property-list'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { budgetOf } from '../../../../src/pdf/work-budget'

afterEach(() => vi.restoreAllMocks())

const LANGUAGES = 'ISO 14289-1 7.2'
const longText = (doc: PDFDocument) => doc.context.register(PDFString.of('x'.repeat(50_000)))

it('20,000 contents of one list read its texts once', async () => {
  const doc = await PDFDocument.create()
  const [Lang, ActualText] = [longText(doc), longText(doc)]
  const Properties = { P: doc.context.register(doc.context.obj({ Lang, ActualText })) }
  const page = doc.addPage()
  page.node.set(PDFName.of('Resources'), doc.context.obj({ Properties }))
  setPageContent(page, '/S /P BDC EMC\n'.repeat(20_000))
  const bytes = await doc.save()
  const decode = vi.spyOn(PDFString.prototype, 'decodeText')
  const rules = (await violationsOf(bytes, { ua: true })).map(({ rule }) => rule)
  expect(rules).toContain(LANGUAGES)
  expect(await pagesOfPrivateUse(doc, await readAllContents(doc), new Map())).toEqual(new Set())
  expect(decode.mock.calls.length).toBeLessThan(20)
  expect(decode.mock.contexts.every((text) => (text as PDFString).asString().length < 1000)).toBe(true)
})

it('300 pages that share 10,000 lists look through them once', async () => {
  const doc = await PDFDocument.create()
  const lists = doc.context.obj({})
  for (let at = 0; at < 10_000; at++) lists.set(PDFName.of(`P${at}`), doc.context.obj({ MCID: at }))
  const ref = doc.context.register(lists)
  for (let page = 0; page < 300; page++)
    doc.addPage().node.set(PDFName.of('Resources'), doc.context.obj({ Properties: ref }))
  const bytes = await doc.save()
  const keys = vi.spyOn(PDFDict.prototype, 'keys')
  await violationsOf(bytes, { ua: true })
  const scans = keys.mock.results.filter(({ value }) => (value as PDFName[]).length === 10_000)
  expect(scans.length).toBeLessThanOrEqual(1)
})

it('what is looked through and decoded is paid for, once', async () => {
  const { context } = await PDFDocument.create()
  const P = context.obj({ Lang: PDFString.of('en-US') })
  const resources = context.obj({ Properties: { P, Q: {}, R: {} } })
  for (let time = 0; time < 2; time++) {
    expect(hasLanguages(resources)).toBe(true)
    expect(propertyList('/P', resources).language()).toBe('en-US')
    expect(budgetOf(context).spent).toMatchObject({ objects: 3, bytes: 5 })
  }
})

it.each([
  ['<</Lang (de)/MCID 3>>', 'de', true],
  ['<</L#61ng <6465>/#4dCID 3>>', 'de', true],
  ['<</Lang /de/MCID 3>>', undefined, false],
  ['<</X <</Lang (de)>>/MCID 3>>', undefined, false],
])('%s is read', (operand, language, hasText) => {
  const list = propertyList(operand, undefined)
  expect([list.language(), list.hasText('Lang'), list.number('MCID')]).toEqual([language, hasText, 3])
})
