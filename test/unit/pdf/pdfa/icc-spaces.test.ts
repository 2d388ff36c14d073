import { getDefaultSRGBProfile, type PDFArray, PDFDocument, PDFName, PDFStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { latin1Bytes } from '../../../../src/pdf/content-stream'
import { cmykProfile } from '../../../../src/pdf/pdfa/cmyk-profile'
import { iccSpacesOf } from '../../../../src/pdf/pdfa/icc-spaces'
import { arrayAt, dictAt, numberAt } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { archived as archivedFixture, fixture } from '../../../support/archived'
import { finishWith } from '../../../support/finishing'
import { handmadePdf, linksPdf } from '../../../support/pdfs'

const levels = ['1b', '2b', '3b'] as const
const rgb = getDefaultSRGBProfile()

/** sRGB with other bytes in its header. */
function spoiled(at: number, text: string): Uint8Array {
  const profile = rgb.slice()
  profile.set(latin1Bytes(text), at)
  return profile
}

/** The colour space of an archived attachment that has a profile with these entries. */
async function archived(profile: Uint8Array, entries: string, level: (typeof levels)[number] = '1b') {
  const bytes = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</ColorSpace<</S[/ICCBased 5 0 R]>>>>>>',
    { dictionary: '', data: latin1Bytes('/S cs 0 0 9 9 re f') },
    { dictionary: entries, data: profile },
  ])
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const finished = await finishWith(linksPdf(), { attachments, conform: { level } })
  const { node } = (await PDFDocument.load(finished.bytes)).getPages().at(-1) ?? {}
  const space = arrayAt(dictAt(node?.Resources(), 'ColorSpace'), 'S')
  if (!space) throw new Error('the colour space is gone')
  return space
}

const componentsOf = (space: PDFArray) => {
  const profile = space.lookup(1)
  return profile instanceof PDFStream ? numberAt(profile.dict, 'N') : undefined
}

describe('a colour space with a profile', () => {
  it.each(levels)('keeps it if it has the components that the space says, in %s', async (level) => {
    expect(componentsOf(await archived(rgb, '/N 3', level))).toBe(3)
  })

  it.each(levels)('of other components is what readers take it for, in %s', async (level) => {
    expect(String(await archived(rgb, '/N 1/Alternate/DeviceGray', level))).toBe('[ /DeviceGray ]')
  })

  it.each([
    ['is cut off', rgb.subarray(0, 100), '/N 3', '[ /DeviceRGB ]'],
    ['lacks its signature', spoiled(36, 'none'), '/N 1', '[ /DeviceGray ]'],
    [
      'has other components, and an alternate',
      rgb,
      '/N 1/Alternate[/CalGray<</WhitePoint[0.95 1 1.09]>>]',
      '/CalGray',
    ],
    ['has other components than the alternate too', rgb, '/N 1/Alternate[/Lab<<>>]', '[ /DeviceGray ]'],
  ])('whose profile %s gets another', async (_, profile, entries, space) => {
    expect(String(await archived(profile, entries))).toContain(space)
  })

  it('of four components gets the profile of other CMYK colours', async () => {
    const space = await archived(rgb, '/N 4', '2b')
    expect(space.get(0)).toBe(PDFName.of('ICCBased'))
    expect(componentsOf(space)).toBe(4)
    expect(componentsOf(await archived(cmykProfile(), '/N 4', '2b'))).toBe(4)
  })

  it('that does not say how many components there are takes it from the profile', async () => {
    expect(componentsOf(await archived(rgb, ''))).toBe(3)
  })

  it.each([
    ['for links between devices', spoiled(12, 'link'), '/N 3', /colours of a device/],
    ['of colours that a PDF cannot use', spoiled(16, 'YCbr'), '/N 3', /colours of a device/],
    ['of two components', rgb, '/N 2', /another number of components/],
    ['of a version to come', spoiled(8, '\x05'), '/N 3', /newer than version/],
  ])('%s is refused', async (_, profile, entries, message) => {
    await expect(archived(profile, entries, '2b')).rejects.toThrow(message)
  })
})

describe.each(levels)('the judgement of %s', (level) => {
  const clause = level === '1b' ? 'ISO 19005-1 6.2.3.2' : `ISO 19005-${level[0]} 6.2.4.2`

  it.each([
    ['with the components that it has', rgb, 3, false],
    ['with other components', rgb, 1, true],
    ['that is none', spoiled(36, 'none'), 3, true],
    ['of another class', spoiled(12, 'abst'), 3, true],
  ])('knows a profile %s', async (_, profile, N, isBroken) => {
    const { bytes } = await archivedFixture(fixture('links-tagged'), { level }, ({ catalog, context }) => {
      const space = context.obj(['ICCBased', context.register(context.stream(profile, { N }))])
      catalog.set(PDFName.of('X'), space)
      expect(iccSpacesOf([space])).toHaveLength(1)
    })
    const rules = (await violationsOf(bytes, { level })).map(({ rule }) => rule)
    expect(rules.includes(clause)).toBe(isBroken)
  })
})
