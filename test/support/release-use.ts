/** How tests use a release of the service, whichever it is. */
import { expect } from 'vitest'
import { TEST_SECRETS } from '../../scripts/former-release.mjs'

type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
export type Caller = ReturnType<typeof callerOf>

/** Asks the service at `origin`: as the operator, or with a key. */
export function callerOf(origin: string) {
  return async (
    method: string,
    address: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const response = await fetch(origin + address, {
      method,
      headers: {
        ...(key ? { 'X-API-Key': key } : { Authorization: `Bearer ${TEST_SECRETS.ADMIN_TOKEN}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    const read = isJson ? await response.json() : { bytes: (await response.arrayBuffer()).byteLength }
    return { status: response.status, headers: response.headers, body: read as Record<string, unknown> }
  }
}

/** The body of a plain document. */
export const render = (text: string, rest: object = {}) => ({
  html: `<p>${text}`,
  goCreditMode: false,
  ...rest,
})

/** The status of a task once it has ended. */
export async function statusOf(ask: Caller, key: string, taskId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, body } = await ask('GET', `/v1/status/${taskId}`, { key })
    expect(status, JSON.stringify(body)).toBe(200)
    if (body.status === 'completed' || body.status === 'failed') return body
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/**
 * What an account does every day: grants, renders, submits, reads its status and rotates a key, each charged once. Returns
 * the new key.
 */
export async function useAccount(
  ask: Caller,
  { accountId, key }: { accountId: string; key: string },
): Promise<string> {
  const admin = `/admin/v1/accounts/${accountId}`
  const creditsLeft = async () => Number((await ask('GET', '/v1/credits', { key })).body.credits_left)
  const before = await creditsLeft()
  const grant = { body: { amount: 5, reason: 'more' }, headers: { 'Idempotency-Key': crypto.randomUUID() } }
  for (let time = 0; time < 2; time++)
    expect((await ask('POST', `${admin}/credits`, grant)).body).toEqual({ credits_left: before + 5 })
  expect((await ask('POST', '/v1/transform', { key, body: render('now') })).status).toBe(200)
  const queued = await ask('POST', '/v1/transform', { key, body: render('queued', { async_mode: true }) })
  expect(queued.status).toBe(202)
  expect(await statusOf(ask, key, String(queued.body.task_id))).toMatchObject({
    status: 'completed',
    pages: 1,
  })
  expect(await creditsLeft()).toBe(before + 3)
  const { body: account } = await ask('GET', admin)
  const active = (
    account.keys as { key_id: string; active: boolean; mode: string; expires_at?: unknown }[]
  ).find((one) => one.active && one.mode === 'live' && !one.expires_at)
  const rotated = await ask('POST', `${admin}/keys/${active?.key_id}/rotate`, {
    body: { grace_seconds: 3600 },
  })
  expect(rotated.status, JSON.stringify(rotated.body)).toBe(201)
  const next = String(rotated.body.api_key)
  expect((await ask('GET', '/v1/credits', { key: next })).status).toBe(200)
  return next
}
