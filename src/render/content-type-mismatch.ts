/** Whether a file can be what a page asked for: by its first bytes, as the browser itself tells pictures and fonts. */

type Loaded = { contentType: string; bytes: Uint8Array }

/** In hexadecimal: PNG, JPEG, GIF, WebP, BMP, ICO (WHATWG MIME Sniffing 6.1), and AVIF, which browsers know besides. */
const PICTURE = /^(89504e47|ffd8ff|47494638|52494646.{8}57454250|424d|00000100|00000200|.{8}66747970)/
/** TrueType, OpenType, Apple's TrueType, a collection, WOFF and WOFF 2 (6.4). */
const FONT = /^(00010000|4f54544f|74727565|74746366|774f4646|774f4632)/

/**
 * What is wrong with a file as a thing of a DevTools resource type; nothing if it may serve. A style sheet is known
 * by what its server says, since anything may be one (HTML, "fetching and processing a resource from a link element").
 */
export function contentTypeMismatch(type: string, { contentType, bytes }: Loaded): string | undefined {
  const said = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const known = said && ` (served as ${said.slice(0, 60)})`
  if (type === 'Image' && said !== 'image/svg+xml' && !PICTURE.test(head)) return `it is not an image${known}`
  if (type === 'Font' && !FONT.test(head)) return `it is not a font${known}`
  if (type === 'Stylesheet' && said !== '' && said !== 'text/css') return `it is not a style sheet${known}`
  return undefined
}
