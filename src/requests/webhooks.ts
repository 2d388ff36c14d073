/** What the addresses of webhooks take. */
import { z } from 'zod'
import { page } from './tasks'

export const deliveriesQuery = z.strictObject({
  status: z.enum(['pending', 'delivered', 'failed']).optional(),
  task: z.string().min(1).max(64).optional(),
  ...page,
})

/** How long the old secret signs beside the new one; a day where nothing is said, 30 at most. */
export const rotateSecretRequest = z.strictObject({
  grace_seconds: z.number().int().min(0).max(2_592_000).default(86_400),
})

/** There is nothing to say but which delivery, and the address says that. */
export const replayRequest = z.strictObject({})
