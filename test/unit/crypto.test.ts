import { describe, expect, it } from 'vitest'
import { canonicalHash } from '../../src/crypto/hashes'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the canonical hash of a request', () => {
  it('does not depend on the order of fields or on fields that are undefined', () => {
    expect(canonicalHash({ a: 1, b: { c: [1, 2], d: 'x' } })).toBe(
      canonicalHash({ b: { d: 'x', c: [1, 2], e: undefined }, a: 1 }),
    )
  })

  it('tells every other difference', () => {
    const requests = [
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { a: { 0: 1 } },
      { a: null },
      { b: 1 },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: { b: 1 } },
      { a: [['b', 1]] },
      { a: { fields: [['b', 1]] } },
      {},
      [],
    ]
    expect(new Set(requests.map(canonicalHash)).size).toBe(requests.length)
  })

  it('is refused to bodies that would exhaust the stack', () => {
    const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(canonicalHash(deep(900))).toMatch(/^[0-9a-f]{64}$/)
    expect(() => canonicalHash(deep(100_000))).toThrow('nested deeper')
  })

  it('compares files by their bytes', () => {
    const upload = (text: string) => canonicalHash({ data: 'x', logo: bytes(text) })
    expect(upload('PNG one')).toBe(upload('PNG one'))
    expect(upload('PNG one')).not.toBe(upload('PNG two'))
  })
})
