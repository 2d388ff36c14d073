import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mintKey, newAccountId, readKey } from '../../src/accounts/api-keys'
import { DeadKeys } from '../../src/accounts/dead-keys'
import { FormerKeys } from '../../src/accounts/first-form-keys'
import { sha256 } from '../../src/crypto/hashes'
import { randomDigits, toDigits } from '../../src/ids'

const secret = 'a signing secret'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API keys', () => {
  it('reads back the account, the mode and the hash of a key it made', async () => {
    const accountId = newAccountId()
    for (const mode of ['live', 'test'] as const) {
      const { key, hash } = await mintKey({ accountId, mode, secret })
      expect(key).toMatch(new RegExp(`^plt_${mode}_[0-9A-Za-z]{62}$`))
      expect(await readKey(key, [secret])).toEqual({ accountId, mode, hash, isFormer: false })
      expect(hash).toBe(sha256(key))
    }
  })

  it('never makes the same key twice', async () => {
    const accountId = newAccountId()
    const keys = await Promise.all(
      Array.from({ length: 500 }, () => mintKey({ accountId, mode: 'live', secret })),
    )
    expect(new Set(keys.map(({ key }) => key)).size).toBe(500)
  })

  it('refuses 10,000 keys with one character changed, dropped, doubled or swapped', async () => {
    const { key } = await mintKey({ accountId: newAccountId(), mode: 'live', secret })
    for (let n = 0; n < 10_000; n++) {
      expect(await readKey(mutate(key, n), [secret]), mutate(key, n)).toBeUndefined()
    }
  })

  it('refuses a key made with another secret, although its checksum is right', async () => {
    const { key } = await mintKey({ accountId: newAccountId(), mode: 'live', secret: 'another secret' })
    expect(await readKey(key, [secret])).toBeUndefined()
    expect(await readKey(key, ['another secret'])).toBeDefined()
    expect(await readKey(key, [secret, 'another secret'])).toBeDefined()
  })

  it('are made of known parts, in the present form and in the first release’s, which is still taken', async () => {
    const random = (bytes: Uint8Array<ArrayBuffer>) => bytes.map((_, index) => (index * 7) % 248)
    const accountId = 'acc_0123456789ABCDEF'
    const present = 'plt_live_0123456789ABCDEFg9GsC0DY07ELSZgnu18FMTahov29GNUbipw3AHOV1FV9mu'
    const former = 'plt_live_0123456789ABCDEFNVafOazt07ELSZgnu18FMTahov29GNUbipw3AHOV0B0Qc0'
    expect((await mintKey({ accountId, mode: 'live', secret, random })).key).toBe(present)
    for (const [key, isFormer] of [
      [present, false],
      [former, true],
    ] as const)
      expect(await readKey(key, [secret])).toEqual({
        ...{ accountId, mode: 'live', isFormer },
        hash: sha256(key),
      })
  })

  it('cannot be made up from another key of the same account, by new random digits or another mode', async () => {
    const { key } = await mintKey({ accountId: newAccountId(), mode: 'test', secret })
    const head = key.slice(0, 33)
    const forgeries = [
      ...Array.from({ length: 100 }, () => head + randomDigits(32)),
      key.slice(0, -6).replace('plt_test_', 'plt_live_'),
    ]
    for (const body of forgeries) {
      const forged = body + toDigits(BigInt(crc32(body)), 6)
      expect(await readKey(forged, [secret]), forged).toBeUndefined()
    }
  })

  it('draws every digit about equally often', async () => {
    const accountId = newAccountId()
    const counts = new Map<string, number>()
    for (let n = 0; n < 2_000; n++) {
      const { key } = await mintKey({ accountId, mode: 'live', secret })
      for (const digit of key.slice(33, 65)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    }
    const expected = (2_000 * 32) / 62
    for (const digit of digits) {
      expect(Math.abs((counts.get(digit) ?? 0) - expected), digit).toBeLessThan(expected * 0.25)
    }
  })
})

describe('dead keys', () => {
  it('are remembered for ten seconds, and the oldest go when there are too many', () => {
    const dead = new DeadKeys()
    dead.add('first', 1_000)
    expect([dead.has('first', 10_999), dead.has('first', 11_000), dead.has('other', 1_000)]).toEqual([
      true,
      false,
      false,
    ])
    for (let n = 0; n < 10_000; n++) dead.add(`key ${n}`, 2_000)
    expect([dead.has('first', 2_000), dead.has('key 0', 2_000)]).toEqual([false, true])
  })
})

/** The n-th way to get `key` wrong. */
function mutate(key: string, n: number): string {
  const at = (n * 7) % key.length
  const other = digits[(digits.indexOf(key[at] ?? '') + 1 + (n % 61)) % 62]
  const ways = [
    () => key.slice(0, at) + other + key.slice(at + 1),
    () => key.slice(0, at) + key.slice(at + 1),
    () => key.slice(0, at) + key[at] + key.slice(at),
    () => {
      const next = key.slice(at + 1).search(new RegExp(`[^${key[at]}]`)) + at + 1
      if (next === at) return `${key}0`
      return key.slice(0, at) + key[next] + key.slice(at + 1, next) + key[at] + key.slice(next + 1)
    },
  ]
  return (ways[n % ways.length] as () => string)()
}

describe('keys of the first release', () => {
  const T0 = 1_800_000_000_000

  it('cost their account one question a minute, however many are made up, and a known one is let in', async () => {
    const keys = new FormerKeys()
    let asked = 0
    const read = async () => {
      asked++
      return ['known']
    }
    const ask = (hash: string, now: number) => keys.has({ accountId: 'acc_1', hash }, { read, now })
    for (let n = 0; n < 1_000; n++) expect(await ask(`made up ${n}`, T0 + n)).toBe(false)
    expect(await ask('known', T0 + 59_999)).toBe(true)
    expect(asked).toBe(1)
    expect(await ask('made up', T0 + 60_000)).toBe(false)
    expect(asked).toBe(2)
  })

  it('are asked for again when the account could not be reached', async () => {
    const keys = new FormerKeys()
    const lost = keys.has(
      { accountId: 'acc_1', hash: 'known' },
      { read: () => Promise.reject(new Error('lost')), now: T0 },
    )
    await expect(lost).rejects.toThrow('lost')
    const read = async () => ['known']
    expect(await keys.has({ accountId: 'acc_1', hash: 'known' }, { read, now: T0 })).toBe(true)
  })
})
