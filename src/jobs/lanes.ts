/**
 * Bounded concurrency of queued tasks, in objects of their own: they take what a batch of messages names at once, and
 * the batch is done with, so a slow document keeps one lane busy and not the queue. Codes, which need no browser, have
 * lanes apart from documents. Who waits here is known in memory only: each message that was lost with the object is
 * sent again by the sweep, and one that comes twice finds nothing to claim.
 */
import { DurableObject } from 'cloudflare:workers'
import { logFor } from '../log'
import { poolSettings } from '../settings'
import type { JobMessage } from './messages'

/** Tasks of one object that are worked on side by side: more than one browser's places, so that none stands idle. */
const LANES = 10
/** Shards of the pool for each object: its lanes together are fewer than the pool's places. */
const SHARDS_EACH = 3

export class Lanes extends DurableObject<Env> {
  /** How often each task that waits came back, in the order of their coming. */
  readonly #waiting = new Map<string, number>()
  #free = LANES

  /** Takes tasks, and answers before they are begun. One that waits already keeps its place. */
  take(tasks: JobMessage[]): void {
    for (const { task_id, returns = 0 } of tasks) {
      if (!this.#waiting.has(task_id)) this.#waiting.set(task_id, returns)
    }
    this.#begin()
  }

  #begin() {
    for (const [taskId, returns] of this.#waiting) {
      if (this.#free === 0) return
      this.#waiting.delete(taskId)
      this.#free--
      void this.#work(taskId, returns).finally(() => {
        this.#free++
        this.#begin()
      })
    }
  }

  /** One try; what is to come back is sent anew. What cannot be told here is found by the sweep. */
  async #work(taskId: string, returns: number): Promise<void> {
    const { ERRAND, JOBS } = this.env
    try {
      const consumed = await ERRAND.get(ERRAND.idFromName(taskId)).run(taskId, returns)
      if (!consumed) return
      const { retryAfterSeconds: delaySeconds } = consumed
      await JOBS.send({ task_id: taskId, returns: returns + 1 }, { delaySeconds })
    } catch (error) {
      logFor(taskId)('task.interrupted', { task_id: taskId, error })
    }
  }
}

/** Hands tasks to the lanes of their kind. Throws where not all could be told: to tell them again does no harm. */
export async function joinLanes(env: Env, tasks: JobMessage[]): Promise<void> {
  const codes = await codesAmong(env.DB, tasks)
  const objects = Math.ceil(poolSettings(env).shards / SHARDS_EACH)
  const lines = Map.groupBy(tasks, ({ task_id }) => {
    const kind = codes.has(task_id) ? 'codes' : 'documents'
    return `${kind}:${Number.parseInt(task_id.slice(-6), 36) % objects}`
  })
  await Promise.all([...lines].map(([name, line]) => env.LANES.get(env.LANES.idFromName(name)).take(line)))
}

async function codesAmong(db: D1Database, tasks: JobMessage[]): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      "SELECT task_id FROM tasks WHERE kind = 'qrcode' AND task_id IN (SELECT value FROM json_each(?))",
    )
    .bind(JSON.stringify(tasks.map(({ task_id }) => task_id)))
    .all<{ task_id: string }>()
  return new Set(results.map(({ task_id }) => task_id))
}
