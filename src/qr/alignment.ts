/**
 * The alignment patterns of a symbol (ISO/IEC 18004 6.3.6), and what passes for one. A decoder that finds a pattern
 * some modules beside its place bends the whole grid there: a logo over such a place may not look like one.
 */
import { type Bits, binarised } from './binarise'
import type { Colours } from './colour'
import type { Box, Layout } from './layout'
import type { Picture } from './picture'

/** The pattern's rows from the top, 1 is dark. */
const PATTERN = [0b11111, 0b10001, 0b10101, 0b10001, 0b11111]

/**
 * How far decoders search and in what steps, in modules, and how many of the 25 modules they forgive: zbar reaches 2
 * in steps of a quarter and forgives 6, and a photograph may move some. Nearer than `NEAR` a match bends nothing.
 */
const REACH = 3
const STEP = 0.25
const NEAR = 0.5
const FORGIVEN = 7

/** Centres of the alignment patterns along one axis, in modules; those over finder patterns are not drawn. */
export function alignmentCentres(side: number): number[] {
  const version = (side - 17) / 4
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side - 7 - i * step).reverse()]
}

/**
 * Whether a decoder may lose the grid over the patch: something in or at it passes for an alignment pattern that it
 * has covered or cut, or it has cut more than one. With four cut, zbar read no code of version 19.
 */
export function spoilsAlignment(
  image: Picture,
  { side, layout, patch }: { side: number; layout: Layout; patch: Box },
  colours: Colours,
): boolean {
  const centres = alignmentCentres(side)
  const cut = centres.flatMap((y) => centres.filter((x) => isCut(x, y, patch)).map((x) => ({ x, y })))
  if (cut.length !== 1) return cut.length > 1
  return binarised(image, colours).some((bits) => {
    const isDark = moduleReader(bits, layout)
    return cut.some(({ x, y }) => isFeigned(x, y, isDark))
  })
}

type IsDark = (x: number, y: number) => boolean

/** What the pixel in the middle of a module is. */
function moduleReader({ side, dark }: Bits, { module, offset }: Layout): IsDark {
  return (x, y) =>
    dark[(offset + Math.floor((y + 0.5) * module)) * side + offset + Math.floor((x + 0.5) * module)] === 1
}

function isCut(x: number, y: number, patch: Box): boolean {
  const within = (value: number, from: number, length: number) =>
    value >= from - 2 && value < from + length + 2
  return within(x, patch.x, patch.width) && within(y, patch.y, patch.height)
}

function isFeigned(x: number, y: number, isDark: IsDark): boolean {
  for (let dy = -REACH; dy <= REACH; dy += STEP)
    for (let dx = -REACH; dx <= REACH; dx += STEP)
      if (Math.max(Math.abs(dx), Math.abs(dy)) >= NEAR && differences(x + dx, y + dy, isDark) <= FORGIVEN)
        return true
  return false
}

function differences(x: number, y: number, isDark: IsDark): number {
  let count = 0
  for (const [row, bits] of PATTERN.entries())
    for (let column = 0; column < 5; column++)
      if (isDark(x + column - 2, y + row - 2) !== Boolean(bits & (16 >> column))) count++
  return count
}
