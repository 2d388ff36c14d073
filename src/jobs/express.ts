/**
 * A queued document of an express endpoint: another task's file of the same input is copied, for nothing; what has to
 * be made is remembered for the next.
 */
import { findAnswer, rememberAnswer } from '../endpoints/express'
import type { Job } from './job'
import type { Settled } from './resolve'
import type { Produced, RunTools } from './run'
import { completedTask, type TaskFile } from './tasks'

type ExpressJob = Job & { inputHash: string }
type Tools = Pick<RunTools, 'store' | 'ledger' | 'now'> & { db: D1Database; files: R2Bucket }

/** Copies or makes the document. `make` settles what it makes; an answer that cannot be remembered fails nothing. */
export async function runExpress(
  job: ExpressJob,
  tools: Tools,
  make: () => Promise<Produced & Settled>,
): Promise<TaskFile & Settled> {
  const startedAt = tools.now()
  const { accountId, taskId, expiresAt, inputHash: hash } = job
  const found = await findAnswer(tools, { accountId, hash, now: startedAt })
  if (!found || found.taskId === taskId) {
    const made = await make()
    const { fileName, pages } = made
    const answer = { accountId, hash, taskId, fileName, pages, expiresAt, now: tools.now() }
    await rememberAnswer(tools.db, answer).catch(() => undefined)
    return made
  }
  // Each task has a file of its own, so that deleting one, or the end of its time, leaves the other's.
  const { bytes, fileName, pages } = found
  const copy: TaskFile = { bytes, contentType: 'application/pdf', fileName, pages, warnings: [] }
  await tools.store(taskId, copy)
  const task = completedTask(job, { startedAt, produced: copy })
  return { ...copy, ...(await tools.ledger.settle(taskId, task, { answer: undefined, credits: 0 })) }
}
