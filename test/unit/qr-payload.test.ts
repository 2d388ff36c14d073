import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payloadOf } from '../../src/qr/payload'

describe('the payload of a QR code', () => {
  it.each([
    ['text', 'as given, spaces and all ', 'as given, spaces and all '],
    ['product', '4006381333931', '4006381333931'],
    ['url', 'https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['url', 'example.com', 'https://example.com'],
    ['url', 'example.com:8080/x', 'https://example.com:8080/x'],
    ['url', 'localhost:3000', 'https://localhost:3000'],
    ['url', '//example.com', 'https://example.com'],
    ['url', 'mailto:a@example.com', 'mailto:a@example.com'],
    ['url', 'tel:110', 'tel:110'],
    ['url', 'HTTP://EXAMPLE.COM', 'HTTP://EXAMPLE.COM'],
    ['tel', '+49 30 1234', 'tel:+49 30 1234'],
    ['tel', 'tel:+4930', 'tel:+4930'],
  ] as const)('of type %s says %j as %j', (type, data, expected) => {
    expect(payloadOf({ type, data })).toBe(expected)
  })

  it('encodes an e-mail by RFC 6068: %20, CRLF, and no way to add a field', () => {
    const mail = payloadOf({
      type: 'email',
      data: 'ada+qr@example.com',
      subject: 'A & B = C?',
      body: 'One\nTwo\r\n&bcc=eve@example.com',
    })
    expect(mail).toBe(
      'mailto:ada+qr@example.com?subject=A%20%26%20B%20%3D%20C%3F&body=One%0D%0ATwo%0D%0A%26bcc%3Deve%40example.com',
    )
    expect([...new URL(mail).searchParams.keys()]).toEqual(['subject', 'body'])
    expect(payloadOf({ type: 'email', data: 'a?b&c@example.com' })).toBe('mailto:a%3Fb%26c@example.com')
    expect(payloadOf({ type: 'email', data: 'mailto:a@example.com?cc=b@example.com', subject: 'S' })).toBe(
      'mailto:a@example.com?cc=b@example.com&subject=S',
    )
  })

  it('says an SMS as SMSTO, with and without a message', () => {
    expect(payloadOf({ type: 'sms', data: '+4930', message: 'a:b;c' })).toBe('SMSTO:+4930:a:b;c')
    expect(payloadOf({ type: 'sms', data: 'smsto:+4930' })).toBe('SMSTO:+4930')
  })

  it('describes a Wi-Fi network, hidden or open, from its fields or from data', () => {
    expect(payloadOf({ type: 'wifi', ssid: 'home', password: 'secret' })).toBe('WIFI:T:WPA;S:home;P:secret;;')
    expect(payloadOf({ type: 'wifi', data: 'guests', hidden: true })).toBe('WIFI:T:nopass;S:guests;H:true;;')
    expect(payloadOf({ type: 'wifi', ssid: 'a', password: 'p', encryption: 'nopass' })).toBe(
      'WIFI:T:nopass;S:a;;',
    )
    expect(payloadOf({ type: 'wifi', data: 'WIFI:S:x;;' })).toBe('WIFI:S:x;;')
    expect(payloadOf({ type: 'wifi', data: 'WIFI:S:x;;', ssid: 'y' })).toBe('WIFI:T:nopass;S:y;;')
  })

  it('gives back every Wi-Fi name and password to a reader of the grammar', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\\', ';', ',', ':', '"', 'P', 'a', ' '),
      minLength: 1,
    })
    fc.assert(
      fc.property(hostile, hostile, (ssid, password) => {
        const fields = readWifi(payloadOf({ type: 'wifi', ssid, password }))
        expect(fields).toEqual({ T: 'WPA', S: ssid, P: password })
      }),
    )
  })

  it('writes a point without exponents and takes it from data as well', () => {
    expect(payloadOf({ type: 'geo', lat: 48.8584, lng: -2.2945 })).toBe('geo:48.8584,-2.2945')
    expect(payloadOf({ type: 'geo', lat: 1e-7, lng: '+12.50' })).toBe('geo:0.0000001,12.50')
    expect(payloadOf({ type: 'geo', data: '48.8584, 2.2945' })).toBe('geo:48.8584,2.2945')
    expect(payloadOf({ type: 'geo', data: 'geo:1,2;u=10' })).toBe('geo:1,2;u=10')
  })

  it('writes a vCard 3.0 with CRLF, the required N and FN, and only the fields that are given', () => {
    expect(
      payloadOf({
        type: 'vcard',
        name: 'Ada King Lovelace',
        org: 'Engines; Analytical, Ltd',
        phone: '+44 20',
        email: 'ada@example.com',
        url: 'https://example.com/a,b;c',
      }).split('\r\n'),
    ).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lovelace;Ada King;;;',
      'FN:Ada King Lovelace',
      'ORG:Engines\\; Analytical\\, Ltd',
      'TEL:+44 20',
      'EMAIL:ada@example.com',
      'URL:https://example.com/a,b;c',
      'END:VCARD',
    ])
    expect(payloadOf({ type: 'vcard', org: 'Acme' })).toContain('\r\nN:;;;;\r\nFN:Acme\r\n')
    expect(payloadOf({ type: 'vcard', data: 'BEGIN:VCARD\r\nEND:VCARD' })).toBe('BEGIN:VCARD\r\nEND:VCARD')
  })

  it.each([
    ['Doe, John', 'N:Doe;John;;;', 'FN:Doe\\, John'],
    ['van der Berg, Anna Maria', 'N:van der Berg;Anna Maria;;;', 'FN:van der Berg\\, Anna Maria'],
    ['Ada\r\nLovelace', 'N:Lovelace;Ada;;;', 'FN:Ada Lovelace'],
    ['Doe,\nJohn', 'N:Doe;John;;;', 'FN:Doe\\, John'],
    ['Cher', 'N:Cher;;;;', 'FN:Cher'],
  ])('takes %j of a vCard for one name with its parts', (name, n, fn) => {
    expect(payloadOf({ type: 'vcard', name }).split('\r\n').slice(2, 4)).toEqual([n, fn])
  })

  it('lets no value of a vCard add a line or a component', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\r', '\n', '\\', ';', ',', ':', 'n', 'TEL'),
      minLength: 1,
    })
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, org, url) => {
        const lines = payloadOf({ type: 'vcard', name, org, url }).split('\r\n')
        expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
          'BEGIN',
          'VERSION',
          'N',
          'FN',
          'ORG',
          'URL',
          'END',
        ])
        expect(lines.join('')).not.toMatch(/[\r\n]/)
        const person = name.trim().replace(/[\r\n]+/g, ' ')
        expect(unescaped(lines[3]?.slice(3) ?? '')).toBe(person || org.replace(/\r\n|\r/g, '\n'))
        expect(unescaped(lines[4]?.slice(4) ?? '')).toBe(org.replace(/\r\n|\r/g, '\n'))
      }),
    )
  })
})

/** The Wi-Fi form read by its grammar: fields end at a semicolon that no backslash precedes. */
function readWifi(payload: string): Record<string, string> {
  const fields = payload.slice('WIFI:'.length).match(/(?:\\.|[^\\;])+/g) ?? []
  return Object.fromEntries(
    fields.map((field) => [field.slice(0, 1), field.slice(2).replace(/\\(.)/g, '$1')]),
  )
}

/** RFC 2426 text; undefined where a separator is not escaped. */
function unescaped(value: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value.replace(/\\[\\;,n]/g, ''))) return undefined
  return value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}
