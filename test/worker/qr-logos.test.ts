import { SELF } from 'cloudflare:test'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPng } from '../../src/qr/png-read'
import { newAccount } from '../support/accounts'
import { logos } from '../support/logos'
import { chunk, header, joined } from '../support/png'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const channels = { 0: 1, 2: 3, 6: 4 } as const
const kinds = [
  ['RGBA', 6],
  ['RGB', 2],
  ['grey', 0],
] as const

/** A black square (a transparent one with RGBA), `more` bytes of rows longer than its header says. */
function squareOf(side: number, colorType: keyof typeof channels, more = 0): Uint8Array {
  const rows = Buffer.alloc(side * (side * channels[colorType] + 1) + more)
  return joined(
    header({ width: side, height: side, depth: 8, colorType }),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', []),
  )
}

async function coded(key: string, logo: Uint8Array): Promise<Response> {
  const body = new FormData()
  body.append('data', 'https://example.com/menu')
  body.append('logo', new File([logo as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }))
  return await SELF.fetch('https://platen.test/v1/qrcode', {
    method: 'POST',
    headers: { 'x-api-key': key },
    body,
  })
}

describe('a logo that is no PNG', () => {
  it.each(Object.entries(logos))('makes a code: %s', async (_, file) => {
    const { key } = await newAccount({ credits: 2 })
    const answer = await coded(key, file)
    expect([answer.status, answer.headers.get('x-credits-charged')]).toEqual([200, '2'])
    const { rgba } = readPng(await answer.bytes())
    const left = rgba.subarray((200 * 400 + 180) * 4)
    expect([Number(left[0]) > 180, Number(left[2]) < 30]).toEqual([true, true])
  })

  it('is refused with its reason if it cannot be read, and costs nothing', async () => {
    const { key, account } = await newAccount({ credits: 2 })
    const answer = await coded(key, logos.jpeg.subarray(0, -2))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'asset_failed',
      detail: 'The logo is a damaged JPEG: it is cut off. Save it again as JPEG.',
    })
    expect(await account.credits()).toMatchObject({ credits_left: 2 })
  })
})

describe('a logo inside workerd, whose inflate counts room it has not filled', () => {
  it.each(kinds)('is read at every square size up to 300 pixels: %s', (_, colorType) => {
    for (let side = 1; side <= 300; side++) {
      const { width, height } = readPng(squareOf(side, colorType))
      expect([width, height]).toEqual([side, side])
    }
  })

  it.each(kinds)('makes a code at sizes beyond one piece of output: %s', async (_, colorType) => {
    const { key } = await newAccount({ credits: 20 })
    for (const side of [101, 120, 128, 200, 256, 300]) {
      const answer = await coded(key, squareOf(side, colorType))
      expect([side, answer.status]).toEqual([side, 200])
      await answer.arrayBuffer()
    }
  })

  it.each([1, 30_000, 1_000_000])('is refused with %i bytes more than its header says', async (more) => {
    const { key } = await newAccount({ credits: 2 })
    const answer = await coded(key, squareOf(120, 6, more))
    expect(answer.status).toBe(422)
    expect((await answer.json<{ detail: string }>()).detail).toContain('does not unpack to its size')
  })
})
