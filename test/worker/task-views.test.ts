/** Links that show a task's file to people without a key. */
import { env, SELF } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileKey } from '../../src/storage/stored-files'
import { insertView, listViews, MAX_VIEWS } from '../../src/storage/view-links'
import { addKey, newAccount, type TestAccount } from '../support/accounts'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

let owner: TestAccount

const DAY_S = 24 * 60 * 60
const viewed = (taskId: string, body: unknown = {}, key = owner.key) =>
  send('POST', `/v1/status/${taskId}/view`, { key, body })
const linkTo = async (taskId: string, body: unknown = {}, key = owner.key) => {
  const answer = await viewed(taskId, body, key)
  expect(answer.status).toBe(200)
  return await answer.json<{ view_id: string; url: string; created_at: string; expires_at: string }>()
}
async function made(path: string, body: unknown, key = owner.key): Promise<string> {
  const answer = await send('POST', path, { key, body })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return answer.headers.get('x-task-id') ?? ''
}
/** A task whose file is stored, which its caller had before. */
async function finished(key = owner.key): Promise<string> {
  const taskId = await made(
    '/v1/finish',
    { files: [pdfUrl(await samplePdf({ name: 'one', pages: 1 }))] },
    key,
  )
  await vi.waitFor(async () => expect(await env.FILES.head(fileKey(taskId))).not.toBeNull(), 20_000)
  return taskId
}

beforeAll(() => applySchema())
beforeEach(async () => {
  owner = await newAccount({ credits: 20 })
})

describe('a link to a view', () => {
  it('shows the PDF in the browser, to whoever has it, until the time that was asked for', async () => {
    const taskId = await finished()
    const before = Date.now()
    const { url, expires_at } = await linkTo(taskId, { expires_in: 3600 })
    const madeAt = Date.parse(expires_at) - 3_600_000
    expect([madeAt >= before - 1_000, madeAt <= Date.now() + 1_000]).toEqual([true, true])
    const answer = await SELF.fetch(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    // Chromium and Safari show no PDF in a sandbox.
    expect(policy).not.toContain('sandbox')
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    const part = await SELF.fetch(url, { headers: { range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    expect((await SELF.fetch(url, { method: 'HEAD' })).headers.get('content-disposition')).toMatch(/^inline/)
  })

  it('shows pictures in a sandbox', async () => {
    const svg = await made('/v1/qrcode', { data: 'x', format: 'svg' })
    const answer = await SELF.fetch((await linkTo(svg)).url)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    await answer.arrayBuffer()
  })

  it('is nothing but itself: it cannot be changed, nor made of the address for saving', async () => {
    const taskId = await finished()
    const { url } = await linkTo(taskId)
    const status = await send('GET', `/v1/status/${taskId}`, { key: owner.key })
    const { download_url } = await status.json<{ download_url: string }>()
    const saved = await SELF.fetch(download_url)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
    await saved.arrayBuffer()
    for (const changed of [
      url.replace('view=live&', ''),
      url.replace('view=live', 'view=test'),
      url.replace('view=live', 'view=other'),
      url.replace(/expires=\d/, 'expires=9'),
      `${url}&view=live`,
      download_url.replace('?', '?view=live&'),
      download_url.replace('?', '?view=test&'),
    ]) {
      const answer = await SELF.fetch(changed)
      expect(answer.status, changed).toBe(403)
      await answer.arrayBuffer()
    }
  })

  it('ends with the task, and never lasts longer than the file is kept', async () => {
    const taskId = await finished()
    const { url, expires_at } = await linkTo(taskId, { expires_in: 400 * DAY_S })
    const status = await send('GET', `/v1/status/${taskId}`, { key: owner.key })
    const kept = (await status.json<{ expires_at: string }>()).expires_at
    expect(Math.abs(Date.parse(expires_at) - Date.parse(kept))).toBeLessThanOrEqual(1000)
    expect((await send('DELETE', `/v1/status/${taskId}`, { key: owner.key })).status).toBe(204)
    const answer = await SELF.fetch(url)
    expect(answer.status).toBe(410)
    await answer.arrayBuffer()
    expect((await viewed(taskId)).status).toBe(410)
  })

  it('is taken back alone: its customer is told so in a page, and the other links go on', async () => {
    const taskId = await finished()
    const [one, other] = [await linkTo(taskId), await linkTo(taskId)]
    expect(one.url).not.toBe(other.url)
    const path = `/v1/status/${taskId}/view`
    const listed = async (key = owner.key) => {
      const answer = await send('GET', path, { key })
      return (await answer.json<{ views: unknown[] }>()).views
    }
    expect(await listed()).toEqual(expect.arrayContaining([one, other]))
    const reader = await addKey(owner, { mode: 'live', scopes: ['read'] })
    expect(await listed(reader)).toHaveLength(2)
    const takeBack = async (viewId: string, key = owner.key) =>
      (await send('DELETE', `${path}/${viewId}`, { key })).status
    expect(await takeBack(one.view_id, reader)).toBe(403)
    expect(await takeBack('viw_none')).toBe(404)
    expect(await takeBack(one.view_id)).toBe(204)
    expect(await takeBack(one.view_id)).toBe(204)
    expect(await listed()).toEqual([other])
    const page = await SELF.fetch(one.url, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
    expect(await page.text()).toContain('This link was taken back. Ask its sender for a new one.')
    const bare = await SELF.fetch(one.url)
    expect([bare.status, await bare.json()]).toEqual([410, expect.objectContaining({ code: 'gone' })])
    const input = await send('POST', '/v1/finish', { key: owner.key, body: { files: [{ url: one.url }] } })
    expect(await input.json()).toMatchObject({
      code: 'asset_failed',
      detail: expect.stringContaining('taken back'),
    })
    const open = await SELF.fetch(other.url, { headers: { accept: 'text/html' } })
    expect([open.status, open.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await open.arrayBuffer()
  })

  it('ends at a second of its own, and there are a hundred of a task at most', async () => {
    const taskId = await finished()
    const links = Array.from({ length: MAX_VIEWS }, () =>
      insertView(env.DB, { taskId, expiresAt: 2e12 }, 1e12),
    )
    const made = await Promise.all(links)
    expect(new Set(made.map((link) => link?.expiresAt)).size).toBe(MAX_VIEWS)
    expect(Math.min(...made.map((link) => link?.expiresAt ?? 0))).toBe(2e12 - (MAX_VIEWS - 1) * 1000)
    const answer = await viewed(taskId)
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'plan_limit' }),
    ])
    // Those that have ended count no more.
    expect(await insertView(env.DB, { taskId, expiresAt: 3e12 }, 2e12)).toMatchObject({ expiresAt: 3e12 })
    expect(await send('DELETE', `/v1/status/${taskId}`, { key: owner.key })).toMatchObject({ status: 204 })
    expect(await listViews(env.DB, taskId, 0)).toEqual([])
  })

  it('says that a file is of a test key', async () => {
    const key = await addKey(owner, { mode: 'test', scopes: ['render', 'read'] })
    const taskId = await finished(key)
    const { url } = await linkTo(taskId, {}, key)
    const answer = await SELF.fetch(url)
    expect(answer.headers.get('x-test-mode')).toBe('true')
    await answer.arrayBuffer()
  })

  it('is for keys that render, and for tasks with a file', async () => {
    const taskId = await finished()
    const key = await addKey(owner, { mode: 'live', scopes: ['read'] })
    expect((await viewed(taskId, {}, key)).status).toBe(403)
    const failing = { data: 'x', logo_url: 'data:image/png;base64,AAAA', async_mode: true }
    const accepted = await send('POST', '/v1/qrcode', { key: owner.key, body: failing })
    const { task_id } = await accepted.json<{ task_id: string }>()
    const failed = async () =>
      await (await send('GET', `/v1/status/${task_id}?wait=10`, { key: owner.key })).json()
    await expect.poll(failed, { timeout: 20_000 }).toMatchObject({ status: 'failed' })
    expect((await viewed(task_id)).status).toBe(404)
    for (const expires_in of [0, 59, 1.5, '3600', 400 * DAY_S + 1])
      expect((await viewed(taskId, { expires_in })).status).toBe(400)
    expect((await viewed(taskId, { days: 3 })).status).toBe(400)
  })
})

describe('an address for saving', () => {
  it('works for a day, or as long as FILE_URL_TTL_SECONDS says, and not after that', async () => {
    /** An address, and whether it was made for so many seconds. */
    const madeFor = async (seconds: number) => {
      const before = Date.now()
      const answer = await send('POST', '/v1/qrcode', {
        key: owner.key,
        body: { data: crypto.randomUUID(), return_type: 'url' },
      })
      const { url } = await answer.json<{ url: string }>()
      // Whole seconds
      const madeAt = (Number(new URL(url).searchParams.get('expires')) - seconds) * 1000
      return { url, is: madeAt > before - 1_000 && madeAt < Date.now() + 1_000 }
    }
    expect((await madeFor(DAY_S)).is).toBe(true)
    env.FILE_URL_TTL_SECONDS = '2'
    const { url, is } = await madeFor(2)
    expect(is).toBe(true)
    await vi.waitFor(async () => {
      const answer = await SELF.fetch(url)
      await answer.arrayBuffer()
      expect(answer.status).toBe(410)
    }, 20_000)
  })

  it('works at once, also while the file is still being stored', async () => {
    // It is waited for some seconds after its task, which do not pass here, however long the machine takes.
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    onTestFinished(() => clock.mockRestore())
    const asked = { key: owner.key, body: { data: crypto.randomUUID(), return_type: 'url' } }
    const { url } = await (await send('POST', '/v1/qrcode', asked)).json<{ url: string }>()
    const key = new URL(url).pathname.split('/').slice(1, 3).join('/')
    const file = await env.FILES.get(key)
    if (!file) throw new Error('there is no file')
    const bytes = await file.arrayBuffer()
    await env.FILES.delete(key)
    const answer = SELF.fetch(url)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await env.FILES.put(key, bytes, { httpMetadata: file.httpMetadata ?? {} })
    expect((await answer).status).toBe(200)
    expect((await (await answer).arrayBuffer()).byteLength).toBe(bytes.byteLength)
  })
})
