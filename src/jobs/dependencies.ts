/** The bindings behind a run: the pool, the bucket, the account, and the guarded fetch with one job's budget. */

import type { Account } from '../accounts/account'
import type { Restriction } from '../accounts/strikes'
import type { Urgency } from '../browser/fair-share'
import type { Log } from '../log'
import { MemoryBudget } from '../memory-budget'
import { assetFetcher } from '../net/asset'
import { modelOf } from '../optimize/model'
import { loadJpegCodec } from '../pdf/compress/jpeg'
import { jpegModules } from '../pdf/compress/jpeg-modules'
import { finish, finishBytes } from '../pdf/finish'
import { engines } from '../pdf/pdfa/engines'
import { createRasterizer } from '../pdf/pdfa/raster'
import { MAX_WAIT_MS, renderPdf } from '../render/render'
import { poolSettings } from '../settings'
import { createFileUrl } from '../storage/file-address'
import { storeFile } from '../storage/files'
import type { Timings } from '../timings'
import { accountLedger } from './account-ledger'
import { jobFetcher } from './fetcher'
import type { Job } from './job'
import type { RunDeps } from './run'

/**
 * What the files of one document may come to, attachments included: requests and bytes. They are in memory together,
 * in an isolate of 128 MB that other documents share.
 */
const FILE_BUDGET = { requests: 300, bytes: 32 << 20 }

/**
 * Finishing holds whole documents: this many bytes of it at once leave room in an isolate of 128 MB for the rest.
 */
const finishingBudget = new MemoryBudget(80 << 20)

const rasterise = createRasterizer(engines)

/** The dependencies of `job`. */
export function runDependencies(
  env: Env,
  {
    job,
    account,
    region,
    urgency = 'caller',
    signal,
    restriction,
    log,
    timings,
  }: {
    job: Job
    account: DurableObjectStub<Account>
    region: string
    /** `queued` for work that nobody waits for. */
    urgency?: Urgency
    /** Ends the render when the work is given up. */
    signal?: AbortSignal | undefined
    /** What the account was told when the work began; queued work asks for it. */
    restriction?: Restriction | undefined
    log: Log
    timings: Timings
  },
): RunDeps {
  const now = () => Date.now()
  const taskLog: Log = (event, facts) => log(event, { task_id: job.taskId, ...facts })
  const { fetchFile, budget } = jobFetcher(env, {
    origin: job.origin,
    limits: FILE_BUDGET,
    log: taskLog,
    now,
  })
  return {
    render: (input) =>
      renderPdf(input, {
        pool: env.POOL,
        shards: poolSettings(env).shards,
        region,
        accountId: job.accountId,
        urgency,
        signal,
        restriction: async () => (urgency === 'caller' ? restriction : await account.restriction()),
        currentRestriction: async () => await account.restriction(),
        countWaste: async (waste) =>
          await account.countWaste(waste).catch((error: unknown) => {
            taskLog('waste.not_counted', { error })
            return undefined
          }),
        fetchAsset: assetFetcher(fetchFile, { accountId: job.accountId, budget, log: taskLog }),
        model: modelOf(env),
        patienceMs: MAX_WAIT_MS,
        now,
      }),
    fetchFile,
    finish: (raw, plan) => {
      const work = () =>
        finish(raw, plan, {
          now: new Date(now()),
          random,
          jpeg: () => loadJpegCodec(jpegModules),
          rasterise,
        })
      return finishingBudget.run(finishBytes(raw, plan), work, { accountId: job.accountId, signal })
    },
    store: (taskId, file) => storeFile(env.FILES, taskId, file),
    fileUrl: (file) => createFileUrl(env, file, now()),
    ledger:
      urgency === 'caller'
        ? accountLedger(account, (error) => taskLog('task.not_released', { error }))
        : accountLedger(account, rethrow),
    timings,
    signal,
    now,
  }
}

/** A queued task whose release could not be told is not finished: it is looked after again. */
export function rethrow(error: unknown): never {
  throw error
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
