/** Colours of the device are judged by what the file was made for, and by the default spaces of what uses them. */
import { PDFArray, type PDFDocument, PDFName } from 'pdf-lib'
import { expect, it } from 'vitest'
import { cmykProfile } from '../../../../src/pdf/pdfa/cmyk-profile'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { archived, fixture } from '../../../support/archived'

const target = { level: '2b' } as const
const RGB = 'Colours are given as RGB, and the file was made for others.'
const BLENDS = 'A page blends in colours that the file does not say.'
const UNKNOWN = 'The file does not say which colours it was made for.'

type Made = { content: string; intents?: number[]; defaults?: string[]; image?: (doc: PDFDocument) => object }

/** What is wrong with a file of one page whose output intents have profiles of so many components. */
async function problems({ content, intents = [], defaults = [], image }: Made) {
  const { bytes } = await archived(fixture('links-tagged'), target, (doc: PDFDocument) => {
    const { catalog, context } = doc
    const key = PDFName.of('OutputIntents')
    const srgb = catalog.lookup(key, PDFArray).get(0)
    const ofPrinter = cmykProfile().slice()
    ofPrinter.set(Buffer.from('prtr'), 12)
    const profile = context.register(context.flateStream(ofPrinter, { N: 4 }))
    const press = context.obj({ S: 'GTS_PDFA1', DestOutputProfile: profile })
    const made = intents.map((count) => (count === 4 ? press : srgb))
    if (made.length > 0) catalog.set(key, context.obj(made))
    else catalog.delete(key)
    while (doc.getPageCount() > 1) doc.removePage(1)
    const [page] = doc.getPages()
    page?.node.set(PDFName.of('Contents'), context.register(context.stream(content)))
    page?.node.delete(PDFName.of('Annots'))
    const space = context.obj(['ICCBased', profile])
    const spaces = Object.fromEntries(defaults.map((name) => [name, space]))
    page?.node.set(
      PDFName.of('Resources'),
      context.obj({ ColorSpace: spaces, ...(image && { XObject: { X: pictureOf(doc, image(doc)) } }) }),
    )
  })
  const found = await violationsOf(bytes, target)
  return found.filter(({ rule }) => /6\.2\.(?:3|4\.3|10)$/.test(rule)).map(({ message }) => message)
}

const picture = { Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 }

function pictureOf({ context }: PDFDocument, entries: object) {
  return context.register(context.stream('abc', { ...picture, ...entries }))
}

/** An image in a space that its profile defines, with a soft mask. */
function maskedImage(doc: PDFDocument) {
  const { context } = doc
  const profile = context.register(context.flateStream(cmykProfile(), { N: 4 }))
  const SMask = pictureOf(doc, { ColorSpace: 'DeviceGray' })
  return { ColorSpace: context.obj(['ICCBased', profile]), SMask }
}

it.each([
  ['an image in gray', { content: '/X Do', image: () => ({ ColorSpace: 'DeviceGray' }) }, [UNKNOWN]],
  ['the soft mask of an image', { content: '/X Do', image: maskedImage }, [BLENDS]],
  ['black without an output intent', { content: '0 0 9 9 re f' }, [UNKNOWN]],
  ['black where gray is defined', { content: '0 0 9 9 re f', defaults: ['DefaultGray'] }, []],
  ['nothing that is painted', { content: 'q 1 w Q' }, []],
  ['invisible text', { content: 'BT 3 Tr () Tj ET' }, []],
  [
    'RGB without an output intent',
    { content: '1 0 0 rg 0 0 9 9 re f', defaults: ['DefaultGray'] },
    [UNKNOWN],
  ],
  ['RGB for a press', { content: '1 0 0 rg 0 0 9 9 re f', intents: [4] }, [RGB]],
  ['RGB by name, for a press', { content: '/DeviceRGB CS 1 0 0 SC 0 0 9 9 re s', intents: [4] }, [RGB]],
  [
    'an inline image in RGB, for a press',
    { content: 'BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI', intents: [4] },
    [RGB],
  ],
  [
    'RGB that the page defines',
    { content: '1 0 0 rg 0 0 9 9 re f', intents: [4], defaults: ['DefaultRGB'] },
    [],
  ],
  ['CMYK for a press', { content: '1 0 0 0 k 0 0 9 9 re f', intents: [4] }, []],
  [
    'CMYK for a screen',
    { content: '1 0 0 0 k 0 0 9 9 re f', intents: [3] },
    ['Colours are given as CMYK: use sRGB.'],
  ],
  [
    'two output intents',
    { content: '', intents: [3, 4] },
    ['The file names several output intents that have different profiles.'],
  ],
])('%s', async (_, made, expected) => {
  expect(await problems(made)).toEqual(expected)
})
