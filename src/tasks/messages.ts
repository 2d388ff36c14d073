/**
 * What travels through the queues: ids, and what they are shared out by. What the ids name is in D1 and R2. A message
 * may have been sent by the release before, and may be read by it.
 */
import { z } from 'zod'
import { WRITTEN_VERSION } from '../format-version'
import type { TaskMode } from './record'

/** A queue delivers to the second, so a message may be early by that much. */
export const MAX_EARLY_MS = 1_000
/** How long after its time a try counts as lost. */
export const GRACE_MS = 30_000

/** Work that is dispatched apart from the others. */
export type QueueClass = 'documents' | 'codes' | 'webhooks'

const JOB_CLASSES = z.enum(['documents', 'codes'])

/**
 * `returns`: how often the task came back for another try. Messages of the release before name no account, and call
 * the class `line`; they share one account's part.
 */
export const jobMessage = z
  .object({
    v: z.int().optional(),
    task_id: z.string(),
    account_id: z.string().default(''),
    mode: z.enum(['live', 'test']).default('live'),
    queue_class: JOB_CLASSES.optional(),
    line: JOB_CLASSES.default('documents'),
    returns: z.int().min(0).default(0),
  })
  .transform(({ v: _, line, queue_class = line, ...message }) => ({ ...message, queue_class }))
export type JobMessage = z.input<typeof jobMessage>

/** What is known of a task that a message is sent for. */
export type MessageTask = { task_id: string; account_id: string; kind: string; mode: TaskMode }

/** The first message of a task. */
export function firstMessage({ kind, ...task }: MessageTask): JobMessage {
  return { v: WRITTEN_VERSION, ...task, queue_class: queueClassOf(kind), returns: 0 }
}

/** The class that a task of this kind belongs to: what needs no browser does not wait for one. */
export function queueClassOf(kind: string): 'documents' | 'codes' {
  return kind === 'qrcode' || kind === 'finish' ? 'codes' : 'documents'
}

export const webhookMessage = z.object({
  v: z.int().optional(),
  delivery_id: z.string(),
  account_id: z.string().default(''),
})

export type WebhookMessage = z.input<typeof webhookMessage>

/** The message of a delivery, the first one and every other. */
export function deliveryMessage(delivery: { delivery_id: string; account_id: string }): WebhookMessage {
  return { v: WRITTEN_VERSION, ...delivery }
}
