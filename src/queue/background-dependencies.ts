/** The bindings behind what happens without a caller: queued tasks, webhooks and the sweep. */

import { accountOf } from '../accounts/account-client'
import type { Account } from '../accounts/account-object'
import { accountLedger, rethrow, type SettledCredits } from '../jobs/account-ledger'
import { runDependencies } from '../jobs/dependencies'
import type { AnyJob } from '../jobs/job'
import { qrDependencies } from '../jobs/qr-dependencies'
import { run } from '../jobs/run'
import { runQrJob } from '../jobs/run-qr'
import type { Log } from '../log'
import { WorkMemory } from '../memory/isolate-memory'
import { type MeasureQueue, taskPoint, writePoint } from '../metrics/points'
import { fileUrlTtl, vaultOf } from '../settings'
import { createFileUrl } from '../storage/file-address'
import type { TaskResult } from '../tasks/record'
import { Timings } from '../time/timings'
import type { DeliveryDeps } from '../webhooks/post-signed'
import type { UploadDeps } from '../webhooks/upload-file'
import { webhookSender } from './post-webhook'
import type { AttemptOptions, ProcessDeps } from './process-task'
import { openFile, putFile } from './put-in-bucket'
import { runQueued } from './run-queued'
import type { SweepDeps } from './sweep'

/** The dependencies from this Worker's bindings, for tasks and deliveries of the database `db`. */
export function backgroundDependencies(
  env: Env,
  log: Log,
  db: D1Database,
): ProcessDeps & DeliveryDeps & UploadDeps & SweepDeps & { measureQueue: MeasureQueue } {
  const now = () => Date.now()
  const account = (accountId: string) => accountOf(env.ACCOUNT, accountId)
  return {
    db,
    files: env.FILES,
    vault: vaultOf(env),
    jobs: env.JOBS,
    webhooks: env.WEBHOOKS,
    account,
    ledger: (accountId) => accountLedger(account(accountId), rethrow),
    run: (job, options) => {
      const timings = new Timings(now)
      const memory = new WorkMemory(job.accountId)
      const shared = { account: account(job.accountId), memory, log, timings }
      return runJob(env, job, options, shared).finally(() => {
        memory.release()
        log('task.run', { task_id: job.taskId, account_id: job.accountId, ...timings.toJSON() })
      })
    },
    post: webhookSender(env, { log, now }),
    openFile: (taskId) => openFile(env.FILES, taskId),
    put: (address, file) => putFile(env, address, file, { log, now }),
    downloadUrl: ({ task_id: taskId, file_name: fileName, origin, completed_at, expires_at: expiresAt }) =>
      createFileUrl(env, { origin, taskId, fileName, expiresAt }, givenOut(env, completed_at, now())),
    now,
    random: Math.random,
    measureTask: (task, end) => writePoint(env, taskPoint(task, end)),
    measureQueue: (name, queue) => writePoint(env, { kind: 'queue', name, outcome: 'failed', region: queue }),
    log,
  }
}

/** When an address of a webhook counts as given out: with the end of its task, if that was not long ago. */
function givenOut(env: Env, completedAt: number, now: number): number {
  return now - completedAt <= fileUrlTtl(env) / 24 ? completedAt : now
}

/** The same work as for a caller who waits. */
function runJob(
  env: Env,
  job: AnyJob,
  { tries, signal }: AttemptOptions,
  shared: { account: DurableObjectStub<Account>; memory: WorkMemory; log: Log; timings: Timings },
): Promise<TaskResult & SettledCredits> {
  const { account } = shared
  if (job.kind === 'qrcode') {
    const deps = qrDependencies(env, { ...shared, job, queued: true, signal })
    return runQueued(job, { files: env.FILES, account, ...deps }, () => runQrJob(job, { tries }, deps))
  }
  const { region = 'local' } = job
  const deps = runDependencies(env, { ...shared, job, region, urgency: 'queued', signal })
  return runQueued(job, { files: env.FILES, account, ...deps }, () => run(job, { tries }, deps))
}
