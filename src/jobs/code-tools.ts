/** The real tools of a QR code: the bucket, the account, and the guarded fetch of its logo. */
import type { Account } from '../credits/account'
import { findCached, rememberFile } from '../deliver/cache'
import { storeFile } from '../deliver/files'
import type { Log } from '../log'
import { createBudget } from '../net/budget'
import { createFetcher } from '../net/fetch'
import { addressPolicy } from '../settings'
import type { Timings } from '../timings'
import type { CodeTools } from './code'
import type { QrJob } from './job'
import { withOwnFiles } from './own-files'
import { ledgerOf } from './resolve'
import { again } from './tools'

/** More than one logo may have, so that its own limit speaks first. */
const LOGO_BUDGET = { requests: 5, bytes: 6_000_000 }

/** The tools for `job`. Queued work looks for an identical code first, since its caller did not wait for one. */
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
  const { taskId, origin } = job
  const budget = createBudget(LOGO_BUDGET)
  const fetcher = createFetcher({
    policy: addressPolicy(env, origin),
    dohUrl: env.DOH_URL,
    budget,
    log: ({ event, ...facts }) => log(event, { task_id: taskId, ...facts }),
    now,
  })
  return {
    find: queued ? (key) => findCached(env.FILES, key, now()) : undefined,
    fetchFile: withOwnFiles(fetcher.fetchFile, env, { origin, budget, now }),
    store: (id, file) => storeFile(env.FILES, id, file),
    remember: (key, file) => rememberFile(env.FILES, key, file),
    ledger: ledgerOf(
      account,
      queued ? again : (error) => log('task.not_released', { task_id: taskId, error }),
    ),
    timings,
    now,
  }
}
