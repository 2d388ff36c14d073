import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const page = { html: '<p>x</p>', goCreditMode: false }
const json = { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' }

it('no key and no operator token is kept in D1, in the account, in the bucket or in the log', async () => {
  const log: string[] = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void log.push(words.map(String).join(' ')))
  const operator = async (path: string, body: object) => {
    const address = `https://platen.test/admin/v1/accounts${path}`
    const answer = await SELF.fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) })
    return await answer.json<Record<string, string>>()
  }
  const first = await operator('', { name: 'Secretive', plan: 'Pro', credits: 20 })
  const second = await operator(`/${first.account_id}/keys`, { mode: 'test' })
  const third = await operator(`/${first.account_id}/keys/${first.key_id}/rotate`, { grace_seconds: 60 })
  const keys = [first, second, third].map(({ api_key = '' }) => api_key)
  for (const key of keys) {
    const once = { 'idempotency-key': `call of ${key.slice(4, 8)}` }
    await (await post('/v1/transform', key, page, once)).arrayBuffer()
    await (await post('/v1/transform', key, { html: 5 })).arrayBuffer()
    await (await post('/v1/transform', key, { ...page, options: { wait_for: '#x', timeout: 1 } })).text()
    await (await get('/v1/usage', key)).text()
    await (await get('/v1/credits', `${key}x`)).text()
  }
  const account = env.ACCOUNT.get(env.ACCOUNT.idFromName(first.account_id ?? ''))
  const kept = [...log]
  const inObject = await runInDurableObject(account, (_, state) =>
    dump((query) => state.storage.sql.exec(query).toArray()),
  )
  await account.catchUp()
  const inD1 = await dump(async (query) => (await env.DB.prepare(query).all()).results)
  const files = (await env.FILES.list({ include: ['httpMetadata', 'customMetadata'] })).objects
  kept.push(inObject, inD1, JSON.stringify(files))

  expect(inObject).toContain('Secretive')
  expect(inD1).toContain(first.account_id)
  expect(log.join('\n')).toContain('/v1/transform')
  for (const secret of [...keys.flatMap((key) => [key, key.slice(33, 65)]), env.ADMIN_TOKEN ?? '']) {
    expect(secret.length).toBeGreaterThan(10)
    for (const text of kept) expect(text).not.toContain(secret)
  }
})

/** Every row of every table, as text. */
async function dump(rows: (query: string) => unknown[] | Promise<unknown[]>): Promise<string> {
  const tables = (await rows("SELECT name FROM sqlite_schema WHERE type = 'table'")) as { name: string }[]
  const own = tables.filter(({ name }) => !name.startsWith('_cf_') && !name.startsWith('sqlite_'))
  const texts = []
  for (const { name } of own) texts.push(JSON.stringify([name, await rows(`SELECT * FROM ${name}`)]))
  return texts.join('\n')
}
