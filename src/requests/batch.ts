/** What `POST /v1/batch` takes. */
import { z } from 'zod'
import { delivery } from './render'

/** docs/decisions/contract.md 2.6: batch request. Entries are what their endpoint takes. */
export const batchRequest = z.strictObject({
  endpoint: z.string().min(1).describe('`generate`, `transform`, or the slug of a Studio endpoint.'),
  entries: z
    .array(z.unknown().meta({ type: 'object' }))
    .min(1, 'must have at least one entry')
    .describe('Requests to the endpoint.'),
  async_mode: z.literal(true, 'must be true or left out: a batch always runs asynchronously').optional(),
  webhook_url: delivery.webhook_url.describe('For every entry that has none of its own.'),
})
