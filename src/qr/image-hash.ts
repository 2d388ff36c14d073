/** What makes two requests the same image. */
import { canonicalHash, sha256 } from '../crypto/hashes'
import { payloadOf } from './payload'
import { colorsOf } from './qr-colors'
import { IMAGE_SIDES, levelOf, type QrOptions } from './qr-options'

/** Raise where the same request gives other pixels than before. */
const RENDERING = 2

/**
 * The SHA-256, in hex, of everything that changes the image, in one form: defaults written out, colors as numbers,
 * the payload instead of the fields it came from. A logo counts by its bytes, of which `logoHash` may be known already, or else
 * by its address.
 */
export function cacheKey(
  options: QrOptions,
  logo: Uint8Array | undefined,
  { isTest = false, logoHash }: { isTest?: boolean; logoHash?: string | undefined } = {},
): string {
  const hasLogo = logo !== undefined || options.logo_url !== undefined
  const known = logo ? sha256(logo) : logoHash
  const { dark, light } = colorsOf(options)
  return canonicalHash([
    RENDERING,
    payloadOf(options),
    IMAGE_SIDES[options.size ?? 'default'],
    levelOf(options, hasLogo),
    dark,
    light[3] === 0 ? 'transparent' : light,
    options.margin ?? 'the quiet zone',
    options.style ?? 'square',
    options.format ?? 'png',
    known ? ['bytes', known] : hasLogo ? ['address', options.logo_url] : null,
    hasLogo ? (options.logo_width ?? null) : null,
    ...(isTest ? ['marked as a test'] : []),
  ])
}
