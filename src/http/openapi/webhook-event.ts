/** What a webhook's receiver is sent, as the description's `webhooks` have it (docs/decisions/contract.md 2.7). */
import { z } from 'zod'
import { inSeconds } from '../../text/in-units'
import { WEBHOOK_TIMEOUT_MS } from '../../webhooks/attempts'
import { taskId } from '../shared-schemas'
import { taskError } from '../task-response'
import { accountEvent, accountEventExample } from './event-schema'
import { withoutSafeBounds } from './json-schema'
import { jsonSchema, type Operation } from './operation'

/** What is sent, and kept with its delivery. */
export const webhookEvent = z
  .object({
    task_id: taskId,
    status: z.enum(['completed', 'failed']).describe('How it ended.'),
    download_url: z
      .string()
      .nullable()
      .describe('Signed; needs no key and expires. null if the task failed.'),
    metadata: z.unknown().describe('As it came with the request; `{}` if none did.').meta({ type: 'object' }),
    delivery: z
      .object({
        status: z.enum(['delivered', 'failed']).describe('Whether the bucket has the file.'),
        error: z.string().optional().describe('Why it has not.'),
      })
      .optional()
      .describe('How the upload to `deliver_to` ended; the call waits for that. Absent without one.'),
    error: taskError.optional().describe('Why the task failed.'),
  })
  .meta({ id: 'WebhookEvent' })

export const eventExample: z.input<typeof webhookEvent> = {
  task_id: 'tsk_01',
  status: 'completed',
  download_url: 'https://platen.example/files/tsk_01/document.pdf?expires=1795254000&signature=AbC',
  metadata: { order: 17 },
}

const SIGNED =
  'signed by Standard Webhooks (https://www.standardwebhooks.com). It is repeated, with the same `webhook-id` and ' +
  `body, until a 2xx comes within ${inSeconds(WEBHOOK_TIMEOUT_MS)} or the last try has failed.`

/** The call that ends a task with `webhook_url`. */
export const taskEnded = callOf(webhookEvent, eventExample, {
  operationId: 'taskEnded',
  summary: 'A task has ended',
  description: `One POST to the \`webhook_url\` of the request, ${SIGNED}`,
})

/** The call that tells an account of an event. */
export const accountEventSent = callOf(accountEvent, accountEventExample, {
  operationId: 'accountEventSent',
  summary: 'Something has happened in an account',
  description: `One POST to the address that \`PUT /v1/webhooks/events\` has set, ${SIGNED}`,
})

function callOf(
  schema: z.ZodType,
  example: unknown,
  head: Pick<Operation, 'operationId' | 'summary' | 'description'>,
): Operation {
  return {
    ...head,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      webhookHeader('webhook-id', 'The same for every repeat: remember the ids you have seen.'),
      webhookHeader('webhook-timestamp', 'Seconds since 1970.'),
      webhookHeader(
        'webhook-signature',
        '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; several are possible.',
      ),
      {
        ...webhookHeader('x-test-mode', '`true` if it tells of the work of a test key; else it is absent.'),
        required: false,
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: withoutSafeBounds(jsonSchema(schema)), example } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'Not wanted any more: it is not sent again.' },
    },
  }
}

function webhookHeader(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
