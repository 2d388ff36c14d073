/** What it takes to read hostile files: no more than a small multiple of a plain file of the same size. */
import { describe, expect, it } from 'vitest'
import { parseUntrusted } from '../../../../src/pdf/import/parse'
import { withOnePage } from '../../../fuzz/pdfs/rough'
import { cpuMs } from '../../../support/cpu-time'

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

/** Milliseconds to read a file or refuse it. */
function readingMs(bytes: Uint8Array): number {
  return cpuMs(() => {
    try {
      parseUntrusted(bytes)
    } catch {
      // To be refused is as good.
    }
  })
}

/** Expects one file to take no more than a few times as long as another. Noise only adds, so the least of several counts. */
function expectSimilarCost(hostile: () => number, plain: () => number): void {
  const least = { hostile: hostile(), plain: plain() }
  const isSimilar = () => least.hostile < 4 * least.plain + 50
  for (let round = 0; round < 2 && !isSimilar(); round++) {
    least.hostile = Math.min(least.hostile, hostile())
    least.plain = Math.min(least.plain, plain())
  }
  expect(isSimilar(), `${least.hostile} ms, the plain one ${least.plain} ms`).toBe(true)
}

describe('a damaged file takes no longer than its size', () => {
  const damaged = (objects: string) => withOnePage({ table: () => objects })
  const streams = (end: string) => damaged(many(10_000, (n) => `${n + 10} 0 obj<<>>stream\n${end}\n`))
  it.each(['endobj', 'endstream'])('if its streams end with nothing but %s', (end) => {
    const [hostile, plain] = [streams(end), streams('endstream endobj')]
    expectSimilarCost(
      () => readingMs(hostile),
      () => readingMs(plain),
    )
  })
})
