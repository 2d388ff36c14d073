/** Codes that scan, but may not do what their type says: told, since the contract encodes data as given. */
import { gtinCheckDigit } from '../text/gtin'
import { tellInValue } from '../text/unfilled'
import { type QrOptions, type QrType, typesWithOwnFields } from './qr-options'

/** The fields that only codes of one type read. */
const FIELDS_OF: Readonly<Record<QrType, readonly (keyof QrOptions)[]>> = {
  text: [],
  url: [],
  product: [],
  tel: [],
  email: ['subject', 'body'],
  sms: ['message'],
  wifi: ['ssid', 'password', 'encryption', 'hidden'],
  geo: ['lat', 'lng'],
  vcard: ['name', 'org', 'phone', 'email', 'url'],
}

/** What a caller is told of data that does not look like its type, and of fields of another type. */
export function findPayloadWarnings(options: QrOptions): string[] {
  const { type = 'text', data } = options
  return [
    ...(data === undefined ? [] : oddData(type, data.trim())),
    ...oddContact(options),
    ...(options.type === 'geo' && data !== undefined && options.lat !== undefined
      ? ['data is not read with lat and lng: send one or the other']
      : []),
    ...oddWifi(options),
    ...oddNumber(options),
    ...(data !== undefined && data.trim() === '' ? ['data is blank: the code says nothing'] : []),
    ...tellInValue('data', data),
    ...fieldsOfOtherTypes(type, options),
  ]
}

/** What a text is already, by how it begins, so that no other type fits it. */
const FINISHED = /^(?:BEGIN:(?:VCARD|VEVENT|VCALENDAR)|MECARD:|WIFI:|BCD\n|SPC\r?\n|bitcoin:|otpauth:)/i

function oddData(type: QrType, data: string): string[] {
  const said = JSON.stringify(data.slice(0, 60))
  const finished = FINISHED.exec(data)?.[0]
  if (finished !== undefined && !['text', ...typesWithOwnFields].includes(type))
    return [`data begins with ${finished.trim()}, and is whole as it is: leave type out, which is "${type}"`]
  if (type === 'product' && /[^\d\s-]/.test(data))
    return [`data ${said} has other signs than digits for the type product: for a text leave type out`]
  if (type === 'tel' || type === 'sms') {
    const number = data.replace(/^(tel|sms|smsto):/i, '')
    if (isPhone(number)) return /\s/.test(number) ? [spaces(type, number)] : []
    return [`data ${said} is no telephone number for the type ${type}: send digits, such as "+49301234567"`]
  }
  // RFC 6068 2: recipients are divided by commas.
  const recipients = (data.replace(/^mailto:/i, '').split('?', 1)[0] ?? '').split(',')
  if (type === 'email' && !recipients.every((recipient) => isEmail(recipient.trim())))
    return [`data ${said} is no e-mail address for the type email: send one such as "ada@example.com"`]
  const scheme = /^(?:h?t?tps?|htt?ps?|hhttps?|https?p|http?s?):?\/{1,3}|^https?:(?!\/\/)/i.exec(data)?.[0]
  if (type === 'url' && scheme !== undefined && !/^https?:\/\/(?!\/)/i.test(data))
    return [`data ${said} begins with ${scheme}, which no browser opens: send one with https://`]
  if (/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/i.test(data))
    return [`data ${said} is the machine of whoever opens it: send the address that others reach`]
  if (type === 'url' && (/\s/.test(data) || !/[.:]/.test(data)))
    return [`data ${said} is no web address for the type url: send one such as "https://example.com"`]
  return []
}

function spaces(type: QrType, number: string): string {
  const plain = number.replace(/[^\d+]/g, '').slice(0, 30)
  return `data has spaces for the type ${type}, which some phones do not dial: send "${plain}"`
}

/** What a phone cannot join: WPA has 8 to 63 characters (IEEE 802.11), or 64 hexadecimal digits. */
function oddWifi({ type, data = '', ssid, password, encryption }: QrOptions): string[] {
  if (type !== 'wifi') return []
  if (!password && !ssid && /[;,|]/.test(data) && !/^WIFI:/i.test(data))
    return ['data is the name of the network as a whole: send "ssid" and "password" in its place']
  if (encryption === 'nopass')
    return password
      ? ['password is left out, as encryption is nopass: leave encryption out if there is one']
      : []
  if (!password)
    return encryption
      ? [`there is no password, and ${encryption} needs one: for an open network send "nopass"`]
      : []
  const isWpa = encryption === undefined || encryption === 'WPA'
  return isWpa && (password.length < 8 || password.length > 64)
    ? [`password has ${password.length} characters, and one of WPA has 8 to 63`]
    : []
}

/** A number of an article whose last digit is not that of the others. */
function oddNumber({ type, data = '' }: QrOptions): string[] {
  const digits = data.replace(/[\s-]/g, '')
  if (type !== 'product' || !/^(?:\d{8}|\d{12,14})$/.test(digits)) return []
  const check = gtinCheckDigit(digits.slice(0, -1))
  return digits.endsWith(check)
    ? []
    : [
        `data ${digits} is no GTIN, whose last digit would be ${check}: for a number of your own leave type out`,
      ]
}

/** A card's telephone and e-mail. */
function oddContact({ type, name, org, phone, email, data }: QrOptions): string[] {
  if (type !== 'vcard') return []
  return [
    ...(name || org || data !== undefined
      ? []
      : ['name is empty, and phones keep no contact without one: send "name" or "org"']),
    ...(phone && !isPhone(phone)
      ? [`phone ${JSON.stringify(phone.slice(0, 60))} is no telephone number`]
      : []),
    ...(email && !isEmail(email) ? [`email ${JSON.stringify(email.slice(0, 60))} is no e-mail address`] : []),
  ]
}

/** Digits as people and RFC 3966 write them, with an extension perhaps; short ones are services. */
function isPhone(text: string): boolean {
  const [number = ''] = text.split(/[;,]|ext|x/i, 1)
  const digits = number.replace(/\D/g, '')
  return (
    /^\s*[+*#(\d][\d\s()./*#\u00a0\u2010-\u2015-]*$/.test(number) && digits.length >= 2 && digits.length <= 20
  )
}

function isEmail(text: string): boolean {
  const [local, domain, ...more] = text.split('@')
  return (
    Boolean(local && domain) && more.length === 0 && !/\s/.test(text) && /^[^.].*\.[^.]+$/.test(domain ?? '')
  )
}

/** Fields that this type does not read, with the type that does. */
function fieldsOfOtherTypes(type: QrType, options: QrOptions): string[] {
  return Object.entries(FIELDS_OF).flatMap(([other, fields]) => {
    const given = fields.filter((field) => options[field] !== undefined && !FIELDS_OF[type].includes(field))
    if (other === type || given.length === 0) return []
    return [
      `${given.join(', ')} ${given.length > 1 ? 'are' : 'is'} not read with type "${type}"; did you mean type "${other}"?`,
    ]
  })
}
