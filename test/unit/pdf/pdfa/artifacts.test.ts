import { expect, it } from 'vitest'
import { hasUnmarkedContent } from '../../../../src/pdf/pdfa/artifacts'
import { pageContent, pageResources, setPageContent } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { writePdf } from '../../../../src/pdf/write/write'
import { archived, fixture, open } from '../../../support/archived'

const box = '0 0 9 9 re f'

it.each([
  ['nothing around it', box, true],
  ['a sequence that only names its text', `/Span <</ActualText (fi)>> BDC ${box} EMC`, true],
  ['a layer', `/OC /Layer BDC ${box} EMC`, true],
  ['an artifact', `/Artifact BMC ${box} EMC`, false],
  ['an artifact with properties', `/Artifact <</Type /Pagination>> BDC ${box} EMC`, false],
  ['a tag', `/P <</MCID 0>> BDC ${box} EMC`, false],
  ['a text inside a tag', `/P <</MCID 0>> BDC /Span <</ActualText (fi)>> BDC ${box} EMC EMC`, false],
  ['a tag that is over', `/P <</MCID 0>> BDC EMC ${box}`, true],
])('content with %s is unmarked or not', (_, content, isUnmarked) => {
  expect(hasUnmarkedContent(content, undefined)).toBe(isUnmarked)
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
  expect(hasUnmarkedContent(pageContent(mended), pageResources(mended))).toBe(false)
})
