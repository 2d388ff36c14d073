/** A logo's file into pixels: PNG, JPEG or WebP, known by its content. The header is judged before anything is decoded. */

import { MAX_JPEG_SCANS, readJpegHeader } from '../binary/jpeg-header'
import { PNG_SIGNATURE } from '../binary/png-file'
import { Problem } from '../errors'
import type { Extent } from './image-layout'
import type { Raster } from './picture'
import { MAX_PIXELS, MAX_SIDE, PngError, readPng } from './png-read'
import { readWebpHeader } from './webp-header'

/** Decoders of what is not decoded here. They get files within the limits; whatever they throw says "damaged". */
export type LogoDecoders = Record<'jpeg' | 'webp', (file: Uint8Array) => Promise<Raster>>

/** The media types of a logo. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Pixels of a logo, upright as its EXIF says; throws 422 `asset_failed` for what is no usable image. */
export async function readLogo(file: Uint8Array, decoders: LogoDecoders): Promise<Raster> {
  if (PNG_SIGNATURE.every((byte, index) => file[index] === byte)) return decodePng(file)
  const jpeg = readJpegHeader(file)
  if (jpeg) {
    assertSize(jpeg)
    if (!jpeg.complete) throw refused('is a damaged JPEG: it is cut off. Save it again as JPEG.')
    if (jpeg.scans > MAX_JPEG_SCANS) throw refused('is a JPEG of too many scans. Save it again as JPEG.')
    return await decodedBy(decoders.jpeg, file, 'is a JPEG that is damaged or not in RGB or grey')
  }
  const webp = readWebpHeader(file)
  if (!webp) throw refused('is not a PNG, JPEG or WebP. Send a file of one of these types.')
  assertSize(webp)
  if (webp.animated) throw refused('is an animated WebP. Send a still image.')
  return await decodedBy(decoders.webp, file, 'is a damaged WebP')
}

function decodePng(file: Uint8Array): Raster {
  try {
    return readPng(file)
  } catch (cause) {
    if (!(cause instanceof PngError)) throw cause
    throw refused(cause.message, cause)
  }
}

async function decodedBy(
  decode: (file: Uint8Array) => Promise<Raster>,
  file: Uint8Array,
  fault: string,
): Promise<Raster> {
  try {
    return await decode(file)
  } catch (cause) {
    throw refused(`${fault}. Save it again, or as PNG.`, cause)
  }
}

function assertSize({ width, height }: Extent): void {
  if (width === 0 || height === 0) throw refused('has no pixels. Save it again.')
  if (Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS) return
  throw refused(
    `is too large (${width} × ${height} pixels). It may have ${MAX_PIXELS / 1e6} megapixels and ${MAX_SIDE.toLocaleString('en')} pixels a side; 1,000 × 1,000 is plenty.`,
  )
}

function refused(fault: string, cause?: unknown): Problem {
  return new Problem('asset_failed', { detail: `The logo ${fault}`, cause })
}
