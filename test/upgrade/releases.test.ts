/**
 * An upgrade and a way back: this release on what each former one stored, and the one before on what this one stored.
 * The states are those of `test/fixtures/state`.
 */
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, launchService } from '../../bench/service.mjs'
import {
  bundleRelease,
  checkOutRelease,
  FORMER_RELEASE,
  hasRelease,
  startRelease,
} from '../../scripts/former-release.mjs'
import { restoreState } from '../support/former-state'
import { type Caller, callerOf, render, statusOf, useAccount } from '../support/release-use'

/** Commits that have a state. */
const RELEASES = ['79df683', '44e59e6', '56ccf61', FORMER_RELEASE]

describe.each(RELEASES)('what %s stored', (commit) => {
  const { folder, facts } = restoreState(commit)
  const { keys, accountId } = facts
  let service: Awaited<ReturnType<typeof launchService>>
  let ask: Caller

  beforeAll(async () => {
    service = await launchService({ PLATEN_STATE: folder, ALLOW_HOSTS: '127.0.0.1:9' })
    ask = callerOf(service.origin)
  })
  afterAll(async () => {
    await service.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('is read: keys in their grace, credits, files, a template and an endpoint', async () => {
    for (const key of [keys.rotated, keys.present])
      expect((await ask('GET', '/v1/credits', { key })).body).toMatchObject({
        credits_left: facts.creditsLeft,
      })
    for (const taskId of facts.completed) {
      const status = await statusOf(ask, keys.present, taskId)
      expect(status).toMatchObject({ status: 'completed', credits_charged: 1 })
      const { pathname, search } = new URL(String(status.download_url))
      const file = await fetch(service.origin + pathname + search)
      expect((await file.text()).slice(0, 5)).toBe('%PDF-')
    }
    const words = { key: keys.test, body: { data: { word: 'stored' } } }
    expect((await ask('POST', '/v1/studio/note', words)).status).toBe(200)
    const generate = { ...words, body: { template_id: 'own/note', ...words.body } }
    expect((await ask('POST', '/v1/generate', generate)).status).toBe(200)
  })

  it('ends what was queued, once, for what was held', async () => {
    for (const taskId of facts.queued)
      expect(await statusOf(ask, keys.present, taskId)).toMatchObject({ status: 'completed', pages: 1 })
    const { body } = await ask('GET', `/admin/v1/accounts/${accountId}`)
    expect(body).toMatchObject({ credits_left: facts.creditsLeft })
  })

  it('knows what was asked before: a grant and a render are repeated, not done again', async () => {
    const { grant, repeated } = facts
    const again = { body: grant.body, headers: { 'Idempotency-Key': grant.key } }
    expect((await ask('POST', `/admin/v1/accounts/${accountId}/credits`, again)).body).toEqual({
      credits_left: 150,
    })
    const replay = await ask('POST', '/v1/transform', {
      key: keys.rotated,
      body: repeated.body,
      headers: { 'Idempotency-Key': repeated.key },
    })
    // The first release compared requests in another way: to it, all are others.
    if (commit === '79df683') expect(replay.status).toBe(422)
    else {
      expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(replay.headers.get('x-task-id')).toBe(repeated.taskId)
    }
    expect((await ask('GET', '/v1/credits', { key: keys.present })).body).toMatchObject({
      credits_left: facts.creditsLeft,
    })
  })

  it('is used on: grants, renders, queued work and keys', async () => {
    keys.present = await useAccount(ask, { accountId, key: keys.present })
  })

  // A shallow clone has no former release to go back to; it takes long, so the oldest and the newest state must do.
  it.runIf(hasRelease(FORMER_RELEASE) && RELEASES.indexOf(commit) % 3 === 0)(
    `is read by ${FORMER_RELEASE} after this release, and by this one again`,
    async () => {
      const { body: before } = await ask('GET', '/v1/credits', { key: keys.present })
      const slow = render('slow', { async_mode: true, options: { timeout: 60, wait_for: { ms: 4000 } } })
      const { body: queued } = await ask('POST', '/v1/transform', { key: keys.present, body: slow })
      await service.stop()
      const former = await startRelease(checkOutRelease(FORMER_RELEASE), {
        port: await freePort(),
        settings: { PLATEN_STATE: folder, PLATEN_BUNDLE: bundleRelease(FORMER_RELEASE) },
      })
      try {
        const askFormer = callerOf(former.origin)
        const end = await statusOf(askFormer, keys.present, String(queued.task_id))
        expect(end, JSON.stringify(end)).toMatchObject({ status: 'completed', credits_charged: 1 })
        const { body: after } = await askFormer('GET', '/v1/credits', { key: keys.present })
        expect(after.credits_left).toBe(Number(before.credits_left) - 1)
        keys.present = await useAccount(askFormer, { accountId, key: keys.present })
      } finally {
        await former.stop()
      }
      service = await launchService({ PLATEN_STATE: folder })
      ask = callerOf(service.origin)
      keys.present = await useAccount(ask, { accountId, key: keys.present })
    },
  )
})
