/** What the record of a failed task keeps of the reasons. */

import { expect, it } from 'vitest'
import { Problem } from '../../src/errors'
import { boundWarnings } from '../../src/tasks/bound-warnings'
import { failedTask } from '../../src/tasks/record'

const job = {
  ...{ taskId: 'tsk_1', kind: 'transform', accountId: 'a', mode: 'live' as const },
  ...{ origin: 'https://platen.test', createdAt: 0, expiresAt: 1 },
}
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength
const failed = (problem: Problem) => {
  const { error, warnings } = failedTask(job, { startedAt: 0, problem })
  return { ...(JSON.parse(error ?? '') as { code: string; message: string }), warnings }
}

it('A document that strict refuses keeps its warnings.', () => {
  const errors = ['one.png did not load', 'two.png did not load'].map((message) => ({ pointer: '', message }))
  expect(failed(new Problem('strict_warning', { detail: 'It has warnings.', errors }))).toEqual({
    code: 'strict_warning',
    message: 'It has warnings.\none.png did not load\ntwo.png did not load',
    warnings: '["one.png did not load","two.png did not load"]',
  })
})

it('Every rule that an invoice breaks is named with its place, once.', () => {
  const errors = [
    { pointer: '/options/invoice/lines', message: 'must have a line', rule: 'BR-16' },
    { pointer: '/options/invoice/seller', message: 'is required', rule: 'BR-06' },
  ]
  const detail = 'No invoice: BR-16 /options/invoice/lines must have a line. And 1 more.'
  expect(failed(new Problem('document_invalid', { detail, errors }))).toEqual({
    code: 'document_invalid',
    message: `${detail}\nBR-06 /options/invoice/seller is required`,
    warnings: null,
  })
})

it('The only reason is not told twice.', () => {
  const detail = 'The logo at logo_url could not be used. It is no PNG.'
  const errors = [{ pointer: '/logo_url', message: 'It is no PNG.' }]
  expect(failed(new Problem('asset_failed', { detail, errors })).message).toBe(detail)
})

it('A message stays below 2,000 bytes and counts what it leaves out.', () => {
  const errors = Array.from({ length: 100 }, (_, n) => ({ pointer: `/at/${n}`, message: 'ü"'.repeat(20) }))
  const { message } = failed(new Problem('document_invalid', { detail: 'Much is wrong.', errors }))
  const told = message.split('\n').length - 2
  expect(bytesOf(message)).toBeLessThanOrEqual(2_000)
  expect(told).toBeGreaterThan(15)
  expect(message).toMatch(new RegExp(`… and ${100 - told} more\\.$`))
})

it('Warnings come to 8,000 bytes at most, and the last one counts those that are left out.', () => {
  const warnings = Array.from({ length: 1_000 }, (_, n) => `${n} ${'ü\n'.repeat(100)}`)
  const kept = boundWarnings(warnings)
  expect(bytesOf(kept)).toBeLessThanOrEqual(8_000)
  expect(kept.slice(0, -1)).toEqual(warnings.slice(0, kept.length - 1))
  expect(kept.at(-1)).toBe(`… and ${1_000 - kept.length + 1} more.`)
  const all = ['x'.repeat(3_990), 'y'.repeat(4_003)]
  expect([bytesOf(all), boundWarnings(all)]).toEqual([8_000, all])
})

it('One warning that is too long is counted.', () => {
  expect(boundWarnings(['x'.repeat(8_000)])).toEqual(['… and 1 more.'])
})
