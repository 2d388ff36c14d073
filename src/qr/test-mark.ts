/**
 * The word TEST across the codes of test keys: translucent, so that both kinds of modules keep their difference and the
 * code still scans, and of whole pixels, so that PNG and SVG look alike.
 */

import type { Box } from './image-layout'
import { composite, createRaster, type Raster } from './picture'
import type { Colors, Rgba } from './qr-colors'

export type TestMark = { boxes: Box[]; color: Rgba }

/** Rows of the letters T, E, S and T, with one column between them. */
const ROWS = ['111 111 111 111', '010 100 100 010', '010 110 111 010', '010 100 001 010', '010 111 111 010']
const COLUMNS = 15
/** The word's part of the image's width. */
const WIDTH = 0.9

/** How opaque the word may be, 0 to 255, from faint to strong: the strongest with which the code is read back is taken. */
export const MARK_ALPHAS = [35, 70, 110] as const

const RED = [220, 20, 40] as const
const BLUE = [20, 60, 220] as const
/** Nearer colors are taken for one another. */
const MIN_DISTANCE = 150

/** The mark for an image of `size` pixels each way: red, or blue if the code is red itself. */
export function testMark(size: number, { dark, light }: Colors, alpha: number): TestMark {
  const unit = Math.floor((size * WIDTH) / COLUMNS)
  const [left, top] = [COLUMNS, ROWS.length].map((units) => Math.floor((size - units * unit) / 2))
  const boxes = ROWS.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => ({
      x: (left ?? 0) + index * unit,
      y: (top ?? 0) + y * unit,
      width: run.length * unit,
      height: unit,
    })),
  )
  const isLost = [dark, light].some((color) => distance(RED, color) < MIN_DISTANCE)
  const [red, green, blue] = isLost ? BLUE : RED
  return { boxes, color: [red, green, blue, alpha] }
}

/** A copy of the picture with the mark over it. */
export function drawTestMark(picture: Raster, { boxes, color }: TestMark): Raster {
  const copy = { ...picture, rgba: picture.rgba.slice() }
  for (const box of boxes) composite(copy, createRaster(box, color), box)
  return copy
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...[0, 1, 2].map((channel) => (one[channel] ?? 0) - (other[channel] ?? 0)))
}
