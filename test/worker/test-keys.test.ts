/** Test keys are for testing: what they see, change and may use up, through HTTP. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { type PlanName, plans } from '../../src/accounts/plans'
import type { Scope } from '../../src/accounts/scopes'
import { newId } from '../../src/ids'
import { addKey, newAccount } from '../support/accounts'
import { described } from '../support/described'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Json = Record<string, unknown>

/** An account with a live key and a test key of all scopes. */
async function keysOf(init: { credits?: number; plan?: PlanName } = {}) {
  const owner = await newAccount({ credits: 20, ...init })
  const scopes: Scope[] = ['render', 'read', 'manage']
  const { key, hash } = await mintKey({
    accountId: owner.accountId,
    mode: 'test',
    secret: env.SIGNING_SECRET ?? '',
  })
  await owner.account.addKey({ keyId: newId('key'), keyHash: hash, mode: 'test', scopes })
  return { owner, live: owner.key, test: key }
}

const send = async (method: string, path: string, key: string, body?: unknown, headers: Json = {}) =>
  described(
    { method, path },
    await SELF.fetch(`https://platen.test${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
const json = async (answer: Response) => (await answer.json()) as Json
const code = (key: string, data: string, more: Json = {}) =>
  send('POST', '/v1/qrcode', key, { data, ...more })

async function endOf(taskId: unknown, key: string) {
  await vi.waitFor(
    async () => {
      const { status } = await json(await send('GET', `/v1/status/${taskId}?wait=10`, key))
      expect(['completed', 'failed']).toContain(status)
    },
    { timeout: 30_000 },
  )
}

it('what a key has no scope for, and what a test key asks, leaves the rate to the keys that make documents', async () => {
  const { owner, live, test } = await keysOf({ plan: 'Free' })
  const read = await addKey(owner, { mode: 'live', scopes: ['read'] })
  for (const [key, status] of [
    [read, 403],
    [test, 400],
  ] as const) {
    const flood = Array.from({ length: plans.Free.postsPerMinute + 1 }, () => code(key, ''))
    const statuses = (await Promise.all(flood)).map((answer) => answer.status)
    expect([...new Set(statuses)].sort()).toEqual([status, 429].sort())
  }
  expect((await code(live, 'let in')).status).toBe(200)
})

describe('a test key', () => {
  it('makes codes that are marked, at once and from the queue, and are not what a live key gets', async () => {
    const { live, test } = await keysOf()
    const [marked, sold] = [
      await (await code(test, 'same')).bytes(),
      await (await code(live, 'same')).bytes(),
    ]
    expect(marked).not.toEqual(sold)
    const later = await json(await code(test, 'later', { async_mode: true }))
    await endOf(later.task_id, test)
    const { download_url } = await json(await send('GET', `/v1/status/${later.task_id}`, test))
    const file = await (await SELF.fetch(String(download_url))).bytes()
    expect(file).toEqual(await (await code(test, 'later')).bytes())
    const drawn = async (key: string) =>
      (await (await code(key, 'drawn', { format: 'svg' })).text()).split('\n')
    expect((await drawn(test)).length).toBe((await drawn(live)).length + 1)
  })

  it('sees and deletes test work only, and live work is as unknown to it as what never was', async () => {
    const { owner, live, test } = await keysOf()
    const webhook_url = 'https://example.com/hook'
    const made: Record<'live' | 'test', { task: string; batch: string }> = {
      live: await workOf(live, webhook_url),
      test: await workOf(test, webhook_url),
    }
    for (const key of [live, test]) await endOf((key === live ? made.live : made.test).task, key)
    const unknown = await json(await send('GET', '/v1/status/tsk_none', test))
    for (const path of [`/v1/status/${made.live.task}`, `/v1/batches/${made.live.batch}`]) {
      const answer = await send('GET', path, test)
      expect(answer.status).toBe(404)
      if (path.includes('status')) expect((await json(answer)).detail).toBe(unknown.detail)
    }
    expect((await send('DELETE', `/v1/status/${made.live.task}`, test)).status).toBe(404)
    const own = await send('GET', `/v1/status/${made.live.task}`, live)
    expect([own.status, own.headers.get('x-test-mode')]).toEqual([200, null])
    for (const path of [`/v1/status/${made.test.task}`, `/v1/batches/${made.test.batch}`]) {
      expect((await send('GET', path, test)).status).toBe(200)
      const answer = await send('GET', path, live)
      expect(answer.status).toBe(200)
      // A webhook's receiver asks with a live key whether what it was told of is a test.
      if (path.includes('status')) expect(answer.headers.get('x-test-mode')).toBe('true')
    }
    const listed = (await json(await send('GET', '/v1/tasks', test))).tasks as { task_id: string }[]
    expect(listed.length).toBeGreaterThan(0)
    const modes = await env.DB.prepare(
      'SELECT DISTINCT mode FROM tasks WHERE task_id IN (SELECT value FROM json_each(?))',
    )
      .bind(JSON.stringify(listed.map(({ task_id }) => task_id)))
      .all()
    expect(modes.results).toEqual([{ mode: 'test' }])
    await vi.waitFor(
      async () => expect(await deliveriesOf(live)).toEqual([made.live.task, made.test.task].sort()),
      {
        timeout: 20_000,
      },
    )
    expect(await deliveriesOf(test)).toEqual([made.test.task])
    const hidden = made.live.task.replace('tsk_', 'msg_')
    expect((await send('GET', `/v1/webhooks/deliveries/${hidden}`, test)).status).toBe(404)
    expect((await send('POST', `/v1/webhooks/deliveries/${hidden}/replay`, test, {})).status).toBe(404)
    const usage = (await json(await send('GET', '/v1/usage', test))).entries as { mode?: string }[]
    expect(new Set(usage.map(({ mode }) => mode))).toEqual(new Set(['test']))
    expect((await send('DELETE', `/v1/status/${made.test.task}`, test)).status).toBe(204)
    expect(owner.accountId).toMatch(/^acc_/)
  })

  async function workOf(key: string, webhook_url: string) {
    const task = await json(await code(key, 'w', { async_mode: true, webhook_url }))
    const batch = await json(
      await send('POST', '/v1/batch', key, {
        endpoint: 'transform',
        entries: [{ html: 'x', goCreditMode: false }],
      }),
    )
    return { task: String(task.task_id), batch: String(batch.batch_id) }
  }

  async function deliveriesOf(key: string) {
    const { deliveries } = await json(await send('GET', '/v1/webhooks/deliveries', key))
    return (deliveries as { task_id: string }[]).map(({ task_id }) => task_id).sort()
  }

  it('does not rotate the secret of live webhooks', async () => {
    const { owner, test, live } = await keysOf()
    const before = await owner.account.webhookSecrets()
    const refused = await send('POST', '/v1/webhooks/secret/rotate', test, {})
    expect([refused.status, (await json(refused)).code]).toEqual([403, 'forbidden'])
    expect(await owner.account.webhookSecrets()).toEqual(before)
    expect((await send('POST', '/v1/webhooks/secret/rotate', live, {})).status).toBe(200)
  })

  it('neither puts up nor deletes templates and endpoints unless its scopes say so', async () => {
    const { owner } = await keysOf()
    const issue = async (scopes?: string[]) => {
      const answer = await SELF.fetch(`https://platen.test/admin/v1/accounts/${owner.accountId}/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ mode: 'test', scopes }),
      })
      return (await answer.json()) as { api_key: string; scopes: string[] }
    }
    const plain = await issue()
    expect(plain.scopes).toEqual(['render', 'read'])
    const endpoint = { name: 'X', html: 'x' }
    expect((await send('PUT', '/v1/endpoints/x', plain.api_key, endpoint)).status).toBe(403)
    expect((await send('DELETE', '/v1/templates/a/b', plain.api_key)).status).toBe(403)
    const manager = await issue(['manage'])
    expect((await send('PUT', '/v1/endpoints/x', manager.api_key, endpoint)).status).toBe(200)
  })
})
