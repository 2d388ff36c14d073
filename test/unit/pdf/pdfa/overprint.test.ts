/** Overprint mode 1 with colours of a CMYK profile, told apart for fills and strokes (ISO 19005-2 6.2.4.2). */
import { describe, expect, it } from 'vitest'
import { loadTrusted } from '../../../../src/pdf/open-own'
import { OpenFile } from '../../../../src/pdf/pdfa/rules/conformance-rule'
import { overprint } from '../../../../src/pdf/pdfa/rules/overprint'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { roughPdf } from '../../../fuzz/pdfs/rough'

const SPACES = '/I[/ICCBased 5 0 R]/R[/ICCBased 6 0 R]/P[/Indexed[/ICCBased 5 0 R]0 <00000000>]'
const STATES = '/F<</OPM 1/OP false/op true>>/S<</OPM 1/OP true/op false>>/B<</OPM 1/OP true>>/N<</OPM 0>>'
/** An image, a mask, and a form. */
const [IMAGE, MASK, FORM] = ['/X 7 0 R', '/X 8 0 R', '/X 9 0 R']

/** How often the rule is broken by a page of this content. */
async function broken(content: string, { spaces = SPACES, drawn = IMAGE } = {}): Promise<number> {
  const image = '/Subtype/Image/Width 1/Height 1/BitsPerComponent'
  const resources = `/ColorSpace<<${spaces}>>/ExtGState<<${STATES}>>/XObject<<${drawn}>>`
  const bytes = roughPdf({
    objects: [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<${resources}>>>>`,
      { data: content },
      { dictionary: '/N 4', data: '' },
      { dictionary: '/N 3', data: '' },
      { dictionary: `${image} 8/ColorSpace[/ICCBased 5 0 R]`, data: '0000' },
      { dictionary: `${image} 1/ImageMask true`, data: '0' },
      { dictionary: '/Subtype/Form/BBox[0 0 9 9]/Resources<<>>', data: '0 0 9 9 re f' },
    ],
  })
  const doc = await loadTrusted(bytes, new WorkBudget())
  const found = await overprint(await OpenFile.open(bytes, doc, { level: '2b' }))
  return found.length
}

describe.each([
  ['a fill', 'cs', 're f', '/F gs'],
  ['a stroke', 'CS', 're S', '/S gs'],
])('%s in colours of a CMYK profile', (what, sets, paints, own) => {
  const other = what === 'a fill' ? '/S gs' : '/F gs'
  const paint = `/I ${sets} 0 0 9 9 ${paints}`

  it.each([
    [1, 'if it is overprinted', `${own} ${paint}`],
    [1, 'if both are', `/B gs ${paint}`],
    [1, 'as a text is painted', `${own} /I ${sets} BT ${what === 'a fill' ? 0 : 1} Tr (a) Tj ET`],
    [0, 'not if only the other is', `${other} ${paint}`],
    [0, 'not in mode 0', `${own} /N gs ${paint}`],
    [0, 'not after the state is restored', `q ${own} Q ${paint}`],
    [0, 'not in RGB', `${own} /R ${sets} 0 0 9 9 ${paints}`],
    [0, 'not if nothing is painted', `${own} /I ${sets}`],
    [0, 'not as text that does not show', `${own} /I ${sets} BT 3 Tr (a) Tj ET`],
  ])('is counted %d times: %s', async (times, _, content) => {
    expect(await broken(content)).toBe(times)
  })
})

it.each([
  [1, 'a palette of them', '/F gs /P cs 0 0 9 9 re f', IMAGE],
  [1, 'an image in them', '/F gs /X Do', IMAGE],
  [0, 'an image in them, if strokes are overprinted', '/S gs /X Do', IMAGE],
  [1, 'a mask painted in them', '/F gs /I cs /X Do', MASK],
  [0, 'a mask painted in gray', '/F gs 0 g /X Do', MASK],
  [1, 'a form that takes its colours from where it is drawn', '/X Do', FORM],
])('the rule is broken %d times by %s', async (times, _, content, drawn) => {
  expect(await broken(content, { drawn })).toBe(times)
})

it('colours of the device are of a CMYK profile if the resources say so', async () => {
  const page = '/F gs 0 0 0 1 k 0 0 9 9 re f'
  expect(await broken(page)).toBe(0)
  expect(await broken(page, { spaces: `${SPACES}/DefaultCMYK[/ICCBased 5 0 R]` })).toBe(1)
})
