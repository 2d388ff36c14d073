/**
 * Messages as the platform delivers them. No work is done here: a batch that waited for its slowest message would hold
 * up the next one, so each message is handed over, and acknowledged when it was taken. From then on leases and attempt
 * numbers in D1 answer for it.
 */
import { type ConsumeTools, giveUp } from './consume'
import { type JobMessage, jobMessage, webhookMessage } from './messages'

export type QueueTools = ConsumeTools & {
  /** Hands tasks to whatever runs them, without waiting for their ends. Throws where not all were taken. */
  enqueue: (tasks: JobMessage[]) => Promise<void>
  /** Hands a webhook's try to whatever makes it, without waiting for its end. Throws where it was not taken. */
  deliver: (deliveryId: string) => Promise<void>
}

/** Seconds until a message comes back that nobody took. */
const UNTAKEN_S = 5

/** Does what a batch of any of our queues asks for. */
export async function receive(batch: MessageBatch<unknown>, tools: QueueTools): Promise<void> {
  const { messages, queue } = batch
  switch (queue) {
    case 'platen-jobs': {
      const tasks = understood(batch, jobMessage, tools)
      if (tasks.length === 0) return
      await taken(
        tasks.map(({ message }) => message),
        () => tools.enqueue(tasks.map(({ body }) => body)),
        tools,
      )
      return
    }
    case 'platen-webhooks':
      await Promise.all(
        understood(batch, webhookMessage, tools).map(({ message, body }) =>
          taken([message], () => tools.deliver(body.delivery_id), tools),
        ),
      )
      return
    case 'platen-jobs-dead':
      await Promise.all(
        understood(batch, jobMessage, tools).map(({ message, body }) =>
          taken([message], () => giveUp(body.task_id, tools), tools),
        ),
      )
      return
    default:
      // A webhook's row says when it is due; the sweep sends it again.
      tools.log('queue.dead', { queue, messages: messages.length })
  }
}

/** The messages that mean something; the others are done with. */
function understood<Body>(
  { messages, queue }: MessageBatch<unknown>,
  shape: { safeParse: (body: unknown) => { success: true; data: Body } | { success: false } },
  { log }: Pick<QueueTools, 'log'>,
): { message: Message<unknown>; body: Body }[] {
  return messages.flatMap((message) => {
    const parsed = shape.safeParse(message.body)
    if (parsed.success) return [{ message, body: parsed.data }]
    log('queue.poisoned', { queue, message_id: message.id })
    message.ack()
    return []
  })
}

/** Acknowledges messages when `handOver` is done; where it fails they come back, and no others do. */
async function taken(
  messages: readonly Message<unknown>[],
  handOver: () => Promise<void>,
  { log }: Pick<QueueTools, 'log'>,
): Promise<void> {
  try {
    await handOver()
    for (const message of messages) message.ack()
  } catch (error) {
    log('queue.not_taken', { messages: messages.length, error })
    for (const message of messages) message.retry({ delaySeconds: UNTAKEN_S })
  }
}
