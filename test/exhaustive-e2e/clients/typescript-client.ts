/** The TypeScript client, as an application uses it. */
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  Platen,
  RateLimitError,
  ServiceError,
  TaskFailedError,
  verifyWebhook,
} from '../../../clients/typescript/src/index'
import { save } from '../../../clients/typescript/src/node'
import { webhookHeaders } from '../../../src/webhooks/sign'
import type { Running } from './running'

export function typescriptClient({ origin, account }: Running) {
  describe('the TypeScript client', () => {
    let platen: Platen
    let key: string
    beforeAll(async () => {
      key = await account({ plan: 'Pro', credits: 100 })
      platen = new Platen({ url: origin(), key })
    })

    it('makes documents and codes, tells what its headers say, and streams to a file', async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-client-'))
      const pdf = await platen.transform({ html: '<title>T</title><p>Hello', goCreditMode: false })
      expect(pdf).toMatchObject({ pages: 1, creditsCharged: 1, contentType: 'application/pdf' })
      await save(pdf, path.join(folder, 'a.pdf'))
      expect(fs.readFileSync(path.join(folder, 'a.pdf'), 'latin1')).toMatch(/^%PDF-/)
      expect(fs.readdirSync(folder)).toEqual(['a.pdf'])
      fs.rmSync(folder, { recursive: true })

      const invoice = await platen.generate({
        template_id: 'invoice/classic',
        data: { number: '7', lines: [{ name: 'Design', quantity: 1, net_price: 10 }] },
      })
      expect(invoice.taskId).toMatch(/^tsk_/)
      const code = () => platen.qrcode({ data: 'https://example.com', format: 'svg' })
      expect(new TextDecoder().decode(await (await code()).bytes())).toContain('<svg')
      expect((await code()).isCached).toBe(true)
      const report = await platen.inspect(await invoice.bytes())
      expect(report.pages).toBe(1)
      const { url } = await platen.createView(invoice.taskId ?? '', { expires_in: 3600 })
      expect((await fetch(url)).headers.get('content-disposition')).toMatch(/^inline/)
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
      const stored = await platen.putAsset('logo.svg', new Blob([svg]))
      expect(stored).toMatchObject({ address: 'asset:logo.svg', content_type: 'image/svg+xml' })
      await platen.putBrand({ name: 'Acme', logo: 'asset:logo.svg' })
      expect(await platen.brand()).toEqual({ name: 'Acme', logo: 'asset:logo.svg' })
      expect(await platen.deleteBrand()).toBe(undefined)
      await expect(platen.brand()).rejects.toThrow(NotFoundError)
      const { price } = await platen.dryRun('transform', { html: '<p>', options: { compress: true } })
      expect(price).toBe(3)
    })

    it('waits for tasks and batches, and throws why one failed', async () => {
      const seen: string[] = []
      const task = await platen.submit('transform', { html: '<title>T</title><p>One', metadata: { n: 1 } })
      const done = await platen.waitFor(task, { onProgress: ({ status }) => seen.push(status) })
      expect(seen.at(-1)).toBe('completed')
      expect((await (await platen.download(done)).bytes()).length).toBeGreaterThan(500)

      const batch = await platen.submitBatch('transform', [
        { html: '<title>T</title><p>One' },
        { html: '<title>T</title><p>Two', options: { page_ranges: '5' } },
      ])
      const ended = await platen.waitForBatch(batch)
      expect(ended.counts).toMatchObject({ completed: 1, failed: 1 })
      const failed = ended.tasks.find(({ status }) => status === 'failed')
      const error = await platen.waitFor(failed?.task_id ?? '').catch((error: unknown) => error)
      expect(error).toBeInstanceOf(TaskFailedError)
      expect((error as TaskFailedError).message).not.toBe('')

      const listed = []
      for await (const one of platen.tasks({ status: 'completed', limit: 1 })) listed.push(one.task_id)
      expect(listed).toContain(task.task_id)
      await platen.deleteTask(task.task_id)
      await expect(platen.task(task.task_id)).rejects.toBeInstanceOf(NotFoundError)
    })

    it('tells what was refused by a class, a code and pointers to the fields', async () => {
      const wrong = { html: '<p>', options: { paper: 'A7', margin_top: -1 } } as never
      const error = await platen.transform(wrong).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(InvalidRequestError)
      const { code, status, requestId, errors } = error as InvalidRequestError
      expect([code, status]).toEqual(['invalid_request', 400])
      expect(requestId).toMatch(/^req_/)
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/options/paper', '/options/margin_top'])
      const stranger = new Platen({ url: origin(), key: `${key.slice(0, -1)}_` })
      await expect(stranger.credits()).rejects.toBeInstanceOf(AuthenticationError)
      expect(() => new Platen({ url: 'platen.example', key })).toThrow('https://')
    })

    it('tries again what may pass, with the same idempotency key, and is charged once', async () => {
      const keys: (string | null)[] = []
      const lossy: typeof fetch = async (input, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        const response = await fetch(input, init)
        if (keys.length === 1) throw new TypeError('the connection broke off')
        return keys.length === 2 ? new Response('busy', { status: 503 }) : response
      }
      const before = (await platen.credits()).credits_left
      const unlucky = new Platen({ url: origin(), key, fetch: lossy })
      const pdf = await unlucky.transform({ html: '<title>T</title><p>Once', goCreditMode: false })
      expect((await pdf.bytes()).length).toBeGreaterThan(500)
      expect(keys).toEqual([keys[0], keys[0], keys[0]])
      expect((await platen.credits()).credits_left).toBe(before - 1)
    })

    it('gives work that failed a new key, since the same one would get the same failure, but not one of the caller', async () => {
      const keys: (string | null)[] = []
      const failing: typeof fetch = async (input, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        if (keys.length > 1 && keys.at(-1) !== 'mine') return await fetch(input, init)
        return Response.json({ code: 'browser_lost', detail: 'Gone.', request_id: 'req_1' }, { status: 502 })
      }
      const unlucky = new Platen({ url: origin(), key, fetch: failing })
      const request = { html: '<title>T</title><p>Again', goCreditMode: false }
      await (await unlucky.transform(request)).bytes()
      expect(new Set(keys).size).toBe(2)
      await expect(unlucky.transform(request, { idempotencyKey: 'mine' })).rejects.toMatchObject({
        status: 502,
      })
      expect(keys).toHaveLength(3)
    })

    it('throws at once what would wait too long, and what a repeat cannot mend', async () => {
      const server = http.createServer((request, response) => {
        calls++
        response.setHeader('Retry-After', '3600')
        response.statusCode = request.url === '/v1/credits' ? 429 : 504
        response.end('{"code":"test_quota","detail":"Tomorrow."}')
      })
      let calls = 0
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const busy = new Platen({ url: `http://127.0.0.1:${port}`, key: 'plt_test_x' })
      const error = await busy.credits().catch((error: unknown) => error)
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAfter: 3600, message: 'Tomorrow.' })
      await expect(busy.templates()).rejects.toBeInstanceOf(ServiceError)
      expect(calls).toBe(2)
      server.close()
    })

    it('verifies webhooks', async () => {
      const secret = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`
      const body = '{"task_id":"tsk_1","status":"completed","download_url":null,"metadata":{}}'
      const signed = (now: number, by = secret) => webhookHeaders({ id: 'msg_1', body, now }, [by])
      const event = await verifyWebhook(body, signed(Date.now()), secret)
      expect(event).toMatchObject({ id: 'msg_1', task_id: 'tsk_1' })
      for (const [text, headers] of [
        [`${body} `, signed(Date.now())],
        [body, signed(Date.now() - 600_000)],
        [body, signed(Date.now(), 'whsec_b3RoZXI=')],
        [body, {}],
      ] as const)
        await expect(verifyWebhook(text, headers, secret)).rejects.toThrow(/webhook-/)
    })
  })
}
