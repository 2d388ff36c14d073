/** Streams of packed objects inflate within limits in the Worker's own runtime, whose zlib is not Node's. */
import { constants, deflateSync } from 'node:zlib'
import { PDFName } from 'pdf-lib'
import { expect, it, vi } from 'vitest'
import { turns } from '../../src/memory/isolate-turns'
import { importPdf } from '../../src/pdf/import/open-foreign'
import { withOnePage } from '../fuzz/pdfs/rough'
import { triesAll } from '../support/runs'

/** A damaged file whose page leads to an object in such a stream. */
const packedPdf = (data: Uint8Array) =>
  withOnePage({
    leaf: '/X 7 0 R',
    table: () => '',
    more: [{ dictionary: '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', data }],
  })
const open = (data: Uint8Array) =>
  importPdf({ name: 'offer.pdf', pointer: '', bytes: packedPdf(data) }).then(({ document }) =>
    document.getPage(0).node.lookup(PDFName.of('X'))?.toString(),
  )
const blanks = (count: number) => Buffer.from(`7 0 ${' '.repeat(count)}(far)`)

it.each([10, 10_000, 4_000_000])('Objects behind %i blanks are read', async (count) => {
  expect(await open(deflateSync(blanks(count)))).toBe('(far)')
})

it('Objects that inflate to more than 32 MB are refused', async () => {
  await expect(open(deflateSync(blanks(2 ** 25)))).rejects.toThrow('inflates to more')
})

it.runIf(triesAll)('A file of very many objects is read while others have their turn', async () => {
  const listed = Array.from({ length: 100_000 }, (_, n) => [n + 10, 3 * n] as const)
  const data = Buffer.from(`${listed.flat().join(' ')} ${'[] '.repeat(listed.length)}`)
  const first = data.indexOf('[')
  const kids = listed.map(([number]) => `${number} 0 R`).join(' ')
  const bytes = withOnePage({
    leaf: `/X[${kids}]`,
    table: () => '',
    more: [
      {
        dictionary: `/Type/ObjStm/N ${listed.length}/First ${first}/Filter/FlateDecode`,
        data: deflateSync(data),
      },
    ],
  })
  const turn = vi.spyOn(turns, 'pauseAfter').mockReturnValue(0)
  await importPdf({ name: 'offer.pdf', pointer: '', bytes })
  const pieces = turn.mock.calls.map(([, ms]) => ms)
  turn.mockRestore()
  // By the counts: 200,000 objects are 600 ms.
  expect(pieces.length).toBeGreaterThan(5)
})

it('Objects whose data break off are left out', async () => {
  const data = deflateSync(blanks(1000), { finishFlush: constants.Z_SYNC_FLUSH })
  expect(await open(Buffer.concat([data, Uint8Array.of(0xff)]))).toBeUndefined()
})
