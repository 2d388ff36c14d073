/** The real tools of a QR code: the bucket, the account, and the guarded fetch of its logo. */
import type { Account } from '../accounts/account'
import type { Log } from '../log'
import { fileAddress } from '../storage/file-address'
import { fileKey, storeFile } from '../storage/files'
import type { Timings } from '../timings'
import { ledgerOf } from './account-ledger'
import { again } from './dependencies'
import { jobFetcher } from './fetcher'
import type { QrJob } from './job'
import { forgetResult, rememberResult } from './result-cache'
import type { CodeTools } from './run-qr'

/** More than one logo may have, so that its own limit speaks first. */
const LOGO_BUDGET = { requests: 5, bytes: 6_000_000 }

/** The tools for `job`. Nobody waits for what queued work makes: it is remembered when it is charged (`run-queued.ts`). */
export function codeTools(
  env: Env,
  {
    job,
    account,
    queued = false,
    log,
    timings,
  }: { job: QrJob; account: DurableObjectStub<Account>; queued?: boolean; log: Log; timings: Timings },
): CodeTools {
  const now = () => Date.now()
  const { taskId, origin, cacheKey, expiresAt } = job
  const taskLog: Log = (event, facts) => log(event, { task_id: taskId, ...facts })
  return {
    fetchFile: jobFetcher(env, { origin, limits: LOGO_BUDGET, log: taskLog, now }).fetchFile,
    store: (id, file) => storeFile(env.FILES, id, file),
    fileUrl: (file) => fileAddress(env, file, now()),
    cache: queued
      ? undefined
      : {
          remember: (file) => rememberResult(env.FILES, cacheKey, { ...file, taskId, expiresAt }),
          forget: async () => {
            await forgetResult(env.FILES, cacheKey, taskId)
            await env.FILES.delete(fileKey(taskId))
          },
        },
    ledger: ledgerOf(account, queued ? again : (error) => taskLog('task.not_released', { error })),
    timings,
    now,
  }
}
