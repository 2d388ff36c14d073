/** A caller's logo, put where the code can do without its modules. */
import { cutPatterns, type Point } from './alignment'
import {
  type Area,
  type Extent,
  type Layout,
  type LogoRect,
  layoutSymbol,
  logoRect,
  scaleIntoSquare,
  scaleToWidth,
} from './image-layout'
import { encodeSymbol, type QrSymbol, sideOf, VERSIONS } from './symbol'

/** `pattern` is the alignment pattern that the patch covers or cuts, if there is one. */
export type Placement = {
  symbol: QrSymbol
  layout: Layout
  spot: LogoRect
  pattern: Point | undefined
}

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

/** The most alignment patterns that a patch may cover or cut. With four cut, zbar read no code of version 19. */
const MAX_CUT_PATTERNS = 1

/**
 * Where the logo can stand by its size, the best place first. `wanted` is the logo's width in pixels; without it the
 * usual sizes are tried.
 */
export function* logoPlacements(
  picture: Extent,
  { symbols, area, wanted }: { symbols: SymbolsBySide; area: Area; wanted: number | undefined },
): Generator<Placement> {
  const extents = wanted
    ? [scaleToWidth(picture, wanted)]
    : USUAL_SHARES.map((part) => scaleIntoSquare(picture, area.size * part))
  for (const extent of extents) {
    for (const side of symbols.sides) {
      const layout = layoutSymbol(side, area)
      const spot = logoRect(extent, { side, layout })
      if (!spot || !hidesLittle(side, spot)) continue
      const [pattern, ...others] = cutPatterns(side, spot.patch)
      const symbol = others.length < MAX_CUT_PATTERNS ? symbols.of(side) : undefined
      if (symbol) yield { symbol, layout, spot, pattern }
    }
  }
}

function hidesLittle(side: number, { patch }: LogoRect): boolean {
  return patch.width * patch.height <= MAX_HIDDEN * side * side
}

/** Symbols for one text, by their modules each way: one that no logo finds a place in is never made. */
type SymbolsBySide = { sides: readonly number[]; of: (side: number) => QrSymbol | undefined }

/**
 * `smallest`, the smallest symbol for the text at level high, and some larger ones as far as there is room. Each takes
 * milliseconds, so it is made when it is first wanted, and kept.
 */
export function symbolsForLogo(
  text: string,
  { smallest, room }: { smallest: QrSymbol; room: number },
): SymbolsBySide {
  const made = new Map([[smallest.side, smallest]])
  const largest = Math.min(smallest.side + 4 * LARGER_VERSIONS, room, sideOf(VERSIONS))
  const count = Math.max(1, Math.floor((largest - smallest.side) / 4) + 1)
  return {
    sides: Array.from({ length: count }, (_, index) => smallest.side + 4 * index),
    of: (side) => {
      const symbol = made.get(side) ?? encodeSymbol({ text, level: 'high', maxSide: room, minSide: side })
      if (symbol) made.set(side, symbol)
      return symbol
    },
  }
}
