/**
 * Two releases at once, as a deployment has them: while traffic moves, the platform chooses a version for each object by
 * itself. Here each class is of one release, the Worker too, and all of them share database, bucket and queues.
 */
import path from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readSettings } from 'wrangler'
import { prepareBrowser } from '../../scripts/browser.mjs'
import { bundleRelease, checkOutRelease, TEST_SECRETS } from '../../scripts/former-release.mjs'
import { modulesIn } from '../../scripts/local.mjs'
import { applyMigrations } from '../../scripts/migrations.mjs'

/** What may be of one release or of the other: the Worker, which callers, queues and cron reach, and the objects. */
export type Part = 'Worker' | 'Account' | 'Pool' | 'Dispatcher' | 'TaskRunner'
type ReleaseName = 'former' | 'present'
type Release = { name: ReleaseName; folder: string; bundled: string }

/** What is changed of a Worker's settings. */
type WorkerSettings = {
  queueConsumers: Record<string, Record<string, string | number>>
  durableObjects: Record<string, { className: string }>
  bindings: object
}

/** One browser is enough for a test, and is kept. */
const SETTINGS = { ...TEST_SECRETS, POOL_SHARDS: '1', POOL_IDLE_MINUTES: '0' }

/** The present release and `commit`, as they were bundled for the suite. */
export function releasesBeside(commit: string): Record<ReleaseName, Release> {
  return {
    present: { name: 'present', folder: path.resolve('.'), bundled: process.env.PLATEN_BUNDLE ?? '' },
    former: { name: 'former', folder: checkOutRelease(commit), bundled: bundleRelease(commit) },
  }
}

/** Starts both with the `formerParts` of the former release and all others of the present one, on an empty state. */
export async function startMixed(
  { present, former }: Record<ReleaseName, Release>,
  { formerParts, settings }: { formerParts: readonly Part[]; settings: Record<string, string> },
) {
  const browser = await prepareBrowser()
  if (browser.XDG_CACHE_HOME) process.env.XDG_CACHE_HOME = browser.XDG_CACHE_HOME
  const releaseOf = (part: string): ReleaseName =>
    (formerParts as readonly string[]).includes(part) ? 'former' : 'present'
  const serving = releaseOf('Worker')
  // Callers and queues reach the first Worker of the list.
  const releases = serving === 'former' ? [former, present] : [present, former]
  const workers = releases.map(({ name, folder, bundled }) => {
    const { queueConsumers, durableObjects, bindings, ...options } = readSettings(
      path.join(folder, 'wrangler.toml'),
    ).workerOptions as WorkerSettings
    const bound = Object.entries(durableObjects).map(([binding, object]) => {
      const scriptName = releaseOf(object.className)
      return [binding, { ...object, ...(scriptName !== name && { scriptName }) }]
    })
    return {
      ...options,
      name,
      modulesRoot: bundled,
      modules: modulesIn(bundled),
      bindings: { ...bindings, ...SETTINGS, ...settings },
      durableObjects: Object.fromEntries(bound),
      ...(name === serving && { queueConsumers }),
    }
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.WARN),
      cf: false,
      workers,
    }),
  )
  const { origin } = await miniflare.ready
  await applyMigrations(await miniflare.getD1Database('DB'))
  return { origin, stop: () => miniflare.dispose() }
}
