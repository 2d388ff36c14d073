/** The real tools of what happens without a caller: queued tasks, webhooks and the sweep. */
import type { Account } from '../accounts/account'
import { accountOf } from '../accounts/account-client'
import { ledgerOf, type Settled } from '../jobs/account-ledger'
import { again, runTools } from '../jobs/dependencies'
import type { AnyJob } from '../jobs/job'
import { codeTools } from '../jobs/qr-dependencies'
import { run } from '../jobs/run'
import { runCode } from '../jobs/run-qr'
import type { Log } from '../log'
import { createBudget } from '../net/budget'
import { createFetcher } from '../net/fetch'
import { addressPolicy, vaultOf } from '../settings'
import { fileAddress } from '../storage/file-address'
import type { TaskFile } from '../tasks/view'
import { Timings } from '../timings'
import type { TryTools } from '../webhooks/deliver'
import { WEBHOOK_TIMEOUT_MS } from '../webhooks/sign'
import type { ConsumeTools, QueuedRun } from './process-task'
import { runQueued } from './run-queued'
import type { SweepTools } from './sweep'

/** A try of a webhook: the name is resolved, then one request. */
const POST_BUDGET = { requests: 1, bytes: 0 }

/** The tools of this Worker's bindings. */
export function backgroundTools(env: Env, log: Log): ConsumeTools & TryTools & SweepTools {
  const now = () => Date.now()
  const account = (accountId: string) => accountOf(env.ACCOUNT, accountId)
  return {
    db: env.DB,
    files: env.FILES,
    vault: vaultOf(env),
    jobs: env.JOBS,
    webhooks: env.WEBHOOKS,
    account,
    ledger: (accountId) => ledgerOf(account(accountId), again),
    run: (job, options) => {
      const timings = new Timings(now)
      const shared = { account: account(job.accountId), log, timings }
      return work(env, job, options, shared).finally(() =>
        log('task.run', { task_id: job.taskId, ...timings.toJSON() }),
      )
    },
    post: (address, request) =>
      createFetcher({
        policy: addressPolicy(env),
        dohUrl: env.DOH_URL,
        budget: createBudget(POST_BUDGET),
        log: ({ event, ...facts }) => log(event, facts),
        now,
      }).post(address, { purpose: 'webhook', timeoutMs: WEBHOOK_TIMEOUT_MS, ...request }),
    downloadUrl: ({ task_id: taskId, file_name: fileName, origin, expires_at: expiresAt }) =>
      fileAddress(env, { origin, taskId, fileName, expiresAt }, now()),
    now,
    random: Math.random,
    log,
  }
}

/** The same work as for a caller who waits. */
function work(
  env: Env,
  job: AnyJob,
  { tries, signal }: QueuedRun,
  shared: { account: DurableObjectStub<Account>; log: Log; timings: Timings },
): Promise<TaskFile & Settled> {
  const { account } = shared
  if (job.kind === 'qrcode') {
    const tools = codeTools(env, { ...shared, job, queued: true })
    return runQueued(job, { files: env.FILES, account, ...tools }, () => runCode(job, { tries }, tools))
  }
  const { region = 'local' } = job
  const tools = runTools(env, { ...shared, job, region, urgency: 'queued', signal })
  return runQueued(job, { files: env.FILES, account, ...tools }, () => run(job, { tries }, tools))
}
