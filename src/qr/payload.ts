/**
 * What a code of each type says: the text that a scanner's application understands. Everything that could end a field
 * early is escaped by the grammar of its form, so that no value can add a field of its own.
 */
import { geoPoint } from './geo-point'
import type { QrOptions } from './qr-options'

/** The text to encode. `options` passed `findQrConflicts`. */
export function payloadOf(options: QrOptions): string {
  const { type = 'text', data = '' } = options
  switch (type) {
    case 'text':
    case 'product':
      return data
    case 'url':
      return urlPayload(data)
    case 'email':
      return emailPayload(options)
    case 'tel':
      return `tel:${withoutScheme(data, 'tel:')}`
    case 'sms':
      return smsPayload(options)
    case 'wifi':
      return wifiPayload(options)
    case 'geo':
      return geoPayload(options)
    case 'vcard':
      return vcardPayload(options)
  }
}

/** Schemes whose rest may begin with digits, so that `tel:110` is not taken for a host and a port. */
const NUMBER_SCHEMES = /^(tel|sms|smsto|mms|mmsto|fax|sip|sips|data|urn|geo|bitcoin):/i

/** An absolute address; `example.com:8080` is a host and a port, not a scheme (RFC 3986 3.1). */
function urlPayload(data: string): string {
  if (data.startsWith('//')) return `https:${data}`
  const hostAndPort = /^[^/?#:\s]+:\d{1,5}([/?#]|$)/.test(data) && !NUMBER_SCHEMES.test(data)
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(data) && !hostAndPort
  return hasScheme ? data : `https://${data}`
}

/** RFC 6068: line breaks are %0D%0A, and in an address everything but `@`, `+` and the list's comma is encoded. */
function emailPayload({ data = '', subject, body }: QrOptions): string {
  const base = /^mailto:/i.test(data) ? data : `mailto:${encodedAddress(data)}`
  const fields = [
    ...(subject ? [`subject=${encoded(subject)}`] : []),
    ...(body ? [`body=${encoded(body)}`] : []),
  ]
  if (fields.length === 0) return base
  return `${base}${base.includes('?') ? '&' : '?'}${fields.join('&')}`
}

function encodedAddress(address: string): string {
  return encodeURIComponent(address).replaceAll('%40', '@').replaceAll('%2B', '+').replaceAll('%2C', ',')
}

function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'))
}

/** `SMSTO:number:message`, the form that both large systems read. The message is the rest: nothing to escape. */
function smsPayload({ data = '', message }: QrOptions): string {
  const number = withoutScheme(data, 'smsto:')
  return message ? `SMSTO:${number}:${message}` : `SMSTO:${number}`
}

/** The MECARD-like form of ZXing's documentation (Wi-Fi Network config): backslash before `\ ; , : "`. */
function wifiPayload({ data = '', ssid, password, encryption, hidden }: QrOptions): string {
  if (!ssid && data.startsWith('WIFI:')) return data
  const kind = encryption ?? (password ? 'WPA' : 'nopass')
  const secret = kind !== 'nopass' && password ? `P:${wifiEscaped(password)};` : ''
  return `WIFI:T:${kind};S:${wifiEscaped(ssid || data)};${secret}${hidden ? 'H:true;' : ''};`
}

function wifiEscaped(value: string): string {
  return value.replace(/[\\;,:"]/g, '\\$&')
}

function geoPayload(options: QrOptions): string {
  const point = geoPoint(options)
  if ('error' in point) throw new Error('a geo code whose point was not checked')
  return 'finished' in point ? point.finished : `geo:${point.lat},${point.lng}`
}

/**
 * vCard 3.0 (RFC 2426). N is required: what stands before a comma is taken for the family name, else the last word. Lines are not folded:
 * folding costs bytes, and not every scanner unfolds.
 */
function vcardPayload({ data = '', name, org, phone, email, url }: QrOptions): string {
  const finished = data.startsWith('BEGIN:VCARD')
  if (finished && ![name, org, phone, email, url].some(Boolean)) return data
  const person = onOneLine(name || (finished ? '' : data))
  const [family, given] = nameParts(person)
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${cardEscaped(family)};${cardEscaped(given)};;;`,
    `FN:${cardEscaped(person || org || email || phone || url || '')}`,
    ...(org ? [`ORG:${cardEscaped(org)}`] : []),
    ...(phone ? [`TEL:${cardEscaped(phone)}`] : []),
    ...(email ? [`EMAIL:${cardEscaped(email)}`] : []),
    ...(url ? [`URL:${uriValue(url)}`] : []),
    'END:VCARD',
  ]
  return lines.join('\r\n')
}

/** Family and given names: of "Doe, John" and of "John Doe" alike. */
function nameParts(person: string): [family: string, given: string] {
  const comma = person.indexOf(',')
  if (comma >= 0) return [person.slice(0, comma).trim(), person.slice(comma + 1).trim()]
  const space = person.lastIndexOf(' ')
  return [person.slice(space + 1), person.slice(0, Math.max(0, space)).trim()]
}

/** A name that was broken over lines is one name. */
function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** RFC 2426 4: text values escape backslash, semicolon, comma and line breaks. */
function cardEscaped(value: string): string {
  return value.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** A uri value is not escaped; what could end its line is percent-encoded instead. */
function uriValue(url: string): string {
  return url.replace(/[\r\n]/g, encodeURIComponent)
}

function withoutScheme(data: string, scheme: string): string {
  return data.toLowerCase().startsWith(scheme) ? data.slice(scheme.length) : data
}
