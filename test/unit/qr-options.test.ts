import { describe, expect, it } from 'vitest'
import { cacheKey } from '../../src/qr/image-hash'
import { findQrConflicts, parseFormFields, type QrOptions, qrOptions } from '../../src/qr/qr-options'

const pointers = (options: QrOptions, hasFile = false) =>
  findQrConflicts(options, { hasFile }).map(({ pointer }) => pointer)

describe('the options of a QR code', () => {
  it.each([
    [{ color: '#12ab' }],
    [{ color: 'red' }],
    [{ color: 'transparent' }],
    [{ color: [0, 0] }],
    [{ color: [0, 0, 256] }],
    [{ color: [0, 0, 0.5] }],
    [{ color: [0, 0, 0, 1] }],
    [{ background: [0, 0, 0, 256] }],
    [{ background: [0, 0, 0, -1] }],
    [{ size: 'huge' }],
    [{ margin: -1 }],
    [{ margin: 1.5 }],
    [{ logo_width: 0 }],
    [{ style: 'round' }],
    [{ lat: 'north' }],
    [{ data: 'half \ud83d' }],
    [{ colour: '#000000' }],
  ])('refuse %j', (fields) => {
    expect(qrOptions.safeParse({ data: 'x', ...fields }).success).toBe(false)
  })

  it.each([
    [{ color: '#0B3d91', background: 'transparent' }],
    [{ color: [0, 0, 0], background: [255, 255, 255, 0.5] }],
    [{ background: [1, 2, 3] }],
    [{ background: [1, 2, 3, 255] }],
    [{ margin: 0, lat: '48.5', lng: -2 }],
  ])('take %j', (fields) => {
    expect(qrOptions.parse({ data: 'x', ...fields })).toEqual({ data: 'x', ...fields })
  })

  it('need data for every type but wifi, geo and vcard, which can do with their own fields', () => {
    expect(pointers({})).toEqual(['/data'])
    expect(pointers({ data: '', type: 'email' })).toEqual(['/data'])
    expect(pointers({ type: 'wifi' })).toEqual(['/ssid'])
    expect(pointers({ type: 'wifi', data: 'guests' })).toEqual([])
    expect(pointers({ type: 'vcard', url: 'https://example.com' })).toEqual([])
    expect(pointers({ type: 'vcard' })).toEqual(['/name'])
    expect(pointers({ type: 'geo' })).toEqual(['/lat'])
    expect(pointers({ type: 'geo', lat: 1 })).toEqual(['/lng'])
    expect(pointers({ type: 'geo', lat: 90.1, lng: 0 })).toEqual(['/lat'])
    expect(pointers({ type: 'geo', data: '1;2' })).toEqual(['/data'])
    expect(pointers({ type: 'geo', data: '1,181' })).toEqual(['/data'])
  })

  it('ignore the fields of another type', () => {
    expect(pointers({ data: 'x', lat: 1000 })).toEqual([])
  })

  it('refuse a logo that comes twice', () => {
    expect(pointers({ data: 'x', logo_url: 'https://example.com/a.png' }, true)).toEqual(['/logo_url'])
  })

  it('come from a form as the values that they stand for', () => {
    const fields: [string, string][] = [
      ['data', '42'],
      ['margin', '12'],
      ['logo_width', 'wide'],
      ['hidden', 'true'],
      ['async_mode', 'FALSE'],
      ['color', '[1, 2, 3]'],
      ['background', '#ffffff'],
      ['metadata', '{"a": [1]}'],
      ['password', '123'],
      ['subject', ''],
      ['body', '[not json'],
    ]
    expect(parseFormFields(fields)).toEqual({
      data: '42',
      margin: 12,
      logo_width: 'wide',
      hidden: true,
      async_mode: false,
      color: [1, 2, 3],
      background: '#ffffff',
      metadata: { a: [1] },
      password: '123',
      body: '[not json',
    })
  })

  it('take an array as a field for each of its items, too', () => {
    const items = ['1', '2', '3', '0.5'].map((item): [string, string] => ['background', item])
    expect(parseFormFields([...items, ['data', 'first'], ['data', 'last']])).toEqual({
      background: [1, 2, 3, 0.5],
      data: 'last',
    })
  })
})

describe('the cache key of a QR code', () => {
  const logo = new Uint8Array([1, 2, 3])
  const key = (options: QrOptions, file?: Uint8Array) => cacheKey({ data: 'x', ...options }, file)

  it('is the same for two ways to say the same image', async () => {
    const same = await key({})
    expect(await key({ color: [0, 0, 0], background: '#FFFFFF', size: 'default' })).toBe(same)
    expect(await key({ error_level: 'medium', format: 'png', style: 'square', type: 'product' })).toBe(same)
    expect(await key({ logo_width: 50, ssid: 'of another type' })).toBe(same)
    expect(await key({ background: 'transparent' })).toBe(await key({ background: [9, 9, 9, 0] }))
    expect(await key({ error_level: 'low' }, logo)).toBe(await key({}, logo))
  })

  it('changes with everything that changes the image', async () => {
    const variants = await Promise.all([
      key({}),
      key({ data: 'y' }),
      key({ type: 'tel' }),
      key({ size: 'big' }),
      key({ error_level: 'low' }),
      key({ color: '#000001' }),
      key({ background: [255, 255, 255, 0.5] }),
      key({ background: 'transparent' }),
      key({ margin: 11 }),
      key({ format: 'svg' }),
      key({}, logo),
      key({}, new Uint8Array([1, 2, 4])),
      key({ logo_width: 50 }, logo),
      key({ logo_url: 'https://example.com/a.png' }),
      key({ logo_url: 'https://example.com/b.png' }),
    ])
    expect(new Set(variants).size).toBe(variants.length)
  })
})
