/** Colors of a code as the request gives them, and how well a camera tells them apart. */
import { Problem } from '../errors'
import type { QrOptions } from './qr-options'

/** 0 to 255 each; alpha 255 is opaque. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]
export type Colors = { dark: Rgba; light: Rgba }

const BLACK: Rgba = [0, 0, 0, 255]
const WHITE: Rgba = [255, 255, 255, 255]

/** What a transparent background may be put on. */
export const BACKDROPS: readonly Rgba[] = [WHITE, BLACK]

/**
 * Least difference of luma between modules and background, as a part of the full range, by every weighing of the
 * channels. Decoders cut a photograph at a local threshold and take less for noise, and what is left of it after
 * a slight blur and JPEG at quality 40 must still be read.
 */
const MIN_CONTRAST = 0.3

/** The colors of the modules and of the background. */
export function colorsOf({ color, background }: Pick<QrOptions, 'color' | 'background'>): Colors {
  return { dark: rgba(color, BLACK), light: rgba(background, WHITE) }
}

function rgba(value: QrOptions['background'] | QrOptions['color'], otherwise: Rgba): Rgba {
  if (value === undefined) return otherwise
  if (value === 'transparent') return [255, 255, 255, 0]
  if (typeof value === 'string') {
    const bits = Number.parseInt(value.slice(1), 16)
    return [bits >> 16, (bits >> 8) & 255, bits & 255, 255]
  }
  const [red, green, blue, alpha = 1] = value
  return [red, green, blue, Math.round(alpha > 1 ? alpha : alpha * 255)]
}

/** Whether the code is not simply black on white, which needs no proof. */
export function hasCustomColors({ dark, light }: Colors): boolean {
  return String(dark) !== String(BLACK) || String(light) !== String(WHITE)
}

/** `color` as it looks on an opaque `ground`. */
export function blend(color: Rgba, ground: Rgba): Rgba {
  const alpha = color[3] / 255
  const mixed = (channel: 0 | 1 | 2) => Math.round(color[channel] * alpha + ground[channel] * (1 - alpha))
  return [mixed(0), mixed(1), mixed(2), 255]
}

/** Throws 400 where the two colors are too alike on every ground. Either may be the brighter one. */
export function assertContrast({ dark, light }: Colors): void {
  const best = Math.max(...BACKDROPS.map((ground) => contrast(dark, blend(light, ground))))
  if (best >= MIN_CONTRAST) return
  const found = `${Math.floor(best * 100)} % contrast, and scanners need ${MIN_CONTRAST * 100} %`
  throw new Problem('invalid_request', {
    detail: `color and background are too alike to be scanned: ${found}. Make one of them darker or lighter.`,
    errors: [{ pointer: '/color', message: `is too close to background: ${found}` }],
  })
}

/**
 * What is said of modules that are lighter than their background, and of a background that shows the paper, for white and
 * black paper. `assertContrast` has passed: on one of them the code reads.
 */
export function findPaperWarnings({ dark, light }: Colors): string[] {
  if (light[3] === 255)
    return isLighter(dark, light)
      ? ['the code is lighter than its background, which not every scanner reads: make color the darker one']
      : []
  return BACKDROPS.flatMap((ground) => {
    const paper = ground === WHITE ? 'white' : 'black'
    const behind = blend(light, ground)
    if (contrast(dark, behind) < MIN_CONTRAST)
      return [`the code does not read on ${paper}: its background shows what is behind it`]
    return isLighter(dark, behind)
      ? [`on ${paper} the code is lighter than its background, which not every scanner reads`]
      : []
  })
}

/** Whether modules are lighter than what is behind them, by every weighing. */
function isLighter(modules: Rgba, behind: Rgba): boolean {
  const others = lumas(behind)
  return lumas(modules).every((luma, index) => luma > (others[index] ?? 0))
}

/** How decoders weigh red, green and blue: most as Rec. 601, zbar's front end as Rec. 709. */
const weights = [
  [0.299, 0.587, 0.114],
  [0.2126, 0.7152, 0.0722],
] as const

/** The smaller of the two differences of luma, 0 to 1. */
function contrast(one: Rgba, other: Rgba): number {
  const others = lumas(other)
  return Math.min(...lumas(one).map((luma, index) => Math.abs(luma - (others[index] ?? 0)) / 255))
}

/** The luma of a color by each weighing, 0 to 255. */
function lumas([r, g, b]: Rgba): number[] {
  return weights.map(([red, green, blue]) => red * r + green * g + blue * b)
}
