/** Whether the service still responds to others while it reads one caller's request. */
import { SELF } from 'cloudflare:test'
import { expect } from 'vitest'
import { sleep } from '../../src/time/waiting'
import { newAccount } from './accounts'
import { send } from './send'

export type RawRequest = { path: string; body: string | FormData }

/** Between two requests of the neighbour, in milliseconds. */
const PAUSE_MS = 20
/** A wait this short is never too long, in milliseconds. */
const FLOOR_MS = 1_500
/** So many times what a neighbour waits beside the plain request. */
const MAX_RATIO = 12

/** A request with a JSON body. */
export function jsonRequest(path: string, value: unknown): RawRequest {
  return { path, body: JSON.stringify(value) }
}

/** Sends the request, and asks for another account's credits until it was answered. `ms` is the longest that took. */
export async function sendBesideNeighbour(key: string, { path, body }: RawRequest) {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined
  const headers = { 'X-API-Key': key, ...type }
  // A new one each time: it asks more often than a plan allows for long.
  const neighbour = await newAccount({ plan: 'Max', credits: 1 })
  let isAnswered = false
  const sending = SELF.fetch(`https://platen.test${path}`, { method: 'POST', headers, body }).finally(() => {
    isAnswered = true
  })
  let ms = 0
  do {
    const startedAt = performance.now()
    await sleep(PAUSE_MS)
    const credits = await send('GET', '/v1/credits', { key: neighbour.key })
    await credits.text()
    expect(credits.status).toBe(200)
    ms = Math.max(ms, performance.now() - startedAt - PAUSE_MS)
  } while (!isAnswered)
  const response = await sending
  return { ms, status: response.status, text: await response.text() }
}

/** The neighbour waits little longer beside the hostile request than beside a plain one of the same kind and size. */
export async function expectNeighbourServed(
  key: string,
  { hostile, plain, status }: { hostile: RawRequest; plain: RawRequest; status: number },
): Promise<void> {
  const usual = await sendBesideNeighbour(key, plain)
  const response = await sendBesideNeighbour(key, hostile)
  expect(response.status, response.text.slice(0, 500)).toBe(status)
  if (status !== 200) expect(response.text.length).toBeLessThan(20_000)
  expect(response.ms).toBeLessThan(Math.max(FLOOR_MS, MAX_RATIO * usual.ms))
}
