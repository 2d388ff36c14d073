/**
 * While a deployment moves traffic, a Worker of one release calls objects of another, and objects call each other. Two
 * arrangements have each of these calls both ways: Worker to account, pool and dispatcher, dispatcher to task runner, task
 * runner to account and pool.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORMER_RELEASE, hasRelease } from '../../scripts/former-release.mjs'
import { type Part, releasesBeside, startMixed } from '../support/mixed-releases'
import { callerOf, render, statusOf, useAccount } from '../support/release-use'

/** The dispatcher and its callees are never of the same release, nor are a task runner and its callees. */
const WORKER_AND_RUNNER: Part[] = ['Worker', 'TaskRunner']
const OTHER_OBJECTS: Part[] = ['Account', 'Pool', 'Dispatcher']

// A shallow clone has no former release.
describe.runIf(hasRelease(FORMER_RELEASE))('while a deployment moves traffic', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site?.close())

  it.each([{ formerParts: WORKER_AND_RUNNER }, { formerParts: OTHER_OBJECTS }])(
    `$formerParts of ${FORMER_RELEASE} work with the others of this release`,
    async ({ formerParts }) => {
      const service = await startMixed(releasesBeside(FORMER_RELEASE), {
        formerParts,
        settings: { ALLOW_HOSTS: site.host },
      })
      try {
        const ask = callerOf(service.origin)
        const made = await ask('POST', '/admin/v1/accounts', {
          body: { name: 'Mixed', plan: 'Max', credits: 100 },
        })
        const accountId = String(made.body.account_id)
        const key = await useAccount(ask, { accountId, key: String(made.body.api_key) })
        const creditsLeft = async () => Number((await ask('GET', '/v1/credits', { key })).body.credits_left)
        const before = await creditsLeft()

        // The pool asks whoever sent the document for its files.
        const html = `<link rel="stylesheet" href="http://${site.host}/${formerParts.join()}.css">styled`
        const repeated = {
          key,
          body: render(html),
          headers: { 'Idempotency-Key': 'once' },
        }
        const asked = site.asked()
        const first = await ask('POST', '/v1/transform', repeated)
        const again = await ask('POST', '/v1/transform', repeated)
        expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([
          200,
          200,
          'true',
        ])
        expect([first.headers.get('x-warnings'), site.asked()]).toEqual([null, asked + 1])
        expect(await creditsLeft()).toBe(before - 1)

        const refused = await ask('POST', '/v1/transform', {
          key,
          body: render('late', { options: { wait_for: '#never', timeout: 5 } }),
        })
        expect([refused.status, await creditsLeft()]).toEqual([504, before - 1])

        const entries = [render('1'), render('2'), render(html)]
        const { body: batch } = await ask('POST', '/v1/batch', {
          key,
          body: { endpoint: 'transform', entries },
        })
        const code = { key, body: { data: 'mixed', async_mode: true } }
        const { body: queuedCode } = await ask('POST', '/v1/qrcode', code)
        for (const { task_id } of [...(batch.tasks as { task_id: string }[]), queuedCode])
          expect(await statusOf(ask, key, String(task_id))).toMatchObject({ status: 'completed' })
        const slow = render('slow', { async_mode: true, options: { wait_for: { ms: 20_000 }, timeout: 40 } })
        const { body: canceled } = await ask('POST', '/v1/transform', { key, body: slow })
        await ask('DELETE', `/v1/status/${canceled.task_id}`, { key })
        expect((await ask('GET', `/v1/status/${canceled.task_id}`, { key })).status).toBe(410)
        expect(await creditsLeft()).toBe(before - 5)
        const { body: account } = await ask('GET', `/admin/v1/accounts/${accountId}`)
        expect(account.credits_held).toBe(0)
      } finally {
        await service.stop()
      }
    },
  )
})

/** A server of a style sheet. */
async function startSite() {
  let asked = 0
  const server = http.createServer((_, answer) => {
    asked++
    answer.writeHead(200, { 'Content-Type': 'text/css' }).end('p { color: teal }')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, asked: () => asked, close: () => server.close() }
}
