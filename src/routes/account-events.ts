/** `/v1/webhooks/events`: where an account is told of low credits and of failed tasks, and trying that address. */
import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_CREDITS } from '../accounts/ledger'
import { refusalProblem } from '../accounts/refusal'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { checkHook } from '../http/check-urls'
import type { AppContext, AppEnv } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { requireLastingKey } from '../http/key-commands'
import { eventType } from '../http/openapi/event-schema'
import { json, route } from '../http/route'
import { optionalQuery } from '../http/shared-schemas'
import { invalidRequest } from '../http/validation'
import { newTaskId } from '../ids'
import { webhookSender } from '../queue/post-webhook'
import type { EventTarget } from '../webhooks/event-body'
import { postSigned } from '../webhooks/post-signed'
import { sampleEvent } from '../webhooks/sample-event'

const targetSchema = z
  .strictObject({
    url: z.string().min(1).max(2048).describe('A public address that gets one POST for each event.'),
    events: z
      .array(eventType)
      .min(1)
      .max(10)
      .transform((events) => [...new Set(events)])
      .describe('What you are told of.'),
    credits_below: z
      .int()
      .min(1)
      .max(MAX_CREDITS)
      .optional()
      .describe(
        'Needed for `credits.low`, which is sent once when your credits fall under this, and again after they were above it. Credits that are held for work under way count as there.',
      ),
  })
  .superRefine(({ events, credits_below }, context) => {
    const isLow = events.includes('credits.low')
    if (isLow === (credits_below !== undefined)) return
    const message = isLow
      ? 'is needed for credits.low: the number of credits under which it is sent'
      : 'is only for credits.low: add "credits.low" to events'
    context.addIssue({ code: 'custom', path: ['credits_below'], message })
  })
  .meta({ id: 'EventTarget' })

const example = {
  url: 'https://example.com/platen-events',
  events: ['credits.low', 'task.failed'],
  credits_below: 100,
} satisfies EventTarget

const getEvents = route(
  {
    operationId: 'getEventTarget',
    summary: 'Where events of your account are sent',
    description: 'The address and the events. Test keys have their own. Scope `manage`.',
    query: optionalQuery,
    responses: {
      200: json('The address.', { schema: targetSchema, example }),
      204: { description: 'There is none, and `optional` is true.' },
    },
    errors: ['not_found'],
  },
  async (c, { query }) => {
    const { account, mode } = await authenticate(c, 'manage')
    const { optional } = query()
    const target = await account.eventTarget(mode)
    if (!target && optional) return c.body(null, 204)
    return c.json(shown(target ?? noTarget()))
  },
)

const putEvents = route(
  {
    operationId: 'putEventTarget',
    summary: 'Set where events of your account are sent',
    description:
      'One address for low credits and for every task that fails, synchronous ones included, beside the `webhook_url` of ' +
      'a task. Events are signed, repeated, listed and replayed as webhooks are. A test key sets the address for test ' +
      'tasks. It replaces what was set before; what is on its way keeps its address. Scope `manage`.',
    body: targetSchema,
    example,
    maxBodyBytes: MAX_BODY.fields,
    responses: {
      200: json('Replaced.', { schema: targetSchema, example }),
      201: json('Set.', { schema: targetSchema, example }),
    },
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'manage')
    const { account, mode } = caller
    requireLastingKey(caller, 'set an address for events')
    const target = await body()
    const errors = checkHook(c, '/url', target.url)
    if (errors.length > 0) throw invalidRequest(errors)
    const wasSet = await account.setEventTarget({ mode, target })
    return c.json(shown(target), wasSet ? 200 : 201)
  },
)

const deleteEvents = route(
  {
    operationId: 'deleteEventTarget',
    summary: 'Send no more events of your account',
    description: 'From now on none is made; what is on its way is still sent. Scope `manage`.',
    responses: { 204: { description: 'Removed.' } },
    errors: ['not_found'],
  },
  async (c) => {
    const { account, mode } = await authenticate(c, 'manage')
    if (!(await account.setEventTarget({ mode, target: undefined }))) noTarget()
    return c.body(null, 204)
  },
)

const postTest = idempotentRoute(
  {
    operationId: 'testEventTarget',
    summary: 'Send a sample of each event, and see how the receiver answers',
    description:
      'One signed POST for each of your `events`, at once and once, with `"sample": true`. The response says what the ' +
      'receiver answered. Samples are in no list. Scope `manage`.',
    scope: 'manage',
    // The address is the one that was set; there is nothing else to say.
    body: z.strictObject({}),
    example: {},
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'How the receiver answered, whatever it was.',
      schema: z.object({
        url: z.string().describe('Where they were sent.'),
        results: z
          .array(
            z.object({
              event: eventType,
              webhook_id: z.string().describe('The `webhook-id` of the sample.'),
              delivered: z.boolean().describe('Whether the receiver answered with a 2xx.'),
              status: z.int().optional().describe('The receiver’s HTTP status.'),
              error: z.string().optional().describe('Why there was no response.'),
              ms: z.int().describe('How long the receiver took, in milliseconds.'),
            }),
          )
          .describe('One for each event.'),
      }),
      example: {
        url: example.url,
        results: [
          { event: 'credits.low', webhook_id: 'msg_01', delivered: true, status: 204, ms: 110 },
          { event: 'task.failed', webhook_id: 'msg_02', delivered: false, status: 500, ms: 95 },
        ],
      },
    },
    errors: ['not_found'],
  },
  async (c, { caller: { account, accountId, mode, plan, credits_left, suspended } }) => {
    // The scope is that of what may be changed then, but this sends something.
    if (suspended) throw refusalProblem({ outcome: 'refused', code: 'account_suspended' })
    const target = (await account.eventTarget(mode)) ?? noTarget()
    const secrets = await account.webhookSecrets()
    const samples = target.events.map(async (event) => {
      const id = newTaskId('msg', accountId)
      const body = sampleEvent(event, { mode, plan, credits_left, ...target }, Date.now())
      return {
        event,
        webhook_id: id,
        ...(await send(c, { id, url: target.url, body, isTest: mode === 'test' }, secrets)),
      }
    })
    return { body: { url: target.url, results: await Promise.all(samples) } }
  },
)

export const accountEvents = new Hono<AppEnv>()
  .get('/', getEvents)
  .put('/', putEvents)
  .delete('/', deleteEvents)
  .post('/test', postTest)

/** Sends a sample; tells what came of it. */
async function send(
  c: AppContext,
  sample: { id: string; url: string; body: string; isTest: boolean },
  secrets: readonly string[],
): Promise<{ delivered: boolean; status?: number; error?: string; ms: number }> {
  const now = Date.now()
  const post = webhookSender(c.env, { log: c.get('log'), now: Date.now })
  const result = await postSigned(sample, { post, secrets, now })
  const ms = Date.now() - now
  if ('error' in result) return { delivered: false, error: result.error, ms }
  const { status } = result
  return { delivered: status >= 200 && status < 300, status, ms }
}

function shown({ url, events, credits_below }: EventTarget): z.input<typeof targetSchema> {
  return { url, events: [...events], credits_below }
}

function noTarget(): never {
  throw new Problem('not_found', {
    detail:
      'There is no address for events. PUT /v1/webhooks/events sets one; test and live keys have their own.',
  })
}
