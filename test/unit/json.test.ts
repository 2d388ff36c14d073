import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../../src/errors'
import { MAX_FIELDS, MAX_VALUES, parseJson } from '../../src/text/json'
import { cpuMs } from '../support/cpu-time'

function refusal(text: string) {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, ...error.errors?.[0] }
    throw error
  }
  return undefined
}

it('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

it.each(['', '{', '{"a', '["\\"]', 'nul', '"\\'])('throws a SyntaxError for %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

it('does not count what stands in a string', () => {
  expect(parseJson(JSON.stringify({ a: '[{,'.repeat(MAX_VALUES) }))).toHaveProperty('a')
  expect(parseJson(JSON.stringify('\\"['.repeat(1000)))).toBe('\\"['.repeat(1000))
})

it('refuses what is nested too deeply, with its field', () => {
  const deep = `{"html":"x","data":${'['.repeat(2_000_000)}`
  expect(refusal(deep)).toEqual({ status: 400, pointer: '/data', message: 'is nested deeper than 64 levels' })
})

it('refuses more values than a document needs before it makes them', () => {
  const row = `[${'1,'.repeat(999)}1]`
  expect(refusal(`[${`${row},`.repeat(248)}${row}]`)).toBeUndefined()
  expect(refusal(`[${`${row},`.repeat(250)}${row}]`)).toMatchObject({ status: 400, pointer: '' })
})

it('refuses an object of very many fields, however many lists have as many entries', () => {
  const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"f${index}":[1,{}]`)}}`
  expect(refusal(`{"data":{"a":[${'1,'.repeat(20_000)}1],"b":${fields(MAX_FIELDS)}}}`)).toBeUndefined()
  expect(refusal(`{"data":${fields(MAX_FIELDS + 1)}}`)).toMatchObject({ status: 400, pointer: '/data' })
})

it('takes no longer for a text of backslashes and quotes than for letters', () => {
  const ms = cpuMs(() => {
    expect(() => parseJson(`"${'\\'.repeat(5_000_000)}`)).toThrow(SyntaxError)
    expect(parseJson(`"${'\\"'.repeat(2_000_000)}"`)).toHaveLength(2_000_000)
  })
  expect(ms).toBeLessThan(3000)
})
