/** What travels through the queues: ids, and where they stand in line. What they name is in D1 and R2. */
import { z } from 'zod'

/** `returns`: how often the task came back for another try. Codes, which need no browser, stand in a line of their own. */
export const jobMessage = z.object({
  task_id: z.string(),
  line: z.enum(['documents', 'codes']).default('documents'),
  returns: z.int().min(0).default(0),
})
export type JobMessage = z.infer<typeof jobMessage>

/** The first message of a task. */
export function firstMessage({ task_id, kind }: { task_id: string; kind: string }): JobMessage {
  return { task_id, line: kind === 'qrcode' ? 'codes' : 'documents', returns: 0 }
}

export const webhookMessage = z.object({ delivery_id: z.string() })
export type WebhookMessage = z.infer<typeof webhookMessage>
