/** A QR code from its options: payload, symbol, image, and the proof that it scans. Pure: bytes in, bytes out. */
import { Problem } from '../errors'
import { hasFalsePattern } from './alignment'
import { type Area, type Extent, type Layout, layoutSymbol, maxSide, scaleIntoSquare } from './image-layout'
import { logoPlacements, MIN_SHARE, symbolsForLogo } from './logo'
import { payloadOf } from './payload'
import { type Raster, resize } from './picture'
import { encodePng } from './png-write'
import { assertContrast, type Colors, colorsOf, hasCustomColors } from './qr-colors'
import { DEFAULT_MARGIN, type ErrorLevel, IMAGE_SIDES, levelOf, type QrOptions } from './qr-options'
import { QUIET_ZONE, quietZoneOf } from './quiet-zone'
import { qrSvg } from './svg'
import { encodeSymbol, longestPrefix, type QrSymbol, sideOf } from './symbol'
import { paint, twoColorPng, withoutModules } from './symbol-pixels'
import { drawTestMark, MARK_ALPHAS, testMark } from './test-mark'
import { decodesTo, decodesWithDamage } from './verify'

/** Pixels of an SVG's logo to one of the PNG's. */
const SVG_LOGO_DETAIL = 3

/** `quietZone` is the space around the symbol, in modules. */
export type QrImage = {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/svg+xml'
  quietZone: number
}

/**
 * Makes the code. `options` passed `findQrConflicts`; `logo` is decoded (`logo-file.ts`); `isTest` marks the image as a test
 * key's. Throws `invalid_request` for what does not fit or would not scan.
 */
export function generateQr(options: QrOptions, logo?: Raster, { isTest = false } = {}): QrImage {
  const text = payloadOf(options)
  const colors = colorsOf(options)
  assertContrast(colors)
  return logo ? withLogo(options, { text, colors, isTest, logo }) : plain(options, { text, colors, isTest })
}

/**
 * Throws the 400s that the request alone shows: colors too alike, data too long, a margin that leaves no room. What
 * only the logo's pixels show comes out of `generateQr`.
 */
export function assertEncodable(options: QrOptions, { hasLogo }: { hasLogo: boolean }): void {
  assertContrast(colorsOf(options))
  fitSymbol(options, { text: payloadOf(options), hasLogo })
}

type Inputs = { text: string; colors: Colors; isTest: boolean }

function plain(options: QrOptions, { text, colors, isTest }: Inputs): QrImage {
  const { area, symbol } = fitSymbol(options, { text, hasLogo: false })
  const layout = layoutSymbol(symbol.side, area)
  if (hasCustomColors(colors) && !decodesTo(text, paint(symbol, layout, colors), colors)) throw unreadable()
  const test = isTest ? withTestMark(paint(symbol, layout, colors), { text, colors }) : undefined
  if (options.format === 'svg') return svgImage(layout, qrSvg(symbol, layout, colors, { mark: test?.mark }))
  return pngImage(layout, test ? encodePng(test.image) : twoColorPng(symbol, layout, colors))
}

/** The image with the most visible mark with which it is read back; with the faintest if no look at it proves that. */
function withTestMark(image: Raster, { text, colors }: Pick<Inputs, 'text' | 'colors'>) {
  const [faintest, ...stronger] = MARK_ALPHAS.map((alpha) => testMark(image.width, colors, alpha))
  const proved = stronger.findLast((mark) => decodesTo(text, drawTestMark(image, mark), colors))
  const mark = proved ?? faintest
  return mark && { mark, image: drawTestMark(image, mark) }
}

function withLogo(options: QrOptions, { text, colors, isTest, logo }: Inputs & { logo: Raster }): QrImage {
  const { area, room, symbol: smallest } = fitSymbol(options, { text, hasLogo: true })
  const symbols = symbolsForLogo(text, { smallest, room })
  let tried = false
  let shown: Raster | undefined
  for (const placement of logoPlacements(logo, { symbols, area, wanted: options.logo_width })) {
    const { layout, spot, pattern } = placement
    const symbol = withoutModules(placement.symbol, spot.patch)
    // Of one width many symbols are tried.
    if (shown?.width !== spot.logo.width || shown.height !== spot.logo.height) shown = resize(logo, spot.logo)
    const image = paint(symbol, layout, colors, { picture: shown, ...spot.logo })
    // Before what a decoder says, which takes longer: most of what is refused is refused by it.
    if (pattern && hasFalsePattern(image, { layout, pattern }, colors)) {
      tried = true
      continue
    }
    if (!decodesWithDamage(placement.symbol, spot.patch, text)) continue
    tried = true
    if (!decodesTo(text, image, colors)) continue
    const test = isTest ? withTestMark(image, { text, colors }) : undefined
    if (options.format !== 'svg') return pngImage(layout, encodePng(test?.image ?? image))
    const picture = resize(logo, fineExtent(logo, spot.logo))
    const drawn = { logo: { ...spot.logo, picture }, mark: test?.mark }
    return svgImage(layout, qrSvg(symbol, layout, colors, drawn))
  }
  const least = scaleIntoSquare(logo, area.size * MIN_SHARE).width
  throw logoRefused(options, { least, fault: tried ? 'pattern' : 'size' })
}

/** How large an SVG's logo is kept, which may be printed large: never larger than it came. */
function fineExtent(logo: Extent, shown: Extent): Extent {
  const detail = Math.min(SVG_LOGO_DETAIL, Math.max(1, logo.width / shown.width))
  return { width: Math.round(shown.width * detail), height: Math.round(shown.height * detail) }
}

/** Of options that were checked and whose image is made a moment later: the symbol is most of the work of both. */
const fittedSymbols = new WeakMap<QrOptions, FittedSymbol>()

type FittedSymbol = { area: Area; room: number; symbol: QrSymbol; hasLogo: boolean }

/**
 * The area, the modules each way that it has room for, and the smallest symbol. The standard's quiet zone, if the
 * request does not set the margin, takes no room from data: with the smallest modules it is narrower than the default
 * margin, or no version is between the two. Throws the 400 for what does not fit.
 */
function fitSymbol(options: QrOptions, { text, hasLogo }: { text: string; hasLogo: boolean }): FittedSymbol {
  const known = fittedSymbols.get(options)
  if (known?.hasLogo === hasLogo) return known
  const { size = 'default', margin } = options
  const area: Area =
    margin === undefined
      ? { size: IMAGE_SIDES[size], margin: DEFAULT_MARGIN, quietZone: QUIET_ZONE }
      : { size: IMAGE_SIDES[size], margin }
  const level = levelOf(options, hasLogo)
  const room = maxSide(area, { hasLogo })
  const symbol = encodeSymbol({ text, level, maxSide: room })
  if (!symbol) throw tooLong({ text, level, area, room })
  const fitted = { area, room, symbol, hasLogo }
  fittedSymbols.set(options, fitted)
  return fitted
}

function pngImage(layout: Layout, bytes: Uint8Array): QrImage {
  return { bytes, contentType: 'image/png', quietZone: quietZoneOf(layout) }
}

function svgImage(layout: Layout, bytes: Uint8Array): QrImage {
  return { bytes, contentType: 'image/svg+xml', quietZone: quietZoneOf(layout) }
}

/** The 400 that says how much would fit, or that the margin leaves no room for any code. */
function tooLong({
  text,
  level,
  area,
  room,
}: {
  text: string
  level: ErrorLevel
  area: Area
  room: number
}): Problem {
  const errors =
    room < sideOf(1)
      ? [{ pointer: '/margin', message: `leaves no room for a code in ${area.size} pixels; make it smaller` }]
      : [
          {
            pointer: '/data',
            message: `is too long: of the ${Array.from(text).length} characters to encode, the first ${longestPrefix({ text, level, maxSide: room })} fit at ${area.size} pixels, margin ${area.margin} and error level ${level}. Shorten it, or choose a larger size, a smaller margin or a lower error_level`,
          },
        ]
  return new Problem('invalid_request', { detail: `${errors[0]?.pointer} ${errors[0]?.message}.`, errors })
}

/**
 * The 400 for a logo that no place suits, by its size or by what it shows, with all that would help. `least` is the
 * smallest width in pixels that is tried if none is asked for.
 */
function logoRefused(
  { size = 'default', margin = DEFAULT_MARGIN, logo_width }: QrOptions,
  { least, fault }: { least: number; fault: 'size' | 'pattern' },
): Problem {
  const cause = {
    size: 'hides too much of the code for it to be scanned',
    pattern: 'has a pattern that looks like part of the code, which could not be read back',
  }[fault]
  const remedies = [
    `logo_width smaller than ${logo_width ?? least}`,
    ...(size === 'big' ? [] : [`the size larger than ${size}`]),
    ...(margin > DEFAULT_MARGIN ? [`the margin smaller than ${margin}`] : []),
    ...(fault === 'pattern' ? ['the logo plainer'] : []),
  ]
  const remedy = `Make ${remedies.join(', ')}, or the data shorter`
  return new Problem('invalid_request', {
    detail: `The logo ${cause}. ${remedy}.`,
    errors: [{ pointer: '/logo_width', message: `The logo ${cause}. ${remedy}.` }],
  })
}

function unreadable(): Problem {
  return new Problem('invalid_request', {
    detail: 'In these colors the code could not be read back. Give color and background more contrast.',
    errors: [{ pointer: '/color', message: 'cannot be told from background; give them more contrast' }],
  })
}
