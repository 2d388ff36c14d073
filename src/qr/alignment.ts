/**
 * The alignment patterns of a symbol (ISO/IEC 18004 6.3.6), and what passes for one. A decoder that finds a pattern
 * some modules beside its place bends the whole grid there: a logo over such a place may not look like one.
 */
import { type Bits, binarize } from './binarise'
import type { Box, Layout } from './image-layout'
import type { Raster } from './picture'
import type { Colors } from './qr-colors'

/** The pattern's rows from the top, 1 is dark. */
const PATTERN = [0b11111, 0b10001, 0b10101, 0b10001, 0b11111]

/**
 * How far decoders search and in what steps, in modules: zbar reaches 2 in steps of a quarter, and a photograph may
 * move it by one more. Nearer than `NEAR` a match bends nothing.
 */
const REACH = 3
const STEP = 0.25
const NEAR = 0.5

/**
 * How far from a module's middle its color may be picked up, in modules: a photograph is turned, slanted and blurred.
 * Of 105 codes whose stripes and checks differed from a pattern in 8 modules or more, zbar missed 32 at one of 13
 * angles; seen with this slack, all of these differ in no more than the 6 of 25 modules that it forgives, and none of
 * the others was ever missed. Modules of 3 px have no quarter: one more is forgiven there instead.
 */
const SLACK = 0.25
const FORGIVEN = { withSlack: 6, without: 7 }

/** In modules. */
export type Point = { x: number; y: number }

/** Centres of the alignment patterns along one axis, in modules; those over finder patterns are not drawn. */
export function alignmentCenters(side: number): number[] {
  const version = (side - 17) / 4
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side - 7 - i * step).reverse()]
}

/** Centres of the alignment patterns that a patch covers or cuts, in modules. */
export function cutPatterns(side: number, patch: Box): Point[] {
  const centers = alignmentCenters(side)
  return centers.flatMap((y) => centers.filter((x) => isCut(x, y, patch)).map((x) => ({ x, y })))
}

/**
 * Whether a decoder may lose the grid: something beside the place of a pattern that was covered or cut passes for it.
 */
export function hasFalsePattern(
  image: Raster,
  { layout, pattern }: { layout: Layout; pattern: Point },
  colors: Colors,
): boolean {
  const slack = Math.floor(SLACK * layout.module)
  const forgiven = slack > 0 ? FORGIVEN.withSlack : FORGIVEN.without
  // All modules that a match may have.
  const reach = REACH + 3
  const part = {
    x: layout.offset + (pattern.x - reach) * layout.module,
    y: layout.offset + (pattern.y - reach) * layout.module,
    width: (2 * reach + 1) * layout.module,
    height: (2 * reach + 1) * layout.module,
  }
  for (const bits of binarize(image, colors, part))
    if (passesNearby(pattern, moduleReader(bits, layout, slack), forgiven)) return true
  return false
}

/** Whether a module shows light (0) or dark (1) at its middle or within `SLACK` of it; the place is in modules. */
type Shows = (x: number, y: number, color: number) => boolean

function moduleReader({ side, dark }: Bits, { module, offset }: Layout, slack: number): Shows {
  return (x, y, color) => {
    const left = offset + Math.floor((x + 0.5) * module)
    const top = offset + Math.floor((y + 0.5) * module)
    for (let row = top - slack; row <= top + slack; row += slack || 1)
      for (let column = left - slack; column <= left + slack; column += slack || 1)
        if (dark[row * side + column] === color) return true
    return false
  }
}

function isCut(x: number, y: number, patch: Box): boolean {
  const within = (value: number, from: number, length: number) =>
    value >= from - 2 && value < from + length + 2
  return within(x, patch.x, patch.width) && within(y, patch.y, patch.height)
}

/** Whether something beside the place of a true pattern, in modules, has no more than so many modules wrong. */
function passesNearby({ x, y }: Point, shows: Shows, forgiven: number): boolean {
  for (let dy = -REACH; dy <= REACH; dy += STEP)
    for (let dx = -REACH; dx <= REACH; dx += STEP)
      if (Math.max(Math.abs(dx), Math.abs(dy)) >= NEAR && passes(x + dx, y + dy, shows, forgiven)) return true
  return false
}

/** Looks no further than it must: nearly all places have too many modules wrong in their first two rows. */
function passes(x: number, y: number, shows: Shows, forgiven: number): boolean {
  let wrong = 0
  for (let row = 0; row < 5; row++) {
    const bits = PATTERN[row] ?? 0
    for (let column = 0; column < 5; column++)
      if (!shows(x + column - 2, y + row - 2, (bits >> (4 - column)) & 1) && ++wrong > forgiven) return false
  }
  return true
}
