/**
 * The alignment patterns of a symbol (ISO/IEC 18004 6.3.6), and what passes for one. A decoder that finds a pattern
 * some modules beside its place bends the whole grid there: a logo over such a place may not look like one.
 */
import type { Colours } from './colour'
import type { Box, Layout } from './layout'
import type { Picture } from './picture'

/** The pattern's rows from the top, 1 is dark. */
const PATTERN = [0b11111, 0b10001, 0b10101, 0b10001, 0b11111]

/** How far decoders search and in what steps, in modules, and how many of the 25 modules they forgive. */
const REACH = 3
const STEP = 0.5
const FORGIVEN = 6

/** Centres of the alignment patterns along one axis, in modules; those over finder patterns are not drawn. */
export function alignmentCentres(side: number): number[] {
  const version = (side - 17) / 4
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side - 7 - i * step).reverse()]
}

/** Whether something in or at the patch passes for an alignment pattern that the patch has covered or cut. */
export function feignsAlignment(
  image: Picture,
  { side, layout, patch }: { side: number; layout: Layout; patch: Box },
  colours: Colours,
): boolean {
  const isDark = darknessOf(image, layout, colours)
  const centres = alignmentCentres(side)
  return centres.some((y) => centres.some((x) => isCut(x, y, patch) && isFeigned(x, y, isDark)))
}

type IsDark = (x: number, y: number) => boolean

/** The colour in the middle of a module, judged by which of the two colours it is nearer to. */
function darknessOf({ width, rgba }: Picture, { module, offset }: Layout, { dark, light }: Colours): IsDark {
  const luma = (colour: ArrayLike<number>) => 2 * (colour[0] ?? 0) + 5 * (colour[1] ?? 0) + (colour[2] ?? 0)
  const paper = luma(light)
  const ink = luma(dark)
  return (x, y) => {
    const at = (offset + Math.floor((y + 0.5) * module)) * width + offset + Math.floor((x + 0.5) * module)
    const found = rgba.subarray(at * 4, at * 4 + 4)
    const seen = ((found[3] ?? 0) / 255) * luma(found) + (1 - (found[3] ?? 0) / 255) * paper
    return Math.abs(seen - ink) < Math.abs(seen - paper)
  }
}

function isCut(x: number, y: number, patch: Box): boolean {
  const within = (value: number, from: number, length: number) =>
    value >= from - 2 && value < from + length + 2
  return within(x, patch.x, patch.width) && within(y, patch.y, patch.height)
}

function isFeigned(x: number, y: number, isDark: IsDark): boolean {
  for (let dy = -REACH; dy <= REACH; dy += STEP)
    for (let dx = -REACH; dx <= REACH; dx += STEP)
      if ((dx !== 0 || dy !== 0) && differences(x + dx, y + dy, isDark) <= FORGIVEN) return true
  return false
}

function differences(x: number, y: number, isDark: IsDark): number {
  let count = 0
  for (const [row, bits] of PATTERN.entries())
    for (let column = 0; column < 5; column++)
      if (isDark(x + column - 2, y + row - 2) !== Boolean(bits & (16 >> column))) count++
  return count
}
