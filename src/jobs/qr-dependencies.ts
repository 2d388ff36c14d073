/** The bindings behind a QR code: the bucket, the account, and the guarded fetch of its logo. */
import type { Account } from '../accounts/account-object'
import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import { createFileUrl } from '../storage/file-address'
import { fileKey, storeFile } from '../storage/stored-files'
import type { Timings } from '../time/timings'
import { accountLedger, rethrow } from './account-ledger'
import { jobFetcher } from './fetch-for-job'
import type { QrJob } from './job'
import { logoDecoders } from './logo-decoders'
import { forgetResult, rememberResult } from './result-cache'
import type { QrDeps } from './run-qr'

/** More than one logo may have, so that its own limit speaks first. */
const LOGO_BUDGET = { requests: 5, bytes: 6_000_000 }

/** The dependencies of `job`. Nobody waits for what queued work makes: it is remembered when it is charged (`run-queued.ts`). */
export function qrDependencies(
  env: Env,
  {
    job,
    account,
    queued = false,
    memory,
    log,
    timings,
    signal,
  }: {
    job: QrJob
    account: DurableObjectStub<Account>
    queued?: boolean
    memory: WorkMemory
    log: Log
    timings: Timings
    signal?: AbortSignal | undefined
  },
): QrDeps {
  const now = () => Date.now()
  const { taskId, accountId, mode, origin, cacheKey } = job
  const taskLog: Log = (event, facts) => log(event, { task_id: taskId, ...facts })
  return {
    fetchFile: jobFetcher(env, { origin, accountId, mode, limits: LOGO_BUDGET, memory, log: taskLog, now })
      .fetchFile,
    logoDecoders,
    store: (id, file) => storeFile(env.FILES, id, file),
    fileUrl: (file) => createFileUrl(env, file, now()),
    cache: queued
      ? undefined
      : {
          remember: (file) => rememberResult(env.FILES, job, file, { unconfirmed: true }),
          forget: async () => {
            await forgetResult(env.FILES, cacheKey, taskId)
            await env.FILES.delete(fileKey(taskId))
          },
        },
    ledger: accountLedger(account, queued ? rethrow : (error) => taskLog('task.not_released', { error })),
    timings,
    signal,
    now,
  }
}
