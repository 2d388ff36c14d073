/**
 * Accounts among themselves, by a matrix of all routes: what belongs to one account is not there for another, whatever
 * it is asked with. A route without a row here fails the first test.
 */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { app } from '../../../src/app'
import { newAccount, type TestAccount } from '../../support/accounts'
import { readPdf } from '../../support/pdf'
import { everyThirdOf, triesAll } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { send } from '../../support/send'

type Answer = { status: number; text: string }

/** What the first account owns, by the names of the parameters in the routes. */
type Owned = {
  taskId: string
  documentId: string
  viewId: string
  batchId: string
  deliveryId: string
  slug: string
  keyId: string
  fileUrl: string
}

/**
 * How a route is reached, and whether what it answers is anybody's (`public`: no key), the account's of the key
 * (`own`: nothing in the request names another's), one thing of an account (`id`), or the operator's.
 */
type Row = {
  reach: 'public' | 'own' | 'id' | 'operator'
  path?: (owned: Owned) => string
  body?: object | ((owned: Owned) => object)
  file?: string
}

const html = '<p>mine</p>'
const template = '/v1/templates/private/mine'
const asset = '/v1/assets/mine.svg'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const asTemplate = { label: 'Mine', page: html }
const status = ({ taskId }: Owned) => `/v1/status/${taskId}`
const apiKey = ({ keyId }: Owned) => `/v1/keys/${keyId}`
const delivery = ({ deliveryId }: Owned) => `/v1/webhooks/deliveries/${deliveryId}`

const matrix: Record<string, Row> = {
  'GET /health': { reach: 'public' },
  'GET /admin/v1/health': { reach: 'operator' },
  'GET /admin/v1/browser': { reach: 'operator' },
  'GET /admin/v1/pool': { reach: 'operator' },
  'GET /admin/v1/metrics': { reach: 'operator' },
  'GET /admin/v1/usage.csv': { reach: 'operator' },
  'GET /openapi.json': { reach: 'public' },
  'GET /problems/:code': { reach: 'public', path: () => '/problems/gone' },
  // Whoever has a signed address may have the file; one that is not signed leads to nobody's.
  'GET /files/:task_id/:name': { reach: 'public', path: ({ fileUrl }) => fileUrl },
  'GET /files/*': { reach: 'public', path: () => '/files/x' },

  // Its tools are calls of the routes below, with the caller's key.
  'POST /mcp': { reach: 'own', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },

  'POST /v1/transform': { reach: 'own', body: { html, goCreditMode: false } },
  'POST /v1/generate': { reach: 'id', body: { template_id: 'private/mine', data: {} } },
  'POST /v1/studio/:slug': { reach: 'id', path: ({ slug }) => `/v1/studio/${slug}`, body: {} },
  'POST /v1/preview': { reach: 'id', body: { endpoint: 'private-endpoint', request: {} } },
  'POST /v1/try': { reach: 'public', body: { template_id: 'certificate/classic', data: {} } },
  'POST /v1/qrcode': { reach: 'own', body: { data: 'the same' } },
  'POST /v1/finish': { reach: 'id', body: ({ documentId }: Owned) => ({ files: [{ task_id: documentId }] }) },
  'POST /v1/inspect': { reach: 'id', body: ({ documentId }: Owned) => ({ file: { task_id: documentId } }) },
  'POST /v1/invoice/check': { reach: 'own', body: { invoice: { number: 'the same' } } },
  'POST /v1/batch': { reach: 'id', body: { endpoint: 'private-endpoint', entries: [{}] } },
  'GET /v1/batches/:batch_id': { reach: 'id', path: ({ batchId }) => `/v1/batches/${batchId}` },
  'GET /v1/keys': { reach: 'own' },
  'POST /v1/keys': { reach: 'own', body: { scopes: ['read'] } },
  'PATCH /v1/keys/:key_id': { reach: 'id', path: apiKey, body: { scopes: ['read'] } },
  'POST /v1/keys/:key_id/rotate': { reach: 'id', path: (owned) => `${apiKey(owned)}/rotate`, body: {} },
  'DELETE /v1/keys/:key_id': { reach: 'id', path: apiKey },
  'GET /v1/credits': { reach: 'own' },
  'GET /v1/usage': { reach: 'own' },
  'GET /v1/usage.csv': { reach: 'own' },
  'GET /v1/status/:task_id': { reach: 'id', path: status },
  'GET /v1/status/:task_id/pages/:page': {
    reach: 'id',
    path: ({ documentId }) => `/v1/status/${documentId}/pages/1.png`,
  },
  'DELETE /v1/status/:task_id': { reach: 'id', path: status },
  'GET /v1/tasks': { reach: 'own' },
  'GET /v1/templates': { reach: 'own' },
  'GET /v1/templates/:category/:name': { reach: 'id', path: () => '/v1/templates/private/mine' },
  'PUT /v1/templates/:category/:name': {
    reach: 'own',
    path: () => '/v1/templates/private/mine',
    body: asTemplate,
  },
  'DELETE /v1/templates/:category/:name': { reach: 'id', path: () => '/v1/templates/private/mine' },
  'GET /v1/templates/:category/:name/versions': { reach: 'id', path: () => `${template}/versions` },
  'GET /v1/templates/:category/:name/versions/:version': {
    reach: 'id',
    path: () => `${template}/versions/1`,
  },
  'POST /v1/templates/:category/:name/versions/:version/restore': {
    reach: 'id',
    path: () => `${template}/versions/1/restore`,
  },
  'GET /v1/templates/:category/:name/versions/:version/pages/:page': {
    reach: 'id',
    path: () => `${template}/versions/1/pages/1.png`,
  },
  'GET /v1/templates/:category/:name/diff': { reach: 'id', path: () => `${template}/diff?from=1&to=draft` },
  'GET /v1/templates/:category/:name/draft': { reach: 'id', path: () => `${template}/draft` },
  'PUT /v1/templates/:category/:name/draft': {
    reach: 'own',
    path: () => `${template}/draft`,
    body: asTemplate,
  },
  'POST /v1/templates/:category/:name/draft/publish': {
    reach: 'id',
    path: () => `${template}/draft/publish`,
  },
  'DELETE /v1/templates/:category/:name/draft': { reach: 'id', path: () => `${template}/draft` },
  'GET /v1/assets': { reach: 'own' },
  'GET /v1/assets/:asset': { reach: 'id', path: () => asset },
  'PUT /v1/assets/:asset': { reach: 'own', path: () => asset, file: SVG },
  'DELETE /v1/assets/:asset': { reach: 'id', path: () => asset },
  'GET /v1/brand': { reach: 'own' },
  'PUT /v1/brand': { reach: 'own', body: { name: 'Theirs' } },
  'DELETE /v1/brand': { reach: 'own' },
  'GET /v1/endpoints': { reach: 'own' },
  'PUT /v1/endpoints/:slug': {
    reach: 'own',
    path: ({ slug }) => `/v1/endpoints/${slug}`,
    body: { name: 'Theirs', html: '<p>theirs</p>' },
  },
  'DELETE /v1/endpoints/:slug': { reach: 'id', path: ({ slug }) => `/v1/endpoints/${slug}` },
  'POST /v1/status/:task_id/view': { reach: 'id', path: (owned) => `${status(owned)}/view`, body: {} },
  'GET /v1/status/:task_id/view': { reach: 'id', path: (owned) => `${status(owned)}/view` },
  'DELETE /v1/status/:task_id/view/:view_id': {
    reach: 'id',
    path: ({ viewId, documentId }) => `/v1/status/${documentId}/view/${viewId}`,
  },
  'GET /v1/webhooks/deliveries': { reach: 'own' },
  'GET /v1/webhooks/deliveries/:delivery_id': { reach: 'id', path: delivery },
  'POST /v1/webhooks/deliveries/:delivery_id/replay': {
    reach: 'id',
    path: (owned) => `${delivery(owned)}/replay`,
    body: {},
  },
  'POST /v1/webhooks/secret/rotate': { reach: 'own', body: {} },
  'GET /v1/webhooks/events': { reach: 'own' },
  'PUT /v1/webhooks/events': {
    reach: 'own',
    body: () => ({ url: `${inject('origins').site}/hook?name=theirs`, events: ['task.failed'] }),
  },
  'DELETE /v1/webhooks/events': { reach: 'own' },
  'POST /v1/webhooks/events/test': { reach: 'own', body: {} },

  'POST /admin/v1/accounts': { reach: 'operator', body: { name: 'x' } },
  'GET /admin/v1/accounts': { reach: 'operator' },
  'GET /admin/v1/accounts/:account_id': { reach: 'operator' },
  'PATCH /admin/v1/accounts/:account_id': { reach: 'operator', body: { plan: 'Max' } },
  'POST /admin/v1/accounts/:account_id/credits': { reach: 'operator', body: { amount: 1000 } },
  'POST /admin/v1/accounts/:account_id/keys': { reach: 'operator', body: {} },
  'POST /admin/v1/accounts/:account_id/keys/:key_id/rotate': { reach: 'operator', body: {} },
  'DELETE /admin/v1/accounts/:account_id/keys/:key_id': { reach: 'operator' },
  'GET /admin/v1/accounts/:account_id/ledger': { reach: 'operator' },
  'GET /admin/v1/accounts/:account_id/usage': { reach: 'operator' },
}

const rows = (...reach: Row['reach'][]) =>
  Object.entries(matrix).filter(([, row]) => reach.includes(row.reach))

let owner: TestAccount
let stranger: TestAccount
let owned: Owned

async function ask(route: string, key: string | undefined, headers: Record<string, string> = {}) {
  const [method = '', pattern = ''] = route.split(' ')
  const { path, body, file } = matrix[route] ?? {}
  const filled = pattern.replace(':account_id', owner.accountId).replace(':key_id', owner.keyId)
  const sent = typeof body === 'function' ? body(owned) : body
  const answer = await send(method, path?.(owned) ?? filled, {
    ...(key && { key }),
    body: sent,
    file,
    headers,
  })
  return { status: answer.status, text: await answer.text() } satisfies Answer
}

/** An error without what differs from request to request. */
function problemOf({ text }: Answer) {
  const { request_id: _, ...problem } = JSON.parse(text) as Record<string, unknown>
  return problem
}

beforeAll(async () => {
  await applySchema()
  owner = await newAccount({ credits: 1000, plan: 'Max' })
  stranger = await newAccount({ credits: 1000, plan: 'Max' })
  owned = await belongings(owner.key)
  expect((await ask('PUT /v1/brand', stranger.key)).status).toBe(201)
  expect((await ask('PUT /v1/webhooks/events', stranger.key)).status).toBe(201)
})

/** Something of every kind: a finished task with its file and webhook, a batch, a template, an endpoint. */
async function belongings(key: string): Promise<Owned> {
  const slug = 'private-endpoint'
  const json = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, { key, body })
    expect(answer.ok, `${method} ${path}`).toBe(true)
    return await answer.json<T>()
  }
  await json('PUT', template, asTemplate)
  await json('PUT', `${template}/draft`, asTemplate)
  expect((await send('PUT', asset, { key, file: SVG })).status).toBe(201)
  await json('PUT', '/v1/brand', { name: 'brand of mine' })
  const events = { url: `${inject('origins').site}/hook?name=events-of-mine`, events: ['task.failed'] }
  await json('PUT', '/v1/webhooks/events', events)
  await json('PUT', `/v1/endpoints/${slug}`, { name: 'Mine', html })
  const { key_id: keyId } = await json<{ key_id: string }>('POST', '/v1/keys', { scopes: ['render', 'read'] })
  const task = { data: 'mine', async_mode: true, webhook_url: `${inject('origins').site}/hook?name=tenants` }
  const { task_id: taskId } = await json<{ task_id: string }>('POST', '/v1/qrcode', task)
  const entries = [{ html, goCreditMode: false }]
  const batch = { endpoint: 'transform', entries }
  const { batch_id: batchId, tasks } = await json<{ batch_id: string; tasks: { task_id: string }[] }>(
    'POST',
    '/v1/batch',
    batch,
  )
  const documentId = tasks[0]?.task_id ?? ''
  return await vi.waitFor(
    async () => {
      const { download_url } = await json<{ download_url: string }>('GET', `/v1/status/${taskId}`)
      expect(await json('GET', `/v1/status/${documentId}`)).toMatchObject({ status: 'completed' })
      const { deliveries } = await json<{ deliveries: { delivery_id: string }[] }>(
        'GET',
        '/v1/webhooks/deliveries',
      )
      const deliveryId = deliveries[0]?.delivery_id ?? ''
      expect(deliveryId).not.toBe('')
      const { pathname, search } = new URL(download_url)
      const shown = `/v1/status/${documentId}/view`
      const { view_id: viewId } = await json<{ view_id: string }>('POST', shown, {})
      return { taskId, documentId, viewId, batchId, deliveryId, slug, keyId, fileUrl: pathname + search }
    },
    { timeout: 30_000, interval: 300 },
  )
}

it('every route has a row', () => {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(matrix).sort()).toEqual([...new Set(routes)].sort())
  // What takes every method is no route, but stands before one.
  const before = app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path)
  expect([...new Set(before)].sort()).toEqual([
    '/*',
    '/admin/v1/*',
    '/files/*',
    '/openapi.json',
    '/problems/*',
    '/v1/*',
  ])
})

describe('one thing of an account', () => {
  it.each(rows('id'))('is not there for another: %s', async (route) => {
    const theirs = await ask(route, stranger.key)
    expect(theirs.status).toBe(404)
    // Nor does the answer tell whether it is anybody's.
    const real = owned
    owned = {
      ...{ taskId: 'tsk_0000000000000000000000', batchId: 'bat_0000000000000000000000', slug: 'nobodys' },
      ...{ documentId: 'tsk_0000000000000000000001', deliveryId: 'msg_0000000000000000000000' },
      viewId: 'viw_00000000000000000000',
      keyId: 'key_0000000000000000000000',
      fileUrl: real.fileUrl,
    }
    const nobodys = await ask(route, stranger.key)
    owned = real
    expect(problemOf(theirs)).toEqual(problemOf(nobodys))
  })

  it('is in no list, no ledger and no filter of another’s', async () => {
    const seen = await ask('GET /v1/tasks', owner.key)
    const { next_cursor } = JSON.parse(
      await (await send('GET', '/v1/tasks?limit=1', { key: owner.key })).text(),
    ) as { next_cursor: string | null }
    expect(seen.text).toContain(owned.taskId)
    const paths = [
      ...rows('own').flatMap(([route]) => (route.startsWith('GET ') ? [route.slice(4)] : [])),
      `/v1/usage?task=${owned.taskId}`,
      `/v1/webhooks/deliveries?task=${owned.taskId}`,
      ...(next_cursor ? [`/v1/tasks?cursor=${next_cursor}`] : []),
    ]
    expect(paths.length).toBeGreaterThan(7)
    for (const path of paths) {
      const answer = await send('GET', path, { key: stranger.key })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      for (const word of [
        owned.taskId,
        owned.batchId,
        owned.deliveryId,
        owned.slug,
        owned.keyId,
        'private/mine',
        'mine.svg',
        'brand of mine',
        'events-of-mine',
        owner.accountId,
      ])
        expect(text, path).not.toContain(word)
    }
  })

  it('stays as it was, whatever another puts up under the same name', async () => {
    const list = () => ask('GET /v1/endpoints', owner.key)
    const before = await list()
    expect((await ask('PUT /v1/endpoints/:slug', stranger.key)).status).toBe(200)
    expect((await ask('PUT /v1/templates/:category/:name', stranger.key)).status).toBe(201)
    expect((await ask('DELETE /v1/endpoints/:slug', stranger.key)).status).toBe(204)
    expect((await ask('PUT /v1/templates/:category/:name/draft', stranger.key)).status).toBe(200)
    expect((await ask('PUT /v1/assets/:asset', stranger.key)).status).toBe(201)
    expect((await ask('DELETE /v1/assets/:asset', stranger.key)).status).toBe(204)
    expect((await ask('DELETE /v1/templates/:category/:name', stranger.key)).status).toBe(204)
    expect(await list()).toEqual(before)
    expect((await ask('GET /v1/templates/:category/:name', owner.key)).status).toBe(200)
    expect((await ask('GET /v1/templates/:category/:name/draft', owner.key)).status).toBe(200)
    expect((await ask('GET /v1/status/:task_id', owner.key)).status).toBe(200)
  })

  it.runIf(triesAll)('is there for its owner: the rows above ask for what exists', async () => {
    const reads = rows('id').filter(([route]) => !route.startsWith('DELETE'))
    for (const [route] of reads) expect((await ask(route, owner.key)).status, route).toBeLessThan(300)
  })
})

describe('without a key of ours', () => {
  it.each(everyThirdOf(rows('own', 'id')))('there is nothing: %s', async (route) => {
    const made = owner.key.replace(/.{6}$/, '000000')
    for (const key of [undefined, '', 'x', made, env.ADMIN_TOKEN])
      expect((await ask(route, key)).status, key).toBe(401)
    const elsewhere = { authorization: `Basic ${btoa(`key:${owner.key}`)}`, cookie: `key=${owner.key}` }
    for (const headers of [elsewhere, { authorization: `Bearer ${made}` }])
      expect((await ask(route, undefined, headers)).status).toBe(401)
    const named = { 'x-account-id': owner.accountId, 'x-forwarded-host': 'platen.test' }
    expect((await ask(route, undefined, named)).status).toBe(401)
  })

  it.each(everyThirdOf(rows('own', 'id')))('there is nothing for a revoked one: %s', async (route) => {
    revoked ??= revokedKey()
    expect((await ask(route, await revoked)).status).toBe(401)
  })

  it.each(rows('operator'))('nor for a customer at the operator’s: %s', async (route) => {
    // Another file of this workerd may have guessed until it was refused, in this very minute.
    const guesses = vi.spyOn(env.LIMIT_OPERATOR, 'limit').mockResolvedValue({ success: true })
    onTestFinished(() => guesses.mockRestore())
    for (const token of [undefined, '', owner.key, 'x', `${env.ADMIN_TOKEN}x`, env.ADMIN_TOKEN?.slice(1)]) {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      expect((await ask(route, owner.key, headers)).status, token).toBe(401)
    }
    expect((await ask(route, env.ADMIN_TOKEN)).status).toBe(401)
  })

  it.each(rows('public'))('only what is anybody’s: %s', async (route) => {
    const { status: answered, text } = await ask(route, undefined)
    expect([200, 403]).toContain(answered)
    if (!route.includes('/files/')) expect(text).not.toContain(owner.accountId)
  })
})

let revoked: Promise<string> | undefined
async function revokedKey(): Promise<string> {
  const { key, keyId, account } = await newAccount({ credits: 10 })
  await account.revokeKey(keyId)
  return key
}

describe('a signed address', () => {
  it('with any character changed is a 403', async () => {
    const { fileUrl } = owned
    expect((await send('GET', fileUrl)).status).toBe(200)
    const places = Array.from(fileUrl, (_, at) => at).slice('/files/'.length)
    for (const at of everyThirdOf(places)) {
      const character = fileUrl[at] ?? ''
      const flipped =
        character.toLowerCase() === character ? character.toUpperCase() : character.toLowerCase()
      for (const other of new Set([character === 'x' ? 'y' : 'x', flipped, ''])) {
        if (other === character) continue
        const changed = fileUrl.slice(0, at) + other + fileUrl.slice(at + 1)
        const answer = await send('GET', changed)
        expect(answer.status, changed).toBe(403)
        await answer.arrayBuffer()
      }
    }
  })

  it('with anything added, cut off or in another order is a 403', async () => {
    const { fileUrl } = owned
    const [path = '', query = ''] = fileUrl.split('?')
    const [expires = '', signature = ''] = query.split('&')
    for (const changed of [
      path,
      `${path}?`,
      `${path}?${expires}`,
      `${path}?${signature}`,
      `${path}?${signature}&${expires}`,
      `${fileUrl}&`,
      `${fileUrl}=`,
      `${fileUrl}&${signature}`,
      `${path}/?${query}`,
      `${path}/x?${query}`,
      `${path.replace('/files/', '/files//')}?${query}`,
      `${path}?${expires.replace('=', '=0')}&${signature}`,
      `${path}?${expires.replace('=', '=%20')}&${signature}`,
      `${path}?${expires.replace('=', '=-')}&${signature}`,
      `${path.replace(owned.taskId, owned.batchId)}?${query}`,
      `${path}?${query.replace('expires', 'Expires')}`,
    ]) {
      const answer = await send('GET', changed)
      expect(answer.status, changed).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'link_invalid' })
    }
  })

  it('that was signed with no secret, or while there is none, opens nothing', async () => {
    const secret = env.SIGNING_SECRET
    env.SIGNING_SECRET = ''
    const answer = await send('GET', owned.fileUrl)
    env.SIGNING_SECRET = secret ?? ''
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'not_configured' })
  })
})

describe('what is kept for a repeat', () => {
  it('of one account is no answer to another: codes, express answers, idempotent answers', async () => {
    const requests = [
      ['/v1/qrcode', { data: 'kept for a repeat' }],
      ['/v1/studio/badge', { data: { event: { name: 'Kept' } } }],
    ] as const
    for (const [path, body] of requests) {
      const post = (key: string) => send('POST', path, { key, body })
      const cached = async (key: string) => {
        const answer = await post(key)
        await answer.arrayBuffer()
        return answer.headers.get('x-cache')
      }
      expect(await cached(owner.key)).toBe('MISS')
      await expect.poll(() => cached(owner.key), { timeout: 20_000 }).toBe('HIT')
      expect(await cached(stranger.key)).toBe('MISS')
    }
    const once = { 'idempotency-key': crypto.randomUUID() }
    const body = { data: 'once' }
    const first = await send('POST', '/v1/qrcode', { key: owner.key, body, headers: once })
    const theirs = await send('POST', '/v1/qrcode', { key: stranger.key, body, headers: once })
    expect([first.status, theirs.status]).toEqual([200, 200])
    expect(theirs.headers.has('idempotent-replayed')).toBe(false)
    expect(theirs.headers.get('x-task-id')).not.toBe(first.headers.get('x-task-id'))
    await Promise.all([first.arrayBuffer(), theirs.arrayBuffer()])
  })

  it('of a test key is no answer to a live key of the same account, nor the other way round', async () => {
    const { accountId, key: live } = await newAccount({ credits: 100 })
    const issued = await send('POST', `/admin/v1/accounts/${accountId}/keys`, {
      body: { mode: 'test' },
      headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` },
    })
    const { api_key: test } = await issued.json<{ api_key: string }>()
    const facts = async (key: string, path: string, body: unknown, headers = {}) => {
      const answer = await send('POST', path, { key, body, headers })
      await answer.arrayBuffer()
      return `${answer.status} ${answer.headers.get('x-cache')} ${answer.headers.get('x-test-mode')}`
    }
    for (const [path, body] of [
      ['/v1/qrcode', { data: 'test or live' }],
      ['/v1/studio/badge', { data: { event: { name: 'Test or live' } } }],
    ] as const) {
      expect(await facts(test, path, body)).toBe('200 MISS true')
      await expect.poll(() => facts(test, path, body), { timeout: 20_000 }).toBe('200 HIT true')
      expect(await facts(live, path, body)).toBe('200 MISS null')
    }
    const once = { 'idempotency-key': 'one for both' }
    expect(await facts(test, '/v1/qrcode', { data: 'once' }, once)).toBe('200 MISS true')
    expect(await facts(live, '/v1/qrcode', { data: 'once' }, once)).toBe('200 MISS null')
    expect(await (await send('GET', '/v1/credits', { key: live })).json()).toMatchObject({ credits_left: 97 })
  })
})

describe('a page that is asked for with secrets', () => {
  const login = {
    fetch_headers: { 'X-Token': 'header-of-mine' },
    cookies: { session: 'cookie-of-mine' },
    basic_auth: { username: 'me', password: 'password-of-mine' },
  }
  const secrets = ['header-of-mine', 'cookie-of-mine', btoa('me:password-of-mine')]
  const page = { url: `${inject('origins').site}/brought.html?tenants`, goCreditMode: false }

  it('shows them to its own account alone: not to who asks for the same page, nor in anything that is read', async () => {
    const log: string[] = []
    for (const method of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...words) => void log.push(words.map(String).join(' ')))
    const post = (path: string, key: string, body: object) => send('POST', path, { key, body })
    const printed = async (key: string, more: object) => {
      const answer = await post('/v1/transform', key, { ...page, ...more })
      const taskId = answer.headers.get('x-task-id') ?? ''
      return { taskId, text: (await readPdf(await answer.bytes())).text.replaceAll(/\s+/g, '') }
    }
    const own = await printed(owner.key, login)
    // Its style sheet too, which others are given as it comes without them.
    for (const secret of secrets) expect(own.text.split(secret)).toHaveLength(3)
    const queued = await post('/v1/transform', owner.key, { ...page, ...login, async_mode: true })
    const batch = await post('/v1/batch', owner.key, {
      endpoint: 'transform',
      entries: [{ ...page, ...login }],
    })
    const { task_id } = await queued.json<{ task_id: string }>()
    const { batch_id, tasks } = await batch.json<{ batch_id: string; tasks: { task_id: string }[] }>()
    const made = [own.taskId, task_id, ...tasks.map((task) => task.task_id)]
    const failed = await post('/v1/transform', owner.key, {
      ...{ ...page, ...login, url: `${inject('origins').site}/gone.html?tenants` },
      options: { strict: true },
    })
    expect(failed.status).toBe(422)
    const seen = [await failed.text()]

    const preview = { endpoint: 'transform', session: 'the same', output: 'html' }
    for (const key of [owner.key, stranger.key]) {
      const request = key === owner.key ? { ...page, ...login } : page
      const shown = await (await post('/v1/preview', key, { ...preview, request })).text()
      if (key === stranger.key) seen.push(shown)
    }
    seen.push((await printed(stranger.key, {})).text)
    const mine = await printed(stranger.key, { cookies: { session: 'cookie-of-theirs' } })
    expect(mine.text).toContain('cookie-of-theirs')
    seen.push(mine.text)

    const read = async (path: string, key: string) => (await send('GET', path, { key })).text()
    for (const id of made) {
      await expect
        .poll(() => read(`/v1/status/${id}`, owner.key), { timeout: 20_000 })
        .toContain('"completed"')
      expect((await send('GET', `/v1/status/${id}`, { key: stranger.key })).status).toBe(404)
      seen.push(await read(`/v1/status/${id}`, owner.key))
    }
    const reads = rows('own').flatMap(([route]) => (route.startsWith('GET ') ? [route.slice(4)] : []))
    for (const path of [...reads, `/v1/batches/${batch_id}`]) seen.push(await read(path, owner.key))
    const operators = ['', '/ledger', '/usage'].map((part) => `/admin/v1/accounts/${owner.accountId}${part}`)
    for (const path of [...operators, '/admin/v1/metrics', '/admin/v1/usage.csv']) {
      const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
      seen.push(await (await send('GET', path, { headers })).text())
    }
    vi.restoreAllMocks()
    expect(seen.join()).toContain(own.taskId)
    expect(log.join()).toContain('outgoing_request')
    for (const text of [...seen, ...log])
      for (const secret of [...secrets, 'password-of-mine']) expect(text).not.toContain(secret)
  })
})

describe('a signing secret that is replaced', () => {
  it('leaves keys and addresses in force while the former one is named, and ends them with it', async () => {
    const former = env.SIGNING_SECRET ?? ''
    const before = await newAccount({ credits: 10 })
    const answers = async (key: string) => (await send('GET', '/v1/credits', { key })).status
    const file = async (url: string) => (await send('GET', url)).status
    try {
      env.SIGNING_SECRET = 'the next one'
      expect([await answers(before.key), await file(owned.fileUrl)]).toEqual([401, 403])
      env.SIGNING_SECRET_FORMER = former
      expect([await answers(before.key), await file(owned.fileUrl)]).toEqual([200, 200])
      const after = await newAccount({ credits: 10 })
      const made = await send('POST', '/v1/qrcode', {
        key: after.key,
        body: { data: 'x', return_type: 'url' },
      })
      const { pathname, search } = new URL((await made.json<{ url: string }>()).url)
      env.SIGNING_SECRET_FORMER = ''
      expect([await answers(after.key), await file(pathname + search)]).toEqual([200, 200])
      expect([await answers(before.key), await file(owned.fileUrl)]).toEqual([401, 403])
    } finally {
      env.SIGNING_SECRET = former
      env.SIGNING_SECRET_FORMER = ''
    }
  })
})
