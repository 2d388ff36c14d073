/** What each type of QR code asks for. */
import type { QrCodeRequest } from '../../clients/typescript/src/schemas'
import { TEXTS } from '../texts'

const words = TEXTS.qr.fields

export type QrType = NonNullable<QrCodeRequest['type']>
type QrField = { name: keyof QrCodeRequest; label: string; kind?: 'long' | 'switch' | 'security' }

const data = (label: string, kind?: 'long'): QrField => ({ name: 'data', label, ...(kind && { kind }) })

export const FIELDS: Record<QrType, readonly QrField[]> = {
  url: [data(words.url)],
  text: [data(words.text, 'long')],
  wifi: [
    { name: 'ssid', label: words.ssid },
    { name: 'password', label: words.password },
    { name: 'encryption', label: words.encryption, kind: 'security' },
    { name: 'hidden', label: words.hidden, kind: 'switch' },
  ],
  vcard: [
    { name: 'name', label: words.name },
    { name: 'org', label: words.org },
    { name: 'phone', label: words.phone },
    { name: 'email', label: words.email },
    { name: 'url', label: words.website },
  ],
  email: [
    data(words.address),
    { name: 'subject', label: words.subject },
    { name: 'body', label: words.body, kind: 'long' },
  ],
  tel: [data(words.phone)],
  sms: [data(words.phone), { name: 'message', label: words.message, kind: 'long' }],
  geo: [
    { name: 'lat', label: words.lat },
    { name: 'lng', label: words.lng },
  ],
  product: [data(words.product)],
}

export const SAMPLES: Partial<Record<QrType, QrCodeRequest>> = {
  url: { data: 'https://example.com/menu' },
  wifi: { ssid: 'Café Guest', password: 'espresso' },
  geo: { lat: '52.3702', lng: '4.8952' },
}
