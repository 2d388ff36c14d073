/** A caller's logo, put where the code can do without its modules. */
import {
  type Area,
  type Extent,
  type Layout,
  type LogoRect,
  layoutSymbol,
  logoRect,
  scaleIntoSquare,
  scaleToWidth,
} from './layout'
import { encodeSymbol, type QrSymbol, sideOf, VERSIONS } from './symbol'
import { decodesWithDamage } from './verify'

export type Placement = { symbol: QrSymbol; layout: Layout; spot: LogoRect }

/** The least part of the size that a logo of no given width is tried at. */
export const MIN_SHARE = 0.12

/** Parts of the size that a logo of no given width is tried at, in this order. */
const USUAL_SHARES = [0.22, 0.2, 0.18, 0.16, 0.14, MIN_SHARE]

/**
 * Versions above the smallest one that are tried: smaller modules fit a patch more closely, larger symbols repair more.
 * From any of 7 to 13, which have an alignment pattern in the middle, they reach 14 and more, which have none.
 */
const LARGER_VERSIONS = 8

/**
 * The most of a symbol that a patch may take, by area. Level high repairs about 30 %, spread evenly over its blocks by
 * their interleaving (ISO/IEC 18004 7.6); half of that is left for dirt, light and the lens.
 */
const MAX_HIDDEN = 0.15

/**
 * Where the logo can stand, the best place first. In each, a reader repairs the code even if all under the patch and one
 * module around it were misread. `wanted` is the logo's width in pixels; without it the usual sizes are tried.
 */
export function* logoPlacements(
  picture: Extent,
  {
    text,
    symbols,
    area,
    wanted,
  }: { text: string; symbols: QrSymbol[]; area: Area; wanted: number | undefined },
): Generator<Placement> {
  const extents = wanted
    ? [scaleToWidth(picture, wanted)]
    : USUAL_SHARES.map((part) => scaleIntoSquare(picture, area.size * part))
  for (const extent of extents) {
    for (const symbol of symbols) {
      const layout = layoutSymbol(symbol.side, area)
      const spot = logoRect(extent, { side: symbol.side, layout })
      if (spot && hidesLittle(symbol, spot) && decodesWithDamage(symbol, spot.patch, text))
        yield { symbol, layout, spot }
    }
  }
}

function hidesLittle({ side }: QrSymbol, { patch }: LogoRect): boolean {
  return patch.width * patch.height <= MAX_HIDDEN * side * side
}

/** The smallest symbol for the text at level high, and some larger ones as far as there is room; none if it is too long. */
export function symbolsForLogo(text: string, room: number): QrSymbol[] {
  const smallest = encodeSymbol({ text, level: 'high', maxSide: room })
  if (!smallest) return []
  const larger = Array.from({ length: LARGER_VERSIONS }, (_, index) => smallest.side + 4 * (index + 1))
    .filter((side) => side <= Math.min(room, sideOf(VERSIONS)))
    .flatMap((minSide) => encodeSymbol({ text, level: 'high', maxSide: room, minSide }) ?? [])
  return [smallest, ...larger]
}
