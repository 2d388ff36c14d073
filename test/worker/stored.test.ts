/** What is stored for callers: never a password in clear, and never more than the plan allows. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { concatBytes } from '../../src/binary/bytes'
import { createVault } from '../../src/crypto/vault'
import { findEndpoint } from '../../src/endpoints/endpoint-store'
import type { Job } from '../../src/jobs/job'
import { encodeJob, readJob } from '../../src/jobs/job-storage'
import { vaultOf } from '../../src/settings'
import { putCustom } from '../../src/templates/custom'
import { newAccount, type TestAccount } from '../support/accounts'
import { post } from '../support/http'
import { triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const put = (path: string, { key }: TestAccount, body: unknown) =>
  SELF.fetch(`https://platen.test${path}`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const problem = async (answer: Response) => (await answer.json()) as { code: string; detail: string }

const options = { password: 'open-sesame-1', owner_password: 'owner-sesame-2' }
const jobOptions = { ...options, attachment_passwords: ['', 'attached-sesame-3'] }
const job: Job = {
  taskId: 'tsk_secret',
  kind: 'transform',
  accountId: 'acc_1',
  mode: 'live',
  source: { html: 'x' },
  options: jobOptions,
  optimize: false,
  origin: 'https://platen.test',
  createdAt: 0,
  expiresAt: 1,
}

describe('the passwords of a queued job', () => {
  const old = createVault(['old secret'])
  const encoded = async (one: Job) => concatBytes([...(await encodeJob(one, old)).pieces()])
  const stored = async (bytes: Uint8Array | string) => void (await env.FILES.put('inputs/tsk_secret', bytes))

  it('are encrypted in storage, each time differently, and read back', async () => {
    const bytes = await encoded(job)
    expect(new TextDecoder().decode(bytes)).not.toContain('sesame')
    expect(bytes).not.toEqual(await encoded(job))
    await stored(bytes)
    expect((await readJob(env.FILES, old, 'tsk_secret')).options).toEqual(jobOptions)
  })

  it('are read while the secret that encrypted them is the former one, and refused after that', async () => {
    await stored(await encoded(job))
    const during = await readJob(env.FILES, createVault(['new secret', 'old secret']), 'tsk_secret')
    expect(during.options).toEqual(jobOptions)
    const after = readJob(env.FILES, createVault(['new secret']), 'tsk_secret')
    await expect(after).rejects.toMatchObject({ code: 'document_invalid' })
  })

  it('cannot be read in the place of another job', async () => {
    await env.FILES.put('inputs/tsk_other', await encoded(job))
    await expect(readJob(env.FILES, old, 'tsk_other')).rejects.toMatchObject({ code: 'document_invalid' })
  })

  it('in clear, as an earlier release stored them, are still read', async () => {
    await stored(JSON.stringify({ mark: 'none', job }))
    expect((await readJob(env.FILES, old, 'tsk_secret')).options).toEqual(jobOptions)
  })

  it('keeps goCreditMode, under the name that earlier releases read too', async () => {
    const bytes = await encoded({ ...job, optimize: true })
    expect(JSON.parse(new TextDecoder().decode(bytes)).job).toMatchObject({ optimise: true })
    await stored(bytes)
    expect(await readJob(env.FILES, old, 'tsk_secret')).toEqual({ ...job, optimize: true })
  })
})

describe('a stored endpoint', () => {
  it('keeps its password encrypted in the database and prints with it', async () => {
    const owner = await newAccount({ credits: 5 })
    expect((await put('/v1/endpoints/locked', owner, { name: 'L', html: 'x', options })).status).toBe(200)
    const { results } = await env.DB.prepare('SELECT * FROM endpoints WHERE account_id = ?')
      .bind(owner.accountId)
      .all()
    expect(JSON.stringify(results)).not.toContain('sesame')
    const answer = await post('/v1/studio/locked', owner.key, {})
    expect(answer.status).toBe(200)
    expect(new TextDecoder('latin1').decode(await answer.bytes())).toContain('/Encrypt')
    const listed = await SELF.fetch('https://platen.test/v1/endpoints', {
      headers: { 'x-api-key': owner.key },
    })
    expect(await listed.text()).toContain('"locked"')
  })

  it('that an earlier release stored in clear is still read', async () => {
    const { accountId } = await newAccount({ credits: 0 })
    await env.DB.prepare(
      `INSERT INTO endpoints (account_id, slug, revision, config, updated_at) VALUES (?, 'former', 'r', ?, 0)`,
    )
      .bind(accountId, JSON.stringify({ name: 'F', html: 'x', options }))
      .run()
    const found = await findEndpoint({ db: env.DB, vault: vaultOf(env) }, accountId, 'former')
    expect(found?.options).toEqual(options)
  })
})

describe('an endpoint that a later release stored', () => {
  const stored = {
    ...{ name: 'Later', html: 'x', later_field: true },
    options: { paper: 'A5', later_option: { on: true }, media: 'later-media' },
  }

  it('is listed and rendered without what this release does not know, which is said', async () => {
    const { key, accountId } = await newAccount({ credits: 5 })
    await env.DB.prepare(
      `INSERT INTO endpoints (account_id, slug, revision, config, updated_at) VALUES (?, 'later', 'r', ?, 0)`,
    )
      .bind(accountId, JSON.stringify(stored))
      .run()
    const listed = await SELF.fetch('https://platen.test/v1/endpoints', { headers: { 'x-api-key': key } })
    expect(listed.status).toBe(200)
    expect(await listed.json()).toContainEqual(expect.objectContaining({ slug: 'later', name: 'Later' }))
    const answer = await post('/v1/studio/later', key, {})
    expect(answer.status).toBe(200)
    const told = answer.headers.get('x-warnings') ?? ''
    for (const name of ['later_option', 'media'])
      expect(told).toContain(`the stored option ${name} has no effect`)
    expect(told).not.toContain('stored option paper')
    expect((await post('/v1/studio/later', key, { options: { strict: true } })).status).toBe(422)
  })

  it('is listed but not rendered if it has a protection that this release cannot obey', async () => {
    const { key, accountId } = await newAccount({ credits: 5 })
    const options = { permissions: { later: 'form' }, owner_password: 7 }
    await env.DB.prepare(
      `INSERT INTO endpoints (account_id, slug, revision, config, updated_at) VALUES (?, 'guarded', 'r', ?, 0)`,
    )
      .bind(accountId, JSON.stringify({ name: 'Guarded', html: 'x', options }))
      .run()
    const listed = await SELF.fetch('https://platen.test/v1/endpoints', { headers: { 'x-api-key': key } })
    expect(await listed.text()).toContain('"guarded"')
    const answer = await post('/v1/studio/guarded', key, {})
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      ...{ code: 'document_invalid', detail: expect.stringContaining('option permissions') },
    })
  })
})

describe('a plan', () => {
  it('limits the number of endpoints and templates; what is there may be replaced', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    const rows = Array.from({ length: 20 }, (_, index) => index)
    await env.DB.batch(
      rows.flatMap((index) => [
        env.DB.prepare(
          `INSERT INTO endpoints (account_id, slug, revision, config, updated_at) VALUES (?, ?, 'r', '{}', 0)`,
        ).bind(owner.accountId, `e${index}`),
        env.DB.prepare(
          `INSERT INTO templates (account_id, category, name, version, updated_at) VALUES (?, 'own', ?, 1, 0)`,
        ).bind(owner.accountId, `t${index}`),
        env.DB.prepare(
          `INSERT INTO template_versions (account_id, category, name, version, source, created_at) VALUES (?, 'own', ?, 1, '{}', 0)`,
        ).bind(owner.accountId, `t${index}`),
      ]),
    )
    const endpoint = { name: 'E', html: 'x' }
    const template = { label: 'T', page: 'x' }
    for (const [path, body, what] of [
      ['/v1/endpoints/one-more', endpoint, '20 endpoints'],
      ['/v1/templates/own/one-more', template, '20 templates'],
    ] as const) {
      const answer = await put(path, owner, body)
      expect(answer.status).toBe(422)
      expect(await problem(answer)).toMatchObject({
        code: 'plan_limit',
        detail: expect.stringContaining(`The Free plan allows ${what}`),
      })
    }
    expect((await put('/v1/endpoints/e3', owner, endpoint)).status).toBe(200)
    expect((await put('/v1/templates/own/t3', owner, template)).status).toBe(200)
    const removed = await SELF.fetch('https://platen.test/v1/endpoints/e4', {
      method: 'DELETE',
      headers: { 'x-api-key': owner.key },
    })
    expect(removed.status).toBe(204)
    expect((await put('/v1/endpoints/one-more', owner, endpoint)).status).toBe(200)
  })

  it.runIf(triesAll)('limits the bytes of all of them together', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    const sample = { text: 'x'.repeat(250_000) }
    const page = 'y'.repeat(250_000)
    const answers: Response[] = []
    for (let n = 0; n < 11; n++)
      answers.push(await put(`/v1/templates/own/t${n}`, owner, { label: 'T', page, sample }))
    const last = answers.pop() ?? new Response()
    expect(answers.slice(0, 9).map(({ status }) => status)).toEqual(Array(9).fill(201))
    expect(last.status).toBe(422)
    expect((await problem(last)).detail).toContain('5,000,000 bytes')
  })

  it('limits the names that templates ever had; one of a deleted template may be used again', async () => {
    const owner = await newAccount({ credits: 0, plan: 'Free' })
    await env.DB.batch(
      Array.from({ length: 200 }, (_, index) =>
        env.DB.prepare(
          `INSERT INTO templates (account_id, category, name, version, updated_at) VALUES (?, 'own', ?, 4, 0)`,
        ).bind(owner.accountId, `deleted${index}`),
      ),
    )
    const template = { label: 'T', page: 'x' }
    const another = await put('/v1/templates/own/another', owner, template)
    expect([another.status, (await problem(another)).detail]).toEqual([
      422,
      expect.stringContaining('200 names of templates, deleted ones included'),
    ])
    const again = await put('/v1/templates/own/deleted7', owner, template)
    expect([again.status, await again.json()]).toMatchObject([200, { id: 'own/deleted7', version: 5 }])
  })

  it('keeps the latest versions of a template and removes older ones', async () => {
    const { accountId } = await newAccount({ credits: 0 })
    const name = { category: 'own', name: 'many' }
    const source = { label: 'T' } as unknown as Parameters<typeof putCustom>[1]['source']
    const limits = { templates: 1, templateVersions: 3, endpoints: 0, assets: 0, storedBytes: 1_000 }
    const owner = { accountId, plan: 'Free', limits }
    for (let n = 0; n < 6; n++) await putCustom(env.DB, { name, source, owner, now: n })
    const { results } = await env.DB.prepare(
      'SELECT version FROM template_versions WHERE account_id = ? ORDER BY version',
    )
      .bind(accountId)
      .all()
    expect(results.map(({ version }) => version)).toEqual([4, 5, 6])
  })

  it('lets metadata have 8 KB of JSON in UTF-8', async () => {
    const { key } = await newAccount({ credits: 0 })
    const send = (note: string) => post('/v1/transform', key, { html: 'x', metadata: { note } })
    const overhead = JSON.stringify({ note: '' }).length
    expect((await send('x'.repeat(8_192 - overhead))).status).toBe(402)
    expect((await send('é'.repeat(4_100))).status).toBe(400)
  })
})

describe('a list of endpoints', () => {
  it('says at once what has changed since the last one', async () => {
    const owner = await newAccount({ plan: 'Pro', credits: 0 })
    const listed = async () => {
      const answer = await SELF.fetch('https://platen.test/v1/endpoints', {
        headers: { 'x-api-key': owner.key },
      })
      const all = await answer.json<{ slug: string; name: string; variables: string[] }[]>()
      return Object.fromEntries(all.map(({ slug, name, variables }) => [slug, [name, ...variables]]))
    }
    const template = (page: string) => put('/v1/templates/own/note', owner, { label: 'Note', page })
    await template('{{ one }}')
    await put('/v1/endpoints/named', owner, { name: 'N', template_id: 'own/note' })
    await put('/v1/endpoints/pinned', owner, { name: 'P', template_id: 'own/note@1' })
    await put('/v1/endpoints/page', owner, { name: 'H', html: '{{ a }}' })
    for (const _ of [1, 2])
      expect(await listed()).toMatchObject({ named: ['N', 'one'], pinned: ['P', 'one'], page: ['H', 'a'] })
    await template('{{ two }}')
    await put('/v1/endpoints/page', owner, { name: 'H', html: '{{ b }}' })
    expect(await listed()).toMatchObject({ named: ['N', 'two'], pinned: ['P', 'one'], page: ['H', 'b'] })
    for (const path of ['/v1/endpoints/page', '/v1/templates/own/note'])
      await SELF.fetch(`https://platen.test${path}`, {
        method: 'DELETE',
        headers: { 'x-api-key': owner.key },
      })
    const last = await listed()
    expect(last.named).toEqual(['N'])
    expect(last).not.toHaveProperty('page')
  })
})
