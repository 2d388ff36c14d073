import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../../src/pdf/content-stream'
import { rebase } from '../../../../src/pdf/pdfa/coordinates'
import type { Box } from '../../../../src/pdf/pdfa/geometry'
import { GraphicsState } from '../../../../src/pdf/pdfa/graphics-state'
import { Painter } from '../../../../src/pdf/pdfa/painting'
import { Transparency } from '../../../../src/pdf/pdfa/transparency'

const page: Box = [0, 0, 1e9, 1e9]

/** Where each operation paints, on a page too large to matter. */
function painted(content: string): Box[] {
  const transparency = new Transparency()
  const painter = new Painter(new GraphicsState(undefined, page, transparency), transparency)
  const boxes = [...operations(content)].map((operation) => painter.take(operation).box)
  return boxes.filter((box) => box !== undefined)
}

function largest(content: string): number {
  const numbers = [...content.matchAll(/-?\d+(\.\d+)?/g)].map(([number]) => Math.abs(Number(number)))
  return numbers.reduce((most, number) => Math.max(most, number), 0)
}

describe('coordinates from the start of a long document', () => {
  it('are re-based on the page they are on', async () => {
    const content =
      'q 3.125 0 0 3.125 0 -108900 cm 8 34859 m 20 34870 l 8 34870 l f BT /F1 12 Tf 1 0 0 -1 8 34859 Tm <01> Tj ET Q'
    const rebased = await rebase(content)
    expect(largest(rebased)).toBeLessThanOrEqual(32_767)
    for (const [index, box] of painted(content).entries()) {
      for (const [at, side] of box.entries()) expect(painted(rebased)[index]?.[at]).toBeCloseTo(side, 1)
    }
  })

  it('are left alone where they are small', async () => {
    const content = 'q\n1 0 0 1 5 5 cm\n0 0 10 10 re\nf\nQ'
    expect(await rebase(content)).toBe(content)
  })

  it('draw a rectangle longer than the limit in a larger unit', async () => {
    const rebased = await rebase('.24 0 0 -.24 0 14740 cm\n0 0 2550 61181.2 re\nW n')
    expect(largest(rebased)).toBeLessThanOrEqual(32_767)
    expect(rebased).toContain('2 0 0 2 0 0 cm')
    expect(rebased.trim().endsWith('0.5 0 0 0.5 0 0 cm')).toBe(true)
  })

  it('place text that is positioned only by Td', async () => {
    const rebased = await rebase('1 0 0 1 0 -50000 cm BT /F1 9 Tf 10 50010 Td <01> Tj 5 0 Td <02> Tj ET')
    expect(rebased).toContain('1 0 0 1 10 10 Tm')
    expect(rebased).toContain('5 0 Td')
  })
})

it('paints in the same places whatever the matrices are', async () => {
  const number = fc.integer({ min: -150_000, max: 150_000 })
  const matrix = fc
    .tuple(fc.constantFrom(0.24, 1, 3.125), number, number)
    .map(([k, x, y]) => `${k} 0 0 ${k} ${x} ${y} cm`)
  const rectangle = fc.tuple(number, number).map(([x, y]) => `${x} ${y} 10 10 re f`)
  const wrapped = (inner: fc.Arbitrary<string>) =>
    fc.array(inner, { maxLength: 6 }).map((list) => `q ${list.join(' ')} Q`)
  const content = wrapped(fc.oneof(matrix, rectangle, wrapped(fc.oneof(matrix, rectangle))))
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const [before, after] = [painted(text), painted(await rebase(text))]
      expect(after.length).toBe(before.length)
      for (const [index, box] of before.entries()) {
        for (const [at, side] of box.entries()) {
          expect(Math.abs((after[index]?.[at] ?? Number.NaN) - side)).toBeLessThan(5)
        }
      }
    }),
  )
})

it('re-bases a path of more points than a call takes arguments', async () => {
  const points = Array.from({ length: 200_000 }, (_, at) => `${at % 100} 40000 l`).join('\n')
  expect(largest(await rebase(`1 0 0 1 0 -39990 cm 0 40000 m\n${points}\nf`))).toBeLessThanOrEqual(32_767)
})
