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
/** Shards of the pool for each object: at four places a shard, its lanes are fewer than their places. */
const SHARDS_EACH = 3

export class Lanes extends DurableObject<Env> {
  /** What waits, by task, in the order of its coming. */
  readonly #waiting = new Map<string, JobMessage>()
  readonly #free = Array.from({ length: LANES }, (_, lane) => `${this.ctx.id}:${lane}`)

  /** Takes tasks, and answers before they are begun. One that waits already keeps its place. */
  take(tasks: JobMessage[]): void {
    for (const task of tasks) {
      if (!this.#waiting.has(task.task_id)) this.#waiting.set(task.task_id, task)
    }
    this.#begin()
  }

  #begin() {
    for (const [taskId, task] of this.#waiting) {
      const lane = this.#free.pop()
      if (lane === undefined) return
      this.#waiting.delete(taskId)
      void this.#work(task, lane).finally(() => {
        this.#free.push(lane)
        this.#begin()
      })
    }
  }

  /** One try, by the lane's own object; what is to come back is sent anew. What cannot be told here the sweep finds. */
  async #work(task: JobMessage, lane: string): Promise<void> {
    const { ERRAND, JOBS } = this.env
    const { task_id: taskId, returns } = task
    try {
      const consumed = await ERRAND.get(ERRAND.idFromName(lane)).run(taskId, returns)
      if (!consumed) return
      await JOBS.send({ ...task, returns: returns + 1 }, { delaySeconds: consumed.retryAfterSeconds })
    } catch (error) {
      logFor(taskId)('task.interrupted', { task_id: taskId, error })
    }
  }
}

/** Hands tasks to the lanes of their lines. Throws where not all could be told: to tell them again does no harm. */
export async function joinLanes(env: Env, tasks: JobMessage[]): Promise<void> {
  const objects = Math.ceil(poolSettings(env).shards / SHARDS_EACH)
  const lines = Map.groupBy(
    tasks,
    ({ line, task_id }) => `${line}:${Number.parseInt(task_id.slice(-6), 36) % objects}`,
  )
  await Promise.all([...lines].map(([name, line]) => env.LANES.get(env.LANES.idFromName(name)).take(line)))
}
