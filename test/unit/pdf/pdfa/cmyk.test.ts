import { type PDFArray, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { cmykProfile } from '../../../../src/pdf/pdfa/cmyk-profile'
import { arraysOf, dictionariesOf } from '../../../../src/pdf/pdfa/objects'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'

async function archived(resources: string, content: string) {
  const bytes = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<${resources}>>>>`,
    { dictionary: '', data: new TextEncoder().encode(content) },
  ])
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const finished = await finishWith(linksPdf(), { attachments, conform: { level: '2b' } })
  return await PDFDocument.load(finished.bytes)
}

const tint = '<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>'

describe('colours of the device’s CMYK', () => {
  it.each([
    ['set by an operator', '', '0 0 0 1 k 0 0 9 9 re f'],
    [
      'named by a spot colour',
      `/ColorSpace<</S[/Separation/Red/DeviceCMYK ${tint}]>>`,
      '/S cs 1 scn 0 0 9 9 re f',
    ],
    ['named by an array of its own', '/ColorSpace<</S[/DeviceCMYK]>>', '/S cs 0 0 0 1 scn 0 0 9 9 re f'],
    ['named by resources', '/ColorSpace<</S/DeviceCMYK>>', '/S cs 0 0 0 1 scn 0 0 9 9 re f'],
  ])('%s get one profile of four inks', async (_, resources, content) => {
    const { context } = await archived(resources, content)
    const spaces = [...arraysOf(context)].filter((array) => array.get(0) === PDFName.of('ICCBased'))
    expect(new Set(spaces.map((array) => array.get(1))).size).toBe(1)
    const profile = spaces[0]?.lookup(1)
    expect(profile && String(profile)).toMatch(/\/N 4/)
    const names = [...dictionariesOf(context)].flatMap((dict) => dict.values())
    expect(names).not.toContain(PDFName.of('DeviceCMYK'))
  })

  it('are no longer overprinted', async () => {
    const { context } = await archived('/ExtGState<</G<</OPM 1/op true>>>>', '/G gs 0 0 0 1 k 0 0 9 9 re f')
    expect([...dictionariesOf(context)].map((dict) => dict.get(PDFName.of('OPM'))?.toString())).toContain('0')
  })

  it('bring no profile into a file without them', async () => {
    const { context } = await archived('', '0 0 9 9 re f')
    const isProfile = (array: PDFArray) => array.get(0) === PDFName.of('ICCBased')
    expect([...arraysOf(context)].filter(isProfile)).toEqual([])
  })
})

it('the profile says its size, and where its tables are', () => {
  const profile = cmykProfile()
  const view = new DataView(profile.buffer)
  expect(view.getUint32(0)).toBe(profile.length)
  const tags = Array.from({ length: view.getUint32(128) }, (_, index) => 132 + 12 * index)
  for (const at of tags)
    expect(view.getUint32(at + 4) + view.getUint32(at + 8)).toBeLessThanOrEqual(profile.length)
  expect(profile.length).toBeLessThan(12_000)
})
