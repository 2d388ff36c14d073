/** Messages as the platform delivers them: each is acknowledged by itself, those of a batch are worked on side by side. */
import { type ConsumeTools, consume, giveUp } from './consume'
import { jobMessage, webhookMessage } from './messages'

/** Messages of a batch that are worked on side by side: more than one browser's places, so that none stands idle. */
const LANES = 10

export type QueueTools = ConsumeTools & {
  /** Hands a webhook's try to whatever makes it, without waiting for its end. */
  deliver: (deliveryId: string) => Promise<void>
}

/** Seconds until a message comes back that nobody took. */
const UNTAKEN_S = 5

/** Does what a batch of any of our queues asks for. */
export async function receive(batch: MessageBatch<unknown>, tools: QueueTools): Promise<void> {
  const { messages, queue } = batch
  const poisoned = (message: Message<unknown>) => {
    tools.log('queue.poisoned', { queue, message_id: message.id })
    message.ack()
  }
  switch (queue) {
    case 'platen-jobs':
      await each(messages, async (message) => {
        const task = jobMessage.safeParse(message.body)
        if (!task.success) return poisoned(message)
        const consumed = await consume(task.data.task_id, { returns: message.attempts - 1 }, tools)
        if (consumed) message.retry({ delaySeconds: consumed.retryAfterSeconds })
        else message.ack()
      })
      return
    case 'platen-webhooks':
      await each(messages, async (message) => {
        const delivery = webhookMessage.safeParse(message.body)
        if (!delivery.success) return poisoned(message)
        const { delivery_id: deliveryId } = delivery.data
        try {
          // A slow receiver holds up no batch: when a try is due stands in its row, so the message is done with now.
          await tools.deliver(deliveryId)
          message.ack()
        } catch (error) {
          tools.log('webhook.interrupted', { delivery_id: deliveryId, error })
          message.retry({ delaySeconds: UNTAKEN_S })
        }
      })
      return
    case 'platen-jobs-dead':
      await each(messages, async (message) => {
        const task = jobMessage.safeParse(message.body)
        if (!task.success) return poisoned(message)
        await giveUp(task.data.task_id, tools)
        message.ack()
      })
      return
    default:
      // A webhook's row says when it is due; the sweep sends it again.
      tools.log('queue.dead', { queue, messages: messages.length })
  }
}

async function each(
  messages: readonly Message<unknown>[],
  work: (message: Message<unknown>) => Promise<void>,
): Promise<void> {
  const line = messages.values()
  const lane = async () => {
    for (const message of line) await work(message)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
