/** Callers who hang up while their work is being accepted, and come back for it under the same key. */
import http from 'node:http'
import { expect, inject, it } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'

const { origin, token } = inject('service')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Far less than a hold lasts, in which a key was in flight if nobody ended its call. */
const SOON_MS = 10_000

it.concurrent.each([0, 2, 5, 10, 20])(
  'a batch whose caller hangs up after %i ms is had soon, and once',
  async (ms) => {
    const account = { name: 'hung up', plan: 'Pro', credits: 10 }
    const { api_key: key } = await askOperator<{ api_key: string }>(origin, token, '/accounts', account)
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': `after ${ms}` }
    const body = JSON.stringify({ endpoint: 'transform', entries: [{ html: '<p>one' }, { html: '<p>two' }] })
    const first = http.request(`${origin}/v1/batch`, { method: 'POST', headers })
    first.on('error', () => undefined).end(body)
    await pause(ms)
    first.destroy()
    const begun = Date.now()
    const repeat = async (): Promise<Response> => {
      const answer = await fetch(`${origin}/v1/batch`, { method: 'POST', headers, body })
      if (answer.status !== 409 || Date.now() - begun > SOON_MS) return answer
      await pause(500)
      return await repeat()
    }
    const answer = await repeat()
    expect(answer.status, await answer.clone().text()).toBe(202)
    const { tasks } = (await (
      await fetch(`${origin}/v1/tasks`, { headers: { 'X-API-Key': key } })
    ).json()) as {
      tasks: unknown[]
    }
    expect(tasks).toHaveLength(2)
  },
)
