import { describe, expect, it } from 'vitest'
import { Areas } from '../../../../src/pdf/pdfa/areas'
import { area, type Box, contains } from '../../../../src/pdf/pdfa/geometry'

function around(boxes: readonly Box[]): readonly Box[] {
  const areas = new Areas()
  for (const box of boxes) areas.add(box)
  return areas.boxes
}

describe('boxes around many', () => {
  it('are one for those that are near, and others for the rest', () => {
    expect(
      around([
        [0, 0, 10, 10],
        [20, 0, 30, 10],
        [0, 700, 500, 800],
      ]),
    ).toEqual([
      [0, 0, 30, 10],
      [0, 700, 500, 800],
    ])
  })

  it('leave out what is empty, and what is within another', () => {
    expect(
      around([
        [5, 5, 5, 9],
        [0, 0, 99, 99],
        [1, 1, 2, 2],
      ]),
    ).toEqual([[0, 0, 99, 99]])
  })

  it('join what one that comes later brings near', () => {
    const row: Box[] = [
      [0, 0, 50, 300],
      [400, 0, 450, 300],
      [40, 0, 410, 300],
    ]
    expect(around(row)).toEqual([[0, 0, 450, 300]])
  })

  it('are eight at most, hold all that was added, and little else', () => {
    const spread = Array.from({ length: 400 }, (_, at): Box => {
      const [x, y] = [((at * 7919) % 20) * 500, Math.floor(((at * 104729) % 400) / 20) * 500]
      return [x, y, x + 90, y + 90]
    })
    const few = spread.slice(0, 8)
    expect(around(few)).toHaveLength(8)
    expect(around(few).reduce((sum, box) => sum + area(box), 0)).toBe(8 * 90 * 90)
    const boxes = around(spread)
    expect(boxes.length).toBeLessThanOrEqual(8)
    for (const box of spread) expect(boxes.some((outer) => contains(outer, box))).toBe(true)
  })
})
