/**
 * One piece of queued work at a time, in an object of its own, named by a slot of a dispatcher: a task's try or a
 * webhook's. The object stores nothing: what is under way has a lease in D1, and what is lost with the object is found
 * by the sweep.
 */

import { DurableObject } from 'cloudflare:workers'
import { taskDatabase } from '../databases'
import { Canceled } from '../jobs/cancellation'
import { logFor } from '../log'
import { taskOfUpload } from '../tasks/uploads'
import { attemptDelivery } from '../webhooks/deliver'
import { attemptUpload } from '../webhooks/upload-file'
import { backgroundDependencies } from './background-dependencies'
import { processTask, type Retry } from './process-task'

export class TaskRunner extends DurableObject<Env> {
  /** What ends a run, by its task. */
  readonly #runs = new Map<string, AbortController>()

  /** One try of a task; `returns` is how often it came back before. Returns when it has ended or was canceled. */
  async run(taskId: string, returns: number): Promise<Retry> {
    const run = new AbortController()
    this.#runs.set(taskId, run)
    const deps = backgroundDependencies(this.env, logFor(taskId), taskDatabase(this.env, taskId))
    try {
      return await processTask(taskId, { returns, signal: run.signal }, deps)
    } finally {
      if (this.#runs.get(taskId) === run) this.#runs.delete(taskId)
    }
  }

  /** Ends the run of a task: its browser slot is free at once. */
  cancel(taskId: string): void {
    this.#runs.get(taskId)?.abort(new Canceled('The task was deleted before it ended. Nothing was charged.'))
  }

  /** One try of a webhook, whose receiver may take 15 seconds, or of a file on its way to a bucket, which may take a minute. */
  async deliver(deliveryId: string): Promise<void> {
    const db = taskDatabase(this.env, deliveryId)
    const deps = backgroundDependencies(this.env, logFor(deliveryId), db)
    const taskId = taskOfUpload(deliveryId)
    await (taskId === undefined ? attemptDelivery(deliveryId, deps) : attemptUpload(taskId, deps))
  }
}
