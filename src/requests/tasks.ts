/** What the addresses of tasks and of lists take. */
import { z } from 'zod'
import { readCursor } from '../cursor'

/** A page of a list. */
export const page = {
  limit: z.coerce.number({ error: 'must be a number' }).int().min(1).max(100).default(50),
  cursor: z
    .string()
    .transform((text, context) => {
      const cursor = readCursor(text)
      if (!cursor) context.addIssue({ code: 'custom', message: 'must be a next_cursor that an answer gave' })
      return cursor
    })
    .optional(),
}

export const kindOfWork = z.enum(['generate', 'transform', 'studio', 'qrcode'])

export const tasksQuery = z.strictObject({
  status: z.enum(['pending', 'processing', 'completed', 'failed']).optional(),
  kind: kindOfWork.optional(),
  ...page,
})

/** `wait`: seconds to wait for the end of the task before answering. */
export const statusQuery = z.strictObject({
  wait: z.coerce
    .number({ error: 'must be a number of seconds' })
    .int('must be a whole number of seconds')
    .min(0)
    .max(30)
    .default(0)
    .describe('Waits up to so many seconds for the end of the task.'),
})
