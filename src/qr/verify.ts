/** Proof before sale: a code is decoded as a scanner would, and must say what it was asked to say. */
import { decodeQR } from 'qr/decode.js'
import { type Box, layoutSymbol } from './image-layout'
import { composite, createRaster, type Raster } from './picture'
import { BACKDROPS, blend, type Colors, type Rgba } from './qr-colors'
import type { QrSymbol } from './symbol'
import { paint } from './symbol-pixels'

/** Module and quiet zone of a test image, in pixels: what a decoder needs, and no more. */
const TEST_MODULE = 4
const TEST_MARGIN = 16

/**
 * How often the decoder looks. A first look alone takes a logo of rings for a finder pattern and refuses what other
 * decoders read; a clean symbol needs no second one.
 */
const LOOKS = { finished: 30, clean: 1 }

const BLACK_ON_WHITE: Colors = { dark: [0, 0, 0, 255], light: [255, 255, 255, 255] }

/** Whether the picture reads as `text` on white or on black paper. Light modules on a dark background count. */
export function decodesTo(text: string, picture: Raster, { light }: Colors): boolean {
  // An opaque background hides the paper: one look is all looks.
  const papers = light[3] === 255 ? [light] : BACKDROPS.map((ground) => blend(light, ground))
  return papers.some((paper) => decode(onPaper(picture, paper), LOOKS.finished) === text)
}

/** Whether a symbol reads as `text` when every module in `patch` and next to it is wrong. */
export function decodesWithDamage({ side, modules }: QrSymbol, patch: Box, text: string): boolean {
  const lost = modules.map((dark, index) =>
    isNear(index % side, Math.floor(index / side), patch) ? 1 - dark : dark,
  )
  const size = side * TEST_MODULE + 2 * TEST_MARGIN
  const layout = layoutSymbol(side, { size, margin: TEST_MARGIN })
  return decode(paint({ side, modules: lost }, layout, BLACK_ON_WHITE), LOOKS.clean) === text
}

function isNear(x: number, y: number, patch: Box): boolean {
  return x >= patch.x - 1 && x <= patch.x + patch.width && y >= patch.y - 1 && y <= patch.y + patch.height
}

/** The picture on paper of the color that its background has there, going on around it as on a page. */
function onPaper(picture: Raster, paper: Rgba): Raster {
  const page = createRaster(
    { width: picture.width + 2 * TEST_MARGIN, height: picture.height + 2 * TEST_MARGIN },
    paper,
  )
  composite(page, picture, { x: TEST_MARGIN, y: TEST_MARGIN })
  return page
}

/** No time limit: the verdict may not depend on how busy the machine is. */
function decode({ width, height, rgba }: Raster, effort: number): string | undefined {
  try {
    const options = { format: 'RGBA', effort, timeLimit: Number.POSITIVE_INFINITY, textDecoder } as const
    return decodeQR({ width, height, data: rgba }, options)
  } catch {
    return undefined
  }
}

/** Byte segments are UTF-8, and a byte order mark is data like any other. */
function textDecoder(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes)
}
