/** Callers who hang up while their work is being accepted, and come back for it under the same key. */
import http from 'node:http'
import { expect, inject, it, onTestFinished } from 'vitest'
import { launchService } from '../../bench/service.mjs'
import { askOperator } from '../../scripts/ask-operator.mjs'

const { origin, token } = inject('service')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Far less than a hold lasts, in which a key was in flight if nobody ended its call. */
const SOON_MS = 30_000

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

/** Sends a request and hangs up after so many milliseconds; whether an answer had come. */
function leave(url: string, key: string, body: object, ms: number): Promise<boolean> {
  return new Promise((done) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const request = http.request(url, { method: 'POST', headers, agent: false })
    const end = (isAnswered: boolean) => {
      clearTimeout(timer)
      request.destroy()
      done(isAnswered)
    }
    const timer = setTimeout(() => end(false), ms)
    request.on('response', () => end(true))
    request.on('error', () => end(false))
    request.end(JSON.stringify(body))
  })
}

it('a storm of callers who hang up leaves nothing held, nothing unfinished and every slot free', async () => {
  // Of its own: this fills the pool.
  const { origin, admin, stop } = await launchService({}, { ownState: true })
  onTestFinished(stop)
  const made = (account: object) => admin<{ api_key: string }>('/accounts', account)
  const requests = [
    ['/v1/transform', { html: '<p>left', goCreditMode: false }],
    ['/v1/transform', { html: '<p>left', goCreditMode: false, options: { wait_for: { ms: 20_000 } } }],
    ['/v1/qrcode', { data: 'left' }],
    ['/v1/batch', { endpoint: 'transform', entries: [{ html: '<p>left', goCreditMode: false }] }],
    ['/v1/transform', { html: '<p>left', goCreditMode: false, return_type: 'url' }],
    ['/v1/finish', { files: ['data:application/pdf;base64,AAAA'], options: {} }],
  ] as const
  const attackers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => made({ name: `storm ${n}`, plan: 'Max', credits: 1_000 })),
  )
  const key = (n: number) => attackers[n % attackers.length]?.api_key ?? ''
  const request = (n: number) => requests[Math.floor(n / attackers.length) % requests.length] ?? requests[0]
  let left = 0
  for (let wave = 0; wave < 8; wave++) {
    const answered = await Promise.all(
      Array.from({ length: 48 }, (_, n) => {
        const [path, body] = request(n)
        return leave(origin + path, key(n), body, ((wave * 48 + n) * 7) % 250)
      }),
    )
    left += answered.filter((is) => !is).length
  }
  expect(left).toBeGreaterThan(100)
  const state = () =>
    Promise.all(
      attackers.map(async ({ api_key }) => {
        const headers = { 'X-API-Key': api_key }
        const usage = await fetch(`${origin}/v1/usage`, { headers })
        const { credits_held } = (await usage.json()) as { credits_held: number }
        const unfinished = await Promise.all(
          ['pending', 'processing'].map(async (status) => {
            const answer = await fetch(`${origin}/v1/tasks?limit=1&status=${status}`, { headers })
            return ((await answer.json()) as { tasks: unknown[] }).tasks.length
          }),
        )
        return [credits_held, ...unfinished]
      }),
    )
  const nothing = attackers.map(() => [0, 0, 0])
  await expect.poll(state, { timeout: 200_000, interval: 1_000 }).toEqual(nothing)
  const { api_key } = await made({ name: 'next', plan: 'Max', credits: 10 })
  const next = await Promise.all(
    Array.from({ length: 4 }, () =>
      fetch(`${origin}/v1/transform`, {
        method: 'POST',
        headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ html: '<p>next', goCreditMode: false }),
      }),
    ),
  )
  expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
