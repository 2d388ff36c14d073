/** How often a caller waits for something that may be on another continent: each time costs a round trip. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { farCalls, longestChain } from '../support/far-calls'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/**
 * What was asked in sequence until the response was there. Pools are near: an isolate asks those of its own part of the
 * world. Whether an account is restricted is asked again only after a long wait for a browser.
 */
async function sequenceOf(ask: () => Promise<Response>): Promise<string[]> {
  const sequences: string[][] = []
  // What an earlier request left to be done may fall into one of them.
  for (let time = 0; time < 6; time++) {
    const calls = await farCalls(async () => expect((await ask()).status).toBeLessThan(300))
    const far = calls.filter(({ name }) => !name.startsWith('POOL.') && name !== 'ACCOUNT.restriction')
    sequences.push(longestChain(far).map(({ name }) => name))
  }
  return sequences.toSorted((one, other) => one.length - other.length)[0] ?? []
}

it('a document, a submission and a status wait for what is far away as often as they must', async () => {
  const { key } = await newAccount({ credits: 20 })
  const document = { html: '<title>x</title><p>x</p>', goCreditMode: false }
  const made = await post('/v1/transform', key, document)
  await made.arrayBuffer()
  const taskId = made.headers.get('x-task-id')
  expect(await sequenceOf(() => post('/v1/transform', key, document))).toEqual([
    'ACCOUNT.authenticate',
    'ACCOUNT.begin',
    'ACCOUNT.settle',
  ])
  expect(await sequenceOf(() => post('/v1/transform', key, { ...document, async_mode: true }))).toEqual([
    'ACCOUNT.authenticate',
    'ACCOUNT.begin',
    expect.stringMatching(/FILES.put|DB.batch/),
    'ACCOUNT.extend',
  ])
  // The task is asked of the account and of D1 at once; then whether its file is still kept.
  expect(await sequenceOf(() => get(`/v1/status/${taskId}`, key))).toEqual([
    'ACCOUNT.authenticate',
    expect.stringMatching(/DB.first|ACCOUNT.task/),
    'FILES.head',
  ])
})
