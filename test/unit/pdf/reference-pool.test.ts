import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PDFRef } from 'pdf-lib'
import { expect, it } from 'vitest'
import '../../../src/pdf/reference-pool'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it.each([
  [1, 0],
  [20_000, 0],
  [20_001, 0],
  [7, 3],
  [4_294_967_295, 65_535],
])(
  'a reference to object %d of generation %d is one and the same as long as it is used',
  (number, generation) => {
    const ref = PDFRef.of(number, generation)
    expect(PDFRef.of(number, generation)).toBe(ref)
    expect(PDFRef.of(number, generation + 1)).not.toBe(ref)
    expect(ref).toBeInstanceOf(PDFRef)
    expect([ref.objectNumber, ref.generationNumber, ref.sizeInBytes()]).toEqual([
      number,
      generation,
      `${number} ${generation} R`.length,
    ])
  },
)

it('references of unusual numbers are not kept when no document has them', async () => {
  const made = Array.from({ length: 1000 }, (_, at) => new WeakRef(PDFRef.of(3_000_000_000 + at)))
  // Within the turn in which they were made they are kept.
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  expect(made.filter((ref) => ref.deref()).length).toBeLessThan(10)
})
