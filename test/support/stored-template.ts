/** Templates that are rendered when they are stored, on a real `npm start`, and what they cost others. */
import { expect } from 'vitest'
import type { launchService } from '../../bench/service.mjs'

export type Service = Pick<Awaited<ReturnType<typeof launchService>>, 'origin' | 'admin'>

/** Uses up all steps that a template has, in loops. */
export const ENDLESS =
  '{% for i in (1..100000) %}{% for j in (1..100000) %}{{ i | plus: j }}{% endfor %}{% endfor %}'

/** Between two requests of the neighbour, in milliseconds. */
const PAUSE_MS = 120

/** The key of a new account without credits. */
export async function poorKey({ admin }: Service, plan: string): Promise<string> {
  const { api_key } = await admin<{ api_key: string }>('/accounts', { name: 'Test', plan, credits: 0 })
  return api_key
}

/** Stores a document as an endpoint of the account; it is rendered once for that. Resolves with the status. */
export async function storeTemplate(
  { origin }: Service,
  key: string,
  html: string,
  signal: AbortSignal | null = null,
): Promise<number> {
  const { status } = await fetch(`${origin}/v1/endpoints/mine`, {
    method: 'PUT',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Mine', html }),
    signal,
  })
  return status
}

/** The template is refused so many times at once, and requests of a neighbour are answered all the while. */
export async function expectNeighbourServed(
  service: Service,
  { html, times }: { html: string; times: number },
): Promise<void> {
  const hostile = await poorKey(service, 'Max')
  const headers = { 'X-API-Key': await poorKey(service, 'Free') }
  let over = false
  const work = Promise.all(
    Array.from({ length: times }, () => storeTemplate(service, hostile, html)),
  ).finally(() => {
    over = true
  })
  const waits: number[] = []
  while (!over) {
    const before = Date.now()
    expect((await fetch(`${service.origin}/v1/credits`, { headers })).status).toBe(200)
    waits.push(Date.now() - before)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  expect(await work).toEqual(Array(times).fill(422))
  expect(waits.length).toBeGreaterThan(10)
  // One of them alone computes for several seconds.
  expect(Math.max(...waits)).toBeLessThan(2_000)
}
