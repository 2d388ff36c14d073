/** Templates, style sheets, bodies and headers that nobody means to send: each answered properly, in time and memory. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attack } from './attack'
import { effort, seed, share } from './effort'
import { type Answer, startTarget, type Target } from './target'
import { bodies, SUSPENDED } from './texts/bodies'
import { sheets } from './texts/css'
import { requests } from './texts/headers'
import { templates } from './texts/liquid'

let target: Target

beforeAll(async () => {
  target = await startTarget()
  console.log(`seed ${seed}`)
})
afterAll(() => target?.stop())

it('templates: stored, or refused with what is wrong', async () => {
  const faults = await attack(target, templates(effort(600, 30), seed), {
    send: ({ text }) => ({
      path: '/v1/templates/fuzz/one',
      method: 'PUT',
      json: { label: 'Fuzz', page: text, sample: { x: { y: { z: [1, 'two', null] } } } },
    }),
    judge: (_, { status }) => ([200, 201, 400, 422].includes(status) ? [] : [`${status}`]),
  })
  expect(faults).toEqual([])
})

it('style sheets: printed, or refused', async () => {
  const cases = share(sheets(effort(250, 40), seed), 30)
  const faults = await attack(target, cases, {
    send: ({ text }) => ({
      path: '/v1/transform',
      json: { html: '<title>in</title><p>text', css: text, options: { timeout: 5 } },
    }),
  })
  // A style sheet may well ask for more than its time allows.
  expect(faults.filter((fault) => !fault.includes('"code":"render_timeout"'))).toEqual([])
})

it('bodies: understood, or refused', async () => {
  const { accountId } = await target.account({ plan: 'Free', credits: 0 })
  const cases = share(bodies(effort(1500, 150), seed), 150)
  const faults = await attack(target, cases, {
    send: ({ path, method, body }) => ({
      path: path.replace(SUSPENDED, `/admin/v1/accounts/${accountId}`),
      method,
      body,
      headers: {
        'Content-Type': 'application/json',
        ...(path === SUSPENDED && { Authorization: `Bearer ${target.token}` }),
      },
    }),
    judge: unexpected,
  })
  expect(faults).toEqual([])
})

it('headers and addresses: understood, ignored or refused', async () => {
  const cases = share(requests(effort(1000, 100), seed), 250)
  const faults = await attack(target, cases, {
    send: ({ path, method, headers, body }) => ({
      path,
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    }),
  })
  expect(faults).toEqual([])
})

/** A body alone is no reason for these. */
function unexpected(_: unknown, { status }: Answer): string[] {
  return [401, 402, 403, 405, 409, 410, 429].includes(status) ? [`${status}`] : []
}
