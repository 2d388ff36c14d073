/**
 * Messages as the platform delivers them. No work is done here: a batch that waited for its slowest message would hold
 * up the next one, so each message is handed over, and acknowledged when it was taken. From then on leases and attempt
 * numbers in D1 are responsible for it.
 */

import { isNewer } from '../format-version'
import type { MeasureQueue, QueueFault } from '../metrics/points'
import { jobMessage, type QueueClass, webhookMessage } from '../tasks/messages'
import { deferChecks } from '../tasks/task-store'
import { giveUp, type ProcessDeps } from './process-task'
import { queueRole } from './queue-role'
import type { DispatchedWork } from './stored-work'

export type QueueDeps = Omit<ProcessDeps, 'db'> & {
  /** The database of a task, by its id. */
  database: (taskId: string) => D1Database
  /** Hands over work without waiting for its end, and returns the ids that there was no room for. */
  dispatch: (queueClass: QueueClass, work: DispatchedWork[]) => Promise<string[]>
  /** Told of each batch that has messages which cannot be worked on. */
  measureQueue: MeasureQueue
}

type WorkMessage = { message: Message<unknown>; queueClass: QueueClass; work: DispatchedWork }

/** Seconds until a message comes back that could not be handed over. */
const FAILED_DELAY_S = 5
/** Seconds until messages of a queue that we do not know come back. */
const UNKNOWN_DELAY_S = 300
/** Seconds until a message of a later release comes back, which may be deployed then. */
const NEWER_DELAY_S = 60
/** Seconds until a message comes back for which there was no room; up to twice as many, so that not all come at once. */
const REFUSED_DELAY_S = 15
/** The sweep looks for a refused task only after its message should have come back several times. */
const REFUSED_CHECK_MS = 5 * 60_000

/** Does what a batch of any of our queues asks for. */
export async function handleBatch(batch: MessageBatch<unknown>, deps: QueueDeps): Promise<void> {
  switch (queueRole(batch.queue)) {
    case 'jobs':
      return await dispatchAll(
        parseMessages(batch, jobMessage, deps).map(({ message, body }) => {
          const { task_id: id, account_id: accountId, queue_class: queueClass, ...rest } = body
          return { message, queueClass, work: { id, accountId, ...rest } }
        }),
        deps,
      )
    case 'webhooks':
      return await dispatchAll(
        parseMessages(batch, webhookMessage, deps).map(({ message, body }) => {
          const { delivery_id: id, account_id: accountId } = body
          return { message, queueClass: 'webhooks', work: { id, accountId, mode: 'live', returns: 0 } }
        }),
        deps,
      )
    case 'jobs-dead': {
      // One that comes back, as while the database is down, was reported when it first came.
      const arrived = batch.messages.filter(({ attempts }) => attempts === 1)
      if (arrived.length > 0) reportFault('dead', { queue: batch.queue, messages: arrived }, deps)
      await Promise.all(
        parseMessages(batch, jobMessage, deps).map(async ({ message, body }) => {
          try {
            await giveUp(body.task_id, { ...deps, db: deps.database(body.task_id) })
            message.ack()
          } catch (error) {
            deps.log('queue.not_given_up', { task_id: body.task_id, error })
            message.retry({ delaySeconds: FAILED_DELAY_S })
          }
        }),
      )
      return
    }
    case 'webhooks-dead':
      // A webhook's row says when it is due; the sweep sends it again.
      reportFault('dead', batch, deps)
      return
    default:
      // Another release or another configuration may know it. Acknowledged, its messages would be gone.
      reportFault('unknown', batch, deps)
      batch.retryAll({ delaySeconds: UNKNOWN_DELAY_S })
  }
}

/** Tells the operator of messages that cannot be worked on. */
function reportFault(
  fault: QueueFault,
  { queue, messages }: Pick<MessageBatch<unknown>, 'queue' | 'messages'>,
  { log, measureQueue }: Pick<QueueDeps, 'log' | 'measureQueue'>,
): void {
  const error = `${messages.length} messages of ${queue} cannot be worked on`
  log(`queue.${fault}`, { queue, message_ids: messages.map(({ id }) => id), error })
  measureQueue(fault, queue)
}

/** The messages that can be read. Those of a later release come back; the others are logged and acknowledged. */
function parseMessages<Body>(
  { messages, queue }: MessageBatch<unknown>,
  schema: { safeParse: (body: unknown) => { success: true; data: Body } | { success: false } },
  deps: Pick<QueueDeps, 'log' | 'measureQueue'>,
): { message: Message<unknown>; body: Body }[] {
  const poisoned: Message<unknown>[] = []
  const parsedMessages = messages.flatMap((message) => {
    if (isNewer(message.body)) {
      deps.log('queue.newer', { queue, message_id: message.id })
      message.retry({ delaySeconds: NEWER_DELAY_S })
      return []
    }
    const parsed = schema.safeParse(message.body)
    if (parsed.success) return [{ message, body: parsed.data }]
    poisoned.push(message)
    message.ack()
    return []
  })
  if (poisoned.length > 0) reportFault('poisoned', { queue, messages: poisoned }, deps)
  return parsedMessages
}

/** Hands over the work of messages, class by class, and acknowledges what was taken; the rest comes back. */
async function dispatchAll(messages: WorkMessage[], deps: QueueDeps): Promise<void> {
  const byClass = Map.groupBy(messages, ({ queueClass }) => queueClass)
  await Promise.all([...byClass].map(([queueClass, part]) => dispatchClass(queueClass, part, deps)))
}

async function dispatchClass(
  queueClass: QueueClass,
  messages: WorkMessage[],
  { dispatch, database, now, random, log }: QueueDeps,
): Promise<void> {
  try {
    const work = messages.map(({ work }) => work)
    const refused = new Set(await dispatch(queueClass, work))
    for (const { message, work } of messages) {
      if (!refused.has(work.id)) message.ack()
      else message.retry({ delaySeconds: Math.ceil(REFUSED_DELAY_S * (1 + random())) })
    }
    if (refused.size === 0) return
    log('queue.no_room', { queue_class: queueClass, messages: refused.size })
    if (queueClass === 'webhooks') return
    const checkAt = now() + REFUSED_CHECK_MS
    const byDatabase = [...Map.groupBy(refused, database)]
    await Promise.all(byDatabase.map(([db, ids]) => deferChecks(db, ids, checkAt))).catch((error) =>
      log('queue.checks_not_deferred', { error }),
    )
  } catch (error) {
    log('queue.not_handed_over', { messages: messages.length, error })
    for (const { message } of messages) message.retry({ delaySeconds: FAILED_DELAY_S })
  }
}
