/** Values of data that our templates load as pictures, and that are none: told before anything is loaded. */
import { isPageOfFile } from '../text/page-of-file'
import type { Place } from './unread-data'

/** Fields that our templates show as a picture. */
const PICTURES = new Set(['logo', 'image', 'signature_image'])
const MAX_LOOKED_AT = 500

/** `hasBase`: relative addresses have something to be relative to. */
export function oddPicture(
  text: string,
  place: Place,
  { hasBase = false }: { hasBase?: boolean | undefined },
) {
  if (text === '' || !PICTURES.has(String(place?.key))) return undefined
  const start = text.slice(0, MAX_LOOKED_AT)
  if (/^(?:file:|[a-z]:[\\/]|\\\\|~\/|\/(?:home|users|var|tmp|mnt)\/)/i.test(start))
    return `is on your machine, not here: ${REMEDY}`
  if (/^asset:(?![a-z\d])/i.test(start)) return 'has no name: it follows the colon, as in "asset:logo.svg"'
  if (/^<(?:svg|img|\?xml)\b/i.test(start)) return `is markup, and no address: ${REMEDY}`
  if (/^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bWw)/.test(start))
    return 'is base64 alone: put "data:image/png;base64," before it, or the type that it has'
  if (isPageOfFile(start))
    return 'is a page about a picture, and no picture: send the address of the file itself'
  if (/^https?:\/\/[^?#]{1,400}\.(?:html?|php|aspx?|pdf|docx?|ai|eps|psd|tiff?|heic)(?:[?#]|$)/i.test(start))
    return 'is the address of no picture that a browser shows: send a PNG, JPEG, WebP or SVG'
  if (/^https?:\/\/[^/?#]{1,300}\/?$/i.test(start))
    return 'is the address of a page, and no picture: send the address of the file itself'
  if (/^www\./i.test(start)) return `has no scheme: send "https://${start.slice(0, 60)}"`
  if (/^(?:ftp|ftps|s3|gs|cid|blob):/i.test(start)) return `is never fetched: ${REMEDY}`
  return hasBase || /^(?:[a-z][a-z\d+.-]{1,20}:|\/\/)/i.test(start)
    ? undefined
    : `is a relative address, which leads nowhere here: ${REMEDY}`
}

const REMEDY =
  'store it (PUT /v1/assets/{asset}) and send "asset:logo.svg", or send an https: or data: address'
