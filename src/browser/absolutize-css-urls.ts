/**
 * Style sheets that a server moved. The page is answered at the address it asked for, so relative addresses inside are
 * made absolute by the one the sheet was found at (CSS Values 4, 4.5.1).
 */
import { isUtf8 } from '../text/utf8'
import { cssUrl, findAddresses, replaceAddresses } from './css-addresses'

/** The sheet with every relative address made absolute by `base`. Bytes outside addresses stay as they are. Throws as `findAddresses`. */
export function absolutizeCssUrls(sheet: Uint8Array, base: string): Uint8Array {
  // Any other encoding is read byte by byte, so that none is lost; what CSS itself means is ASCII in all of them.
  const encoding = isUtf8(sheet) ? 'utf8' : 'latin1'
  const addresses = findAddresses(
    Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength).toString(encoding),
  )
  const moved = replaceAddresses(
    addresses,
    ({ address }) => {
      const url = absolute(address, base)
      return url && cssUrl(url)
    },
    { wholeImports: false },
  )
  return new Uint8Array(Buffer.from(moved, encoding))
}

/** Nothing for what is absolute already, names a part of the page, or is no address. */
function absolute(address: string, base: string): string | undefined {
  if (/^\s*(?:[a-z][a-z0-9+.-]*:|#|$)/i.test(address)) return undefined
  return URL.parse(address, base)?.href
}
