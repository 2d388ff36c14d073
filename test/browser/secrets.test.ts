import { env, listDurableObjectIds, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const page = { html: '<p>x</p>', goCreditMode: false }
const json = { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' }

function listenToLog(): string[] {
  const log: string[] = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void log.push(words.map(String).join(' ')))
  return log
}

it('no key and no operator token is kept in D1, in the account, in the bucket or in the log', async () => {
  const log = listenToLog()
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

it('no secret of a queued request is kept in clear, neither while it waits nor after', async () => {
  const log = listenToLog()
  const secrets: string[] = []
  const secret = (name: string) => {
    secrets.push(`${name}-${crypto.randomUUID()}`)
    return secrets.at(-1) ?? ''
  }
  const { site } = inject('origins')
  const { key, account } = await newAccount({ credits: 20 })
  const startedAt = Date.now()
  const submit = async (path: string, body: object) => {
    const once = { 'idempotency-key': crypto.randomUUID() }
    const answer = await post(path, key, { ...body, async_mode: true }, once)
    return (await answer.json<{ task_id: string }>()).task_id
  }
  const waiting = await submit('/v1/transform', {
    ...{
      url: `${site}/brought.html`,
      goCreditMode: false,
      deliver_to: `${site}/hook?${secret('signature')}`,
    },
    ...{ fetch_headers: { 'X-Token': secret('header') }, cookies: { session: secret('cookie') } },
    basic_auth: { username: 'me', password: secret('basic') },
    options: { password: secret('opens'), owner_password: secret('owns'), wait_for: { ms: 5_000 } },
  })
  const code = await submit('/v1/qrcode', { type: 'wifi', ssid: 'Guests', password: secret('wifi') })
  const kept = async () => {
    await account.catchUp()
    const inD1 = await dump(async (query) => (await env.DB.prepare(query).all()).results)
    const listed = (await env.FILES.list({ include: ['httpMetadata', 'customMetadata'] })).objects
    const own = listed.filter(({ uploaded }) => uploaded.getTime() >= startedAt - 1_000)
    const inFiles = own.map(async (file) => [
      JSON.stringify(file),
      await (await env.FILES.get(file.key))?.text(),
    ])
    const ids = [env.TASK_RUNNER, env.DISPATCHER].map(async (objects) => {
      const namespace = objects as DurableObjectNamespace
      return (await listDurableObjectIds(namespace)).map((id) => namespace.get(id))
    })
    const objects = [account, ...(await Promise.all(ids)).flat()]
    const inObjects = objects.map((object) =>
      runInDurableObject(object, async (_, { storage }) => {
        const values = JSON.stringify([...(await storage.list())])
        return values + (await dump((query) => storage.sql.exec(query).toArray()))
      }),
    )
    return [inD1, ...(await Promise.all(inFiles)).flat(), ...(await Promise.all(inObjects)), ...log].join(
      '\n',
    )
  }
  const during = await kept()
  await vi.waitFor(
    async () => {
      for (const id of [waiting, code])
        expect(await (await get(`/v1/status/${id}`, key)).json()).toMatchObject({ status: 'completed' })
    },
    { timeout: 20_000, interval: 200 },
  )
  const after = await kept()
  expect(during).toContain(`inputs/${waiting}`)
  expect(during).toContain('"sealed":"')
  for (const word of secrets) {
    // As it is, in Base64, and as `me:…` in that.
    const forms = [word, btoa(word).slice(0, -4), btoa(`me:${word}`).slice(0, -4)]
    for (const form of forms)
      expect([during.includes(form), after.includes(form)], word).toEqual([false, false])
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
