/** How often a caller waits for something that may be on another continent: each time costs a round trip. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { farCalls, longestChain } from '../support/far-calls'
import { get, post } from '../support/http'
import { pagesOf } from '../support/pdf-text'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

/**
 * What was asked in sequence until the response was there. Pools are near: an isolate asks those of its own part of the
 * world. Whether an account is restricted is asked again only after a long wait for a browser.
 */
async function sequenceOf(ask: () => Promise<Response>): Promise<string[]> {
  const sequences: string[][] = []
  // What an earlier request left to be done may fall into one of them.
  for (let time = 0; time < 6; time++) {
    const calls = await farCalls(async () => {
      const response = await ask()
      expect(response.status).toBeLessThan(300)
      return response
    })
    const far = calls.filter(({ name }) => !name.startsWith('POOL.') && name !== 'ACCOUNT.restriction')
    sequences.push(longestChain(far).map(({ name }) => name))
  }
  const writes = (names: string[]) => names.filter((name) => name.startsWith('DB.')).length
  return sequences.toSorted((a, b) => a.length - b.length || writes(a) - writes(b))[0] ?? []
}

const fromTemplate = { template_id: 'invoice/classic', data: { number: '1' }, options: { tagged: false } }

it('a document, a submission and a status wait for what is far away as often as they must', async () => {
  const { key } = await newAccount({ credits: 20 })
  const document = { html: '<title>x</title><p>x</p>', goCreditMode: false }
  let taskId: string | null = null
  const first = await farCalls(async () => {
    const made = await post('/v1/transform', key, document)
    await made.arrayBuffer()
    taskId = made.headers.get('x-task-id')
  })
  // Nothing is read for a key that was not let in before.
  expect(first.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ACCOUNT.authenticate', 'ACCOUNT.begin']),
  )
  const work = ['ACCOUNT.admitAndBegin', 'ACCOUNT.settle']
  expect(await sequenceOf(() => post('/v1/transform', key, document))).toEqual(work)
  expect(await sequenceOf(() => post('/v1/generate', key, fromTemplate))).toEqual(work)
  expect(await sequenceOf(() => post('/v1/transform', key, { ...document, async_mode: true }))).toEqual([
    'ACCOUNT.admitAndBegin',
    expect.stringMatching(/FILES.put|DB.batch/),
    'ACCOUNT.extend',
  ])
  // Caller, task and file are asked for at once.
  expect(await sequenceOf(() => get(`/v1/status/${taskId}`, key))).toHaveLength(1)
})

it('a document has the account’s brand, also if another one or none was known where it was asked for', async () => {
  const { key } = await newAccount({ credits: 20 })
  const make = () => post('/v1/generate', key, fromTemplate)
  const hasFooter = async () => (await pagesOf(await (await make()).bytes())).join().includes('Canal 12')
  expect(await hasFooter()).toBe(false)
  await send('PUT', '/v1/brand', { key, body: { footer: 'Canal 12' } })
  expect(await hasFooter()).toBe(true)
  // It is known here from then on.
  expect(await sequenceOf(make)).toHaveLength(2)
  await send('DELETE', '/v1/brand', { key })
  expect(await hasFooter()).toBe(false)
})
