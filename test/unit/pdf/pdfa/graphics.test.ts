import { deflateSync } from 'node:zlib'
import { type PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { expect, it } from 'vitest'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { archived, fixture } from '../../../support/archived'

const target = { level: '2b' } as const

/** The clauses that a document breaks to which an object was added. */
async function brokenClauses(added: (doc: PDFDocument) => Parameters<PDFDocument['context']['register']>[0]) {
  const { bytes } = await archived(fixture('links-tagged'), target, (doc) => {
    doc.catalog.set(PDFName.of('X'), doc.context.obj([doc.context.register(added(doc))]))
  })
  return (await violationsOf(bytes, target)).map(({ rule }) => rule)
}

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length)
  head.write(type, 4)
  return Buffer.concat([head, data])
}

/** The header of a JPEG 2000 image in an enumerated colour space: 16 is sRGB, 12 CMYK. */
function jpeg2000(space: number): Buffer {
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 7, 7, 0, 0])
  const color = Buffer.from([1, 0, 0, 0, 0, 0, space])
  return box('jp2h', Buffer.concat([box('ihdr', size), box('colr', color)]))
}

it.each([
  ['sRGB', 16, false],
  ['CMYK', 12, true],
])('a deflated JPEG 2000 image in %s is judged by what it inflates to', async (_, space, isRefused) => {
  const broken = await brokenClauses(({ context }) => {
    const dict = context.obj({ Subtype: 'Image', Filter: ['FlateDecode', 'JPXDecode'] })
    return PDFRawStream.of(dict, new Uint8Array(deflateSync(jpeg2000(space))))
  })
  expect(broken.includes('ISO 19005-2 6.2.8.3')).toBe(isRefused)
})

it.each([
  ['the same colour, each in its own words', 1, false],
  ['different colours', 0.5, true],
])('spot colours of one name that mean %s', async (_, red, isRefused) => {
  const broken = await brokenClauses(({ context }) => {
    const tint = (end: number) =>
      context.register(context.obj({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0], C1: [end, 0, 0], N: 1 }))
    const space = (end: number) => context.obj(['Separation', 'A', 'DeviceRGB', tint(end)])
    return context.obj([space(1), space(red)])
  })
  expect(broken.includes('ISO 19005-2 6.2.4.4')).toBe(isRefused)
})

it('spot colours of one name whose programs are stored differently are the same', async () => {
  const broken = await brokenClauses(({ context }) => {
    const entries = { FunctionType: 4, Domain: [0, 1], Range: [0, 1, 0, 1, 0, 1] }
    const [plain, flate] = [context.stream('{dup dup}', entries), context.flateStream('{dup dup}', entries)]
    const space = (tint: typeof plain) =>
      context.obj(['Separation', 'A', 'DeviceRGB', context.register(tint)])
    return context.obj([space(plain), space(flate)])
  })
  expect(broken).not.toContain('ISO 19005-2 6.2.4.4')
})

const plain = { HalftoneType: 1, Frequency: 60, Angle: 45, SpotFunction: 'Round' }
const transfer = { TransferFunction: 'Identity' }

it.each([
  ['of type 1', plain, false],
  ['of type 6', { HalftoneType: 6 }, true],
  ['with a name', { ...plain, HalftoneName: 'Round' }, true],
  ['with a transfer function', { ...plain, ...transfer }, true],
  ['of type 5', { HalftoneType: 5, Default: plain }, false],
  ['of type 5 with one of type 6 in it', { HalftoneType: 5, Default: { HalftoneType: 6 } }, true],
  ['of type 5 in one of type 5', { HalftoneType: 5, Default: { HalftoneType: 5 } }, true],
  ['of type 5 with a named one in it', { HalftoneType: 5, Default: { ...plain, HalftoneName: 'R' } }, true],
  [
    'whose spot color has the transfer function it needs',
    { HalftoneType: 5, Spot: { ...plain, ...transfer } },
    false,
  ],
  ['whose spot color lacks it', { HalftoneType: 5, Spot: plain }, true],
  ['whose primary color has a transfer function', { HalftoneType: 5, Cyan: { ...plain, ...transfer } }, true],
])('a halftone %s is judged', async (_, halftone, isRefused) => {
  const broken = await brokenClauses(({ context }) => context.obj({ Type: 'ExtGState', HT: halftone }))
  expect(broken.includes('ISO 19005-2 6.2.5')).toBe(isRefused)
})

it.each([
  ['what rounding leaves of an opaque state', 0.9999999, false],
  ['an alpha that is hardly seen', 0.999, true],
])('%s', async (_, alpha, isTransparent) => {
  const level = '1b'
  const { bytes } = await archived(fixture('links-tagged'), { level }, (doc) => {
    const state = doc.context.obj({ Type: 'ExtGState', ca: alpha, CA: 2 - alpha })
    doc.catalog.set(PDFName.of('X'), doc.context.register(state))
  })
  const broken = (await violationsOf(bytes, { level })).map(({ rule }) => rule)
  expect(broken.includes('ISO 19005-1 6.4')).toBe(isTransparent)
})
