/** What travels through the queues: ids only. What they name is in D1 and R2. */
import { z } from 'zod'

/** `returns`: how often the task came back for another try. */
export const jobMessage = z.object({ task_id: z.string(), returns: z.int().min(0).optional() })
export type JobMessage = z.infer<typeof jobMessage>

export const webhookMessage = z.object({ delivery_id: z.string() })
export type WebhookMessage = z.infer<typeof webhookMessage>
