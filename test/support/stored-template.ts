/** Templates that are rendered when they are stored, on a real `npm start`, and what they cost others. */
import { expect } from 'vitest'
import type { launchService } from '../../bench/service.mjs'

export type Service = Pick<Awaited<ReturnType<typeof launchService>>, 'origin' | 'admin'>

/** Uses up all steps that a template has, in loops. */
export const ENDLESS =
  '{% for i in (1..100000) %}{% for j in (1..100000) %}{{ i | plus: j }}{% endfor %}{% endfor %}'

/** Between two requests of the neighbour, in milliseconds. */
const PAUSE_MS = 120
/**
 * A wait this short is never too long, in milliseconds; nor is one of so many times what is usual, or of this share of the
 * time that the templates take, of which each has half.
 */
const MAX_WAIT_MS = 2_000
const MAX_RATIO = 12
const MAX_SHARE = 0.25

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

/** The template is refused, for two requests at once, and those of a neighbour are answered all the while. */
export async function expectNeighbourServed(service: Service, html: string): Promise<void> {
  const hostile = await poorKey(service, 'Max')
  const headers = { 'X-API-Key': await poorKey(service, 'Free') }
  const ask = async () => {
    const before = Date.now()
    expect((await fetch(`${service.origin}/v1/credits`, { headers })).status).toBe(200)
    const ms = Date.now() - before
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return ms
  }
  // What a request takes on this machine, which may have other work.
  const usual: number[] = []
  while (usual.length < 5) usual.push(await ask())
  let over = false
  const store = () => storeTemplate(service, hostile, html)
  const begunAt = Date.now()
  let tookMs = 0
  const work = Promise.all([store(), store()]).finally(() => {
    over = true
    tookMs = Date.now() - begunAt
  })
  const waits: number[] = []
  while (!over) waits.push(await ask())
  expect(await work).toEqual([422, 422])
  expect(waits.length).toBeGreaterThan(10)
  // One of them alone computes for several seconds.
  const longest = Math.max(MAX_WAIT_MS, MAX_RATIO * Math.max(...usual), MAX_SHARE * tookMs)
  expect(Math.max(...waits)).toBeLessThan(longest)
}
