/** What may be stored: images and fonts, known by their content and read whole, so that what is stored can be printed. */
import { Problem } from '../errors'
import { runLongWork } from '../memory/long-work'
import { tablesOf } from '../pdf/pdfa/fonts/sfnt'
import { type LogoDecoders, readLogo } from '../qr/logo-file'
import type { AssetFile } from './asset-store'
import { otherFile } from './other-file'
import { checkWoff2 } from './read-woff2'
import { sanitizeSvg } from './sanitize-svg'

/** Media types of what may be stored. */
export const ASSET_TYPES = [
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/webp',
  'font/woff2',
  'font/ttf',
  'font/otf',
] as const
type AssetType = (typeof ASSET_TYPES)[number]

/** In hexadecimal. */
const BEGINNINGS: readonly [RegExp, AssetType][] = [
  [/^89504e47/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^774f4632/, 'font/woff2'],
  [/^(?:00010000|74727565)/, 'font/ttf'],
  [/^4f54544f/, 'font/otf'],
]
/** A PNG that is all flat has few bytes and millions of pixels. Milliseconds. */
const CHECK_MS = 60
const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp']

/** The file as it is stored, with its type. Throws `asset_failed` for anything but a whole image or font. */
export async function checkAsset(
  bytes: Uint8Array,
  decoders: LogoDecoders,
  accountId?: string,
): Promise<AssetFile> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const contentType = BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1]
  if (contentType === undefined) {
    const other = otherFile(bytes)
    if (other !== undefined) throw refused(other)
    return { bytes: await svgOf(bytes, accountId), contentType: 'image/svg+xml' }
  }
  const check = async () => {
    if (contentType.startsWith('font/')) checkFont(bytes, contentType)
    else await checkImage(bytes, decoders)
  }
  await runLongWork(CHECK_MS, check, { accountId })
  return { bytes, contentType }
}

async function svgOf(bytes: Uint8Array, accountId: string | undefined): Promise<Uint8Array> {
  if (bytes.byteLength === 0) throw refused('is empty. Send its bytes as the body of the request.')
  const svg = await sanitizeSvg(bytes, accountId)
  if (typeof svg !== 'string') return svg.bytes
  throw refused(svg)
}

async function checkImage(bytes: Uint8Array, decoders: LogoDecoders): Promise<void> {
  await readLogo(bytes, decoders).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw refused(error.message.replace(/^The logo /, ''), error)
  })
}

function checkFont(bytes: Uint8Array, contentType: AssetType): void {
  try {
    if (contentType === 'font/woff2') checkWoff2(bytes)
    else checkTables(bytes)
  } catch (cause) {
    const why = cause instanceof RangeError || !(cause instanceof Error) ? 'it is cut off' : cause.message
    throw refused(`is a damaged font: ${why.slice(0, 100)}. Export it again.`, cause)
  }
}

function checkTables(bytes: Uint8Array): void {
  const tables = tablesOf(bytes)
  const missing = REQUIRED_TABLES.filter((tag) => !tables.has(tag))
  const hasShapes = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix'].some((tag) => tables.has(tag))
  if (missing.length > 0) throw new Error(`it has no table ${missing.join(', ')}`)
  if (!hasShapes) throw new Error('it has no glyphs')
}

function refused(fault: string, cause?: unknown): Problem {
  return new Problem('asset_failed', { detail: `The file ${fault}`, cause })
}
