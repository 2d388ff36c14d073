/** `npm run deploy` in an account that is a fake: what it leaves there, wherever it was interrupted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentNamed } from '../../../scripts/deploy/environments.mjs'
import { DeploymentFailed, deploy } from '../../../scripts/deploy/pipeline.mjs'
import { createTools, type Tools } from '../../../scripts/deploy/tools.mjs'
import { emptyAccount, type FakeAccount, runCommand } from '../../support/fake-wrangler.mjs'
import { rowsOf } from '../../support/runs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-pipeline-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Rates = Record<string, { requests: number; failed: number }>
type World = {
  account: FakeAccount
  /** What is bundled. */
  source: string
  /** What the smoke test finds wrong, asked with what it was told to try. */
  smoke: (target: { url: string; override?: { version: string } }) => string[]
  rates: (versions: { candidate: string; stable: string }) => Rates | undefined
  said: string[]
}

function newWorld(): World {
  return { account: emptyAccount(), source: 'first', smoke: () => [], rates: () => undefined, said: [] }
}

/** One run of `npm run deploy -- --env staging` in it. */
async function run(world: World) {
  const environment = environmentNamed('staging')
  const tryWrangler = async (words: string[]) => {
    const { code, stdout, stderr, events } = runCommand(words, world.account)
    return { ok: code === 0, stdout, output: stdout + stderr, events }
  }
  const real = createTools({ env: 'staging', environment, folder, tryWrangler })
  const tools: Tools = {
    ...real,
    say: (text) => world.said.push(text),
    prepare: () => undefined,
    check: () => undefined,
    bundle: async () => [['index.js', Buffer.from(world.source)]],
    sleep: async () => undefined,
    smoke: async (target) => ({ passed: 30, failures: world.smoke(target) }),
    errorRates: async (versions) => world.rates(versions),
  }
  try {
    return await deploy({ env: 'staging', environment, tools, watchMinutes: 1 })
  } finally {
    real.close()
  }
}

/** What serves now: percent by the source that a version was made of. */
const serving = ({ deployments }: FakeAccount) =>
  Object.fromEntries((deployments.at(-1)?.versions ?? []).map((one) => [one.version_id, one.percentage]))

/** A world in which one version serves. */
async function deployed(): Promise<World> {
  const world = newWorld()
  await run(world)
  world.source = 'second'
  world.account.calls = []
  return world
}

/** What an account has, whatever it took to get there. */
function resultOf({ databases, buckets, queues, secrets, ...account }: FakeAccount) {
  const tagged = Object.fromEntries(account.versions.map(({ id, tag }) => [id, tag]))
  const shares = Object.entries(serving(account as FakeAccount)).map(([id, share]) => [tagged[id], share])
  return { databases, buckets, queues: queues.toSorted(), secrets: secrets.toSorted(), shares }
}

describe('the first deployment', () => {
  it('makes database, bucket with its rule, queues and secrets, and serves', async () => {
    const world = newWorld()
    const { url } = await run(world)
    expect(url).toBe('https://platen-staging.example.workers.dev')
    expect(world.account).toMatchObject({
      databases: [{ name: 'platen-staging', migrated: true }],
      buckets: { 'platen-staging-files': ['expire-cache-entries', 'expire-files', 'expire-inputs'] },
      queues: [
        'platen-staging-jobs',
        'platen-staging-webhooks',
        'platen-staging-jobs-dead',
        'platen-staging-webhooks-dead',
      ],
      secrets: ['ADMIN_TOKEN', 'SIGNING_SECRET'],
    })
    expect(serving(world.account)).toEqual({ 'version-1': 100 })
  })

  it('says that nothing earlier can serve if its smoke test fails', async () => {
    const world = newWorld()
    world.smoke = () => ['plain HTML: 500']
    await expect(run(world)).rejects.toThrow(/plain HTML: 500\nThere is no earlier version/)
    world.smoke = () => []
    await run(world)
    expect(world.account.versions).toHaveLength(1)
  })
})

describe('a later deployment', () => {
  it('tries the version at 0 %, then serves 5 % and 100 % by it', async () => {
    const world = await deployed()
    const tried: unknown[] = []
    world.smoke = ({ override }) => {
      tried.push([override?.version, serving(world.account)])
      return []
    }
    await run(world)
    expect(tried).toEqual([
      ['version-2', { 'version-2': 0, 'version-1': 100 }],
      [undefined, { 'version-2': 100 }],
    ])
    expect(world.account.deployments.map(({ versions }) => versions[0]?.percentage)).toEqual([100, 0, 5, 100])
  })

  it('migrates before it uploads, and changes cron and queues after all traffic has moved', async () => {
    const world = await deployed()
    await run(world)
    const order = ['d1 migrations apply', 'versions upload', '@100', 'triggers deploy']
    const places = order.map((part) => world.account.calls.findLastIndex((call) => call.includes(part)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('tries it at its preview address if the platform gives one', async () => {
    const world = await deployed()
    world.account.previewUrl = 'https://version-2.example.workers.dev'
    const tried: string[] = []
    world.smoke = ({ url }) => {
      tried.push(url)
      return []
    }
    await run(world)
    expect(tried[0]).toBe('https://version-2.example.workers.dev')
  })

  it('goes back by itself if the smoke test fails, before anybody was sent to it', async () => {
    const world = await deployed()
    world.smoke = ({ override }) => (override ? ['a queued document: its task is failed'] : [])
    await expect(run(world)).rejects.toThrow(DeploymentFailed)
    expect(serving(world.account)).toEqual({ 'version-1': 100 })
    expect(
      Math.max(...world.account.deployments.slice(1).map(({ versions }) => versions[0]?.percentage ?? 0)),
    ).toBe(100)
    expect(
      world.account.deployments.some(({ versions }) => versions.some((one) => one.percentage === 5)),
    ).toBe(false)
  })

  it('goes back by itself if more of its requests fail', async () => {
    const world = await deployed()
    world.rates = ({ candidate, stable }) => ({
      [candidate]: { requests: 100, failed: 4 },
      [stable]: { requests: 2000, failed: 10 },
    })
    await expect(run(world)).rejects.toThrow(/4 of 100 requests failed\nRolled back: version-1/)
    expect(serving(world.account)).toEqual({ 'version-1': 100 })
  })

  it.each([
    ['the version before fails as often', { requests: 1000, failed: 40 }, 900],
    ['few requests came, and none failed', { requests: 3, failed: 0 }, 0],
  ])('goes on if %s', async (_, own, former) => {
    const world = await deployed()
    world.rates = ({ candidate, stable }) => ({
      [candidate]: own,
      [stable]: { requests: 20_000, failed: former },
    })
    await run(world)
    expect(serving(world.account)).toEqual({ 'version-2': 100 })
  })

  it.each([
    ['three of few requests failed', { requests: 15, failed: 3 }, /3 of 15 requests failed\nRolled back/],
    ['one of few failed, and no more came', { requests: 4, failed: 1 }, /too few to tell.*\nRolled back/],
  ])('goes back if %s', async (_, own, text) => {
    const world = await deployed()
    world.rates = ({ candidate, stable }) => ({ [candidate]: own, [stable]: { requests: 300, failed: 0 } })
    await expect(run(world)).rejects.toThrow(text)
    expect(serving(world.account)).toEqual({ 'version-1': 100 })
  })

  it('watches longer if few requests came of which one failed, and goes on when more are good', async () => {
    const world = await deployed()
    let looks = 0
    world.rates = ({ candidate, stable }) => ({
      [candidate]: { requests: ++looks < 4 ? 4 : 60, failed: 1 },
      [stable]: { requests: 300, failed: 0 },
    })
    await run(world)
    expect([looks, serving(world.account)]).toEqual([4, { 'version-2': 100 }])
  })

  it('says so if the error rate is not known', async () => {
    const world = await deployed()
    await run(world)
    expect(world.said.join('\n')).toContain('its error rate is not known')
  })

  it('goes back if what serves at 100 % fails, also in a run that begins there', async () => {
    const world = await deployed()
    world.smoke = ({ override }) => (override ? [] : ['health: 503'])
    await expect(run(world)).rejects.toThrow(/Rolled back: version-1/)
    expect(serving(world.account)).toEqual({ 'version-1': 100 })
    world.account.deployments.push({ versions: [{ version_id: 'version-2', percentage: 100 }] })
    await expect(run(world)).rejects.toThrow(/Rolled back: version-1/)
  })

  it('that changes classes of objects serves at once, and is tried then', async () => {
    const world = await deployed()
    world.account.migrationsPending = true
    await run(world)
    expect(serving(world.account)).toEqual({ 'version-2': 100 })
    expect(world.said.join('\n')).toContain('serves all traffic at once')
  })

  it('of the same sources after a change of secrets keeps the new secrets', async () => {
    const world = await deployed()
    world.source = 'first'
    runCommand(['secret', 'put', 'SIGNING_SECRET'], world.account)
    await run(world)
    expect(serving(world.account)).toEqual({ 'version-3': 100 })
    await run(world)
    expect(world.account.versions.map(({ trigger }) => trigger)).toEqual([
      'version_upload',
      'secret',
      'version_upload',
    ])
  })

  it('that was tried before a change of secrets is uploaded again, and can go back to what has them', async () => {
    const world = await deployed()
    world.smoke = ({ override }) => (override ? ['plain HTML: 500'] : [])
    await expect(run(world)).rejects.toThrow(/Rolled back: version-1/)
    runCommand(['secret', 'put', 'ADMIN_TOKEN'], world.account)
    await expect(run(world)).rejects.toThrow(/Rolled back: version-3/)
    expect(world.account.versions).toHaveLength(4)
  })

  it('says what was wrong also if it is not possible to go back', async () => {
    const world = await deployed()
    world.smoke = ({ override }) => {
      if (!override) runCommand(['secret', 'put', 'ADMIN_TOKEN'], world.account)
      return override ? [] : ['health: 503']
    }
    await expect(run(world)).rejects.toThrow(
      /health: 503\nIt was not possible to go back to version-1: .*10220/s,
    )
  })

  it('of what serves already uploads nothing', async () => {
    const world = await deployed()
    world.source = 'first'
    await run(world)
    expect(world.account.versions).toHaveLength(1)
    expect(world.account.deployments).toHaveLength(1)
  })
})

describe.each([
  ['the first deployment', async () => newWorld()],
  ['a later deployment', deployed],
])('%s', (_, begin) => {
  it.each(rowsOf(['after', 'before'] as const, 1))(
    'ends right when it is repeated, whichever command breaks off %s its effect',
    async (when) => {
      const whole = await begin()
      await run(whole)
      const commands = whole.account.calls.length
      expect(commands).toBeGreaterThan(14)
      for (let call = 1; call <= commands; call++) {
        const world = await begin()
        world.account.failAt = { call, when }
        await expect(run(world)).rejects.toThrow('fetch failed')
        delete world.account.failAt
        await run(world)
        expect([world.account.calls[call - 1], resultOf(world.account)]).toEqual([
          world.account.calls[call - 1],
          resultOf(whole.account),
        ])
      }
    },
  )
})
