/**
 * Messages as the platform delivers them. No work is done here: a batch that waited for its slowest message would hold
 * up the next one, so each message is handed over, and acknowledged when it was taken. From then on leases and attempt
 * numbers in D1 are responsible for it.
 */

import { jobMessage, type QueueClass, webhookMessage } from '../tasks/messages'
import { deferChecks } from '../tasks/store'
import type { DispatchedWork } from './dispatcher'
import { giveUp, type ProcessDeps } from './process-task'

export type QueueDeps = ProcessDeps & {
  /** Hands over work without waiting for its end, and returns the ids that there was no room for. */
  dispatch: (queueClass: QueueClass, work: DispatchedWork[]) => Promise<string[]>
}

type WorkMessage = { message: Message<unknown>; queueClass: QueueClass; work: DispatchedWork }

/** Seconds until a message comes back that could not be handed over. */
const FAILED_DELAY_S = 5
/** Seconds until a message comes back for which there was no room; up to twice as many, so that not all come at once. */
const REFUSED_DELAY_S = 15
/** The sweep looks for a refused task only after its message should have come back several times. */
const REFUSED_CHECK_MS = 5 * 60_000

/** Does what a batch of any of our queues asks for. */
export async function handleBatch(batch: MessageBatch<unknown>, deps: QueueDeps): Promise<void> {
  const { messages, queue } = batch
  switch (queue) {
    case 'platen-jobs':
      return await dispatchAll(
        parseMessages(batch, jobMessage, deps).map(({ message, body }) => {
          const { task_id: id, account_id: accountId, queue_class: queueClass, ...rest } = body
          return { message, queueClass, work: { id, accountId, ...rest } }
        }),
        deps,
      )
    case 'platen-webhooks':
      return await dispatchAll(
        parseMessages(batch, webhookMessage, deps).map(({ message, body }) => {
          const { delivery_id: id, account_id: accountId } = body
          return { message, queueClass: 'webhooks', work: { id, accountId, mode: 'live', returns: 0 } }
        }),
        deps,
      )
    case 'platen-jobs-dead':
      await Promise.all(
        parseMessages(batch, jobMessage, deps).map(async ({ message, body }) => {
          try {
            await giveUp(body.task_id, deps)
            message.ack()
          } catch (error) {
            deps.log('queue.not_given_up', { task_id: body.task_id, error })
            message.retry({ delaySeconds: FAILED_DELAY_S })
          }
        }),
      )
      return
    default:
      // A webhook's row says when it is due; the sweep sends it again.
      deps.log('queue.dead', { queue, messages: messages.length })
  }
}

/** The messages that can be read; the others are logged and acknowledged. */
function parseMessages<Body>(
  { messages, queue }: MessageBatch<unknown>,
  schema: { safeParse: (body: unknown) => { success: true; data: Body } | { success: false } },
  { log }: Pick<QueueDeps, 'log'>,
): { message: Message<unknown>; body: Body }[] {
  return messages.flatMap((message) => {
    const parsed = schema.safeParse(message.body)
    if (parsed.success) return [{ message, body: parsed.data }]
    log('queue.poisoned', { queue, message_id: message.id })
    message.ack()
    return []
  })
}

/** Hands over the work of messages, class by class, and acknowledges what was taken; the rest comes back. */
async function dispatchAll(messages: WorkMessage[], deps: QueueDeps): Promise<void> {
  const byClass = Map.groupBy(messages, ({ queueClass }) => queueClass)
  await Promise.all([...byClass].map(([queueClass, part]) => dispatchClass(queueClass, part, deps)))
}

async function dispatchClass(
  queueClass: QueueClass,
  messages: WorkMessage[],
  { dispatch, db, now, random, log }: QueueDeps,
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
    await deferChecks(db, [...refused], now() + REFUSED_CHECK_MS).catch((error) =>
      log('queue.checks_not_deferred', { error }),
    )
  } catch (error) {
    log('queue.not_handed_over', { messages: messages.length, error })
    for (const { message } of messages) message.retry({ delaySeconds: FAILED_DELAY_S })
  }
}
