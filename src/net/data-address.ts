/** `data:` addresses (RFC 2397, read as the Fetch standard's "data: URL processor" does): no request is made. */
import { checkContent } from './answer'
import { FetchRefused } from './refused'

export type DataUrlContent = {
  /** As the address declares it; `text/plain;charset=US-ASCII` where it does not. Never proof of the content. */
  contentType: string
  bytes: Uint8Array
}

const DATA_URL = /^data:(?<type>[^,]*?)(?<base64>;\x20*base64\x20*)?,(?<data>.*)$/is

export function isDataUrl(address: string): boolean {
  return /^\s*data:/i.test(address)
}

/**
 * The file inside a `data:` address, percent-encoded or base64. Throws FetchRefused: `address` where it is
 * malformed, `size` past `maxBytes` (decoded), `type` where its content is none of `accept`.
 */
export function readDataUrl(
  address: string,
  { maxBytes, accept }: { maxBytes: number; accept?: readonly string[] },
): DataUrlContent {
  const { type = '', base64, data = '' } = DATA_URL.exec(normalize(address))?.groups ?? fail('has no comma')
  const octets = percentDecode(data)
  const bytes = base64 === undefined ? octets : decodeBase64(octets)
  if (bytes.byteLength > maxBytes) {
    throw new FetchRefused('size', `The data: address holds more than ${maxBytes} bytes. Use a smaller file.`)
  }
  checkContent(bytes, 'The data: address', accept)
  return { contentType: mediaType(type.trim()), bytes }
}

/** What a URL parser would do first: no tabs, no line ends, no white space around, no fragment. */
function normalize(address: string): string {
  const [withoutFragment = ''] = address.replace(/[\t\n\r]/g, '').split('#', 1)
  return withoutFragment.trim()
}

function mediaType(declared: string): string {
  if (declared.startsWith(';')) return `text/plain${declared}`
  return declared.includes('/') ? declared : 'text/plain;charset=US-ASCII'
}

/** A `%` without two hex digits stands for itself. */
function percentDecode(text: string): Uint8Array {
  const encoded = new TextEncoder().encode(text)
  const decoded = new Uint8Array(encoded.length)
  let length = 0
  for (let index = 0; index < encoded.length; index++) {
    const octet = encoded[index] ?? 0
    const escaped =
      octet === 0x25 ? hexDigit(encoded[index + 1]) * 16 + hexDigit(encoded[index + 2]) : Number.NaN
    decoded[length++] = Number.isNaN(escaped) ? octet : escaped
    if (!Number.isNaN(escaped)) index += 2
  }
  return decoded.subarray(0, length)
}

/** The value of an ASCII hex digit; NaN for anything else. */
function hexDigit(octet = 0): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30
  const letter = octet | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NaN
}

function decodeBase64(octets: Uint8Array): Uint8Array {
  const text = new TextDecoder('latin1').decode(octets).replace(/[\t\n\f\r ]/g, '')
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return fail('is not valid base64')
  }
}

function fail(what: string): never {
  throw new FetchRefused('address', `The data: address ${what}. Write data:<type>;base64,<data>.`)
}
