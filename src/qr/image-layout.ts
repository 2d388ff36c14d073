/** Where everything lies in the image: whole-pixel modules, what is left over as margin, the logo on its patch. */
/**
 * The smallest module that a camera reads from a screen, in pixels. A logo hides the patterns in the middle that help
 * to find modules, so they must be larger.
 */
const MIN_MODULE = { plain: 2, withLogo: 3 }

/** Clear space between a logo and the modules around it, in modules. */
const LOGO_CLEARANCE = 0.5

/** Modules along each edge that hold finder and timing patterns, which no repair brings back. */
const PATTERN_EDGE = 7

export type Extent = { width: number; height: number }

/** A rectangle; in modules or pixels as its field says. */
export type Box = Extent & { x: number; y: number }

/** The image's side and the least margin on each side, in pixels; `quietZone` is the same in modules. */
export type Area = { size: number; margin: number; quietZone?: number }

export type Layout = {
  /** The image's side, in pixels. */
  size: number
  /** A module's side, in pixels. */
  module: number
  /** Distance of the symbol from the left and the upper edge, in pixels. */
  offset: number
}

export type LogoRect = {
  /** The logo, in pixels of the image. */
  logo: Box
  /** What is kept clear of modules for it, in modules. */
  patch: Box
}

/** How many modules each way an image has room for. */
export function maxSide({ size, margin, quietZone = 0 }: Area, { hasLogo }: { hasLogo: boolean }): number {
  const module = hasLogo ? MIN_MODULE.withLogo : MIN_MODULE.plain
  return Math.floor(Math.min((size - 2 * margin) / module, size / module - 2 * quietZone))
}

/** Places a symbol of `side` modules in the middle, as large as the margin lets it be. */
export function layoutSymbol(side: number, { size, margin, quietZone = 0 }: Area): Layout {
  const module = Math.floor(Math.min((size - 2 * margin) / side, size / (side + 2 * quietZone)))
  return { size, module, offset: Math.floor((size - module * side) / 2) }
}

/** A picture's size in pixels when it is as wide as `width`. */
export function scaleToWidth(picture: Extent, width: number): Extent {
  return byScale(picture, width / picture.width)
}

/** A picture's size in pixels when it just fits into a square, so that a tall one grows no larger than a wide one. */
export function scaleIntoSquare(picture: Extent, square: number): Extent {
  return byScale(picture, square / Math.max(picture.width, picture.height))
}

function byScale({ width, height }: Extent, scale: number): Extent {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Puts a logo in the middle, on a patch of whole modules; undefined if it would cover finder or timing patterns. */
export function logoRect(
  logo: Extent,
  { side, layout }: { side: number; layout: Layout },
): LogoRect | undefined {
  const width = patchSide(logo.width, layout.module)
  const height = patchSide(logo.height, layout.module)
  if (Math.max(width, height) > side - 2 * PATTERN_EDGE) return undefined
  const center = layout.offset + (side * layout.module) / 2
  return {
    logo: { ...logo, x: Math.round(center - logo.width / 2), y: Math.round(center - logo.height / 2) },
    patch: { x: (side - width) / 2, y: (side - height) / 2, width, height },
  }
}

/** The next odd number of modules, as symbols have an odd number each way. */
function patchSide(pixels: number, module: number): number {
  const modules = Math.ceil(pixels / module + 2 * LOGO_CLEARANCE)
  return modules % 2 === 1 ? modules : modules + 1
}
