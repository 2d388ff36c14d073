import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../../src/errors'
import { MAX_FIELDS, MAX_VALUES, parseJson } from '../../src/text/json'
import { findRepeatedFields } from '../../src/text/repeated-fields'
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
  expect(ms).toBeLessThan(6_000)
})

it('finds the fields that an object has twice, and none of what only looks like one', () => {
  const json =
    '{"a":1,"data":{"lines":[{"b":":","c":{"a":1}},{"b":1,"b" : 2}],"a":{},"x":["a","a"]},"a":{"a":"\\"b\\":1"}}'
  expect(findRepeatedFields(json)).toEqual(['data.lines[].b', 'a'])
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(findRepeatedFields(JSON.stringify(value))).toEqual([])
    }),
  )
  expect(cpuMs(() => findRepeatedFields('[{"a":'.repeat(1_000_000)))).toBeLessThan(4_000)
})
