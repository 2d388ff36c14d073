/**
 * Fair sharing of what runs side by side: the queue's messages name tasks and webhook deliveries, and the objects of
 * this class start them, in the order and with the shares of `fair-queue.ts`. Documents, what needs no browser (QR
 * codes, files to finish) and webhooks are apart, so none waits for another. A message is acknowledged as soon as its work is taken
 * over, so one slow document keeps one slot busy and not the queue.
 *
 * What waits and runs here is stored before its message is acknowledged, and until it has ended or was sent back. An object
 * that was reset goes on with it: on its next call, or at its alarm. The waiting room is bounded: a message that is refused
 * stays in the queue, and one that comes twice finds nothing to claim.
 */
import { DurableObject } from 'cloudflare:workers'
import { isNewer, WRITTEN_VERSION } from '../format-version'
import { logFor } from '../log'
import { poolSettings } from '../settings'
import { type QueueClass, queueClassOf } from '../tasks/messages'
import { FairQueue } from './fair-queue'
import { QUEUE_LIMITS } from './queue-limits'
import { type DispatchedWork, StoredWork } from './stored-work'
import type { TaskRunner } from './task-runner'

/** How long after a reset the object goes on at the latest. */
const RESUME_MS = 30_000
const MAX_SLOTS = Math.max(...Object.values(QUEUE_LIMITS).map(({ slots }) => slots))
/** Pool shards for each object: at four slots a shard, its ten are fewer than theirs. */
const SHARDS_PER_OBJECT = 3

type Runner = DurableObjectStub<TaskRunner>

export class Dispatcher extends DurableObject<Env> {
  readonly #stored = new StoredWork(this.ctx.storage.sql)
  #queue: FairQueue<DispatchedWork> | undefined
  #isArmed = false
  readonly #running = new Map<DispatchedWork, Runner>()
  /**
   * Names of the objects that do the work, one for each free slot: the work of one object shares six outgoing
   * connections.
   */
  readonly #freeNames = Array.from({ length: MAX_SLOTS }, (_, slot) => `${this.ctx.id}:${slot}`)

  /** Takes over work, stores it and returns before it starts. Returns the ids of what it has no room for. */
  dispatch(queueClass: QueueClass, work: DispatchedWork[]): string[] {
    const queue = this.#open(queueClass)
    const [taken, refused] = [[] as DispatchedWork[], [] as string[]]
    for (const one of work) {
      if (!isNewer(one) && queue.add(one)) taken.push(one)
      else refused.push(one.id)
    }
    this.ctx.storage.transactionSync(() => this.#stored.add(queueClass, taken))
    this.#arm()
    this.#startNext(queue, queueClass)
    return refused
  }

  /** Ends a task: it waits no longer, and its run is told to stop. */
  async cancel(taskId: string): Promise<void> {
    const queueClass = this.#stored.queueClass()
    if (queueClass) this.#open(queueClass).remove(taskId)
    const runners = [...this.#running].filter(([{ id }]) => id === taskId).map(([, runner]) => runner)
    if (runners.length === 0) this.#stored.remove(taskId)
    await Promise.all(runners.map((runner) => runner.cancel(taskId)))
  }

  /** Goes on with what was stored before a reset. Set while there is work. */
  override alarm(): void {
    this.#isArmed = false
    const queueClass = this.#stored.queueClass()
    if (!queueClass) return
    this.#startNext(this.#open(queueClass), queueClass)
    this.#arm()
  }

  /** The queue of this object's only class, with what a former life left. */
  #open(queueClass: QueueClass): FairQueue<DispatchedWork> {
    if (this.#queue) return this.#queue
    this.#queue = new FairQueue(QUEUE_LIMITS[queueClass])
    for (const work of this.#stored.all()) this.#queue.add(work)
    return this.#queue
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    void this.ctx.storage.setAlarm(Date.now() + RESUME_MS)
  }

  #startNext(queue: FairQueue<DispatchedWork>, queueClass: QueueClass) {
    for (let next = queue.start(); next; next = queue.start()) {
      const work = next
      const name = this.#freeNames.pop() ?? `${this.ctx.id}`
      // A stub that threw may be of no more use, so each run has a new one.
      const runner = this.env.TASK_RUNNER.get(this.env.TASK_RUNNER.idFromName(name))
      this.#running.set(work, runner)
      // A call to another object that is under way keeps this one in memory; no request waits for it.
      void this.#run(work, runner, queueClass).finally(() => {
        this.#stored.remove(work.id)
        queue.end(work)
        this.#running.delete(work)
        this.#freeNames.push(name)
        this.#startNext(queue, queueClass)
      })
    }
  }

  /** One try; a task that must come back is sent again. What fails here is found by the sweep. */
  async #run(work: DispatchedWork, runner: Runner, queueClass: QueueClass): Promise<void> {
    const { id, accountId, mode, returns } = work
    try {
      if (queueClass === 'webhooks') return await runner.deliver(id)
      const consumed = await runner.run(id, returns)
      if (!consumed) return
      const message = {
        v: WRITTEN_VERSION,
        task_id: id,
        account_id: accountId,
        mode,
        queue_class: queueClass,
        returns: returns + 1,
      }
      await this.env.JOBS.send(message, { delaySeconds: consumed.retryAfterSeconds })
    } catch (error) {
      logFor(id)('work.interrupted', { id, error })
    }
  }
}

/**
 * Hands work to the dispatchers of its class. Returns the ids of what they have no room for. Throws if not all could
 * be handed over: to do so again does no harm.
 */
export async function dispatch(env: Env, queueClass: QueueClass, work: DispatchedWork[]): Promise<string[]> {
  const byObject = Map.groupBy(work, ({ id }) => dispatcherName(env, queueClass, id))
  const refused = await Promise.all(
    [...byObject].map(([name, part]) =>
      dispatcherOf(env, name).dispatch(
        queueClass,
        part.map((one) => ({ ...one, v: WRITTEN_VERSION })),
      ),
    ),
  )
  return refused.flat()
}

/** Ends a queued task, whether it waits or runs: its slots are free within a second. */
export async function cancelTask(
  env: Env,
  { taskId, kind }: { taskId: string; kind: string },
): Promise<void> {
  await dispatcherOf(env, dispatcherName(env, queueClassOf(kind), taskId)).cancel(taskId)
}

function dispatcherOf({ DISPATCHER }: Env, name: string): DurableObjectStub<Dispatcher> {
  return DISPATCHER.get(DISPATCHER.idFromName(name))
}

/** The object that a task or a delivery belongs to: ids end in random characters. */
function dispatcherName(env: Env, queueClass: QueueClass, id: string): string {
  const objects = Math.ceil(poolSettings(env).shards / SHARDS_PER_OBJECT)
  return `${queueClass}:${Number.parseInt(id.slice(-6), 36) % objects}`
}
