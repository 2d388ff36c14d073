/** `/v1/webhooks`: what was sent and what came of it, sending it again, and the secret it is signed with. */

import { Hono } from 'hono'
import { z } from 'zod'
import { catchUp } from '../accounts/account-client'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { taskDatabase } from '../databases'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { requireLastingKey } from '../http/key-commands'
import { accountEvent, eventType } from '../http/openapi/event-schema'
import { eventExample, webhookEvent } from '../http/openapi/webhook-event'
import { jsonRoute } from '../http/route'
import { nextCursor, pageQuery, taskId, time } from '../http/shared-schemas'
import { type Delivery, loggedTries, MAX_LOGGED_TRIES, replayDelivery } from '../webhooks/delivery-store'
import type { EventBody } from '../webhooks/event-body'
import { findDelivery, listDeliveries } from '../webhooks/list-deliveries'
import { newWebhookSecret, type WebhookBody } from '../webhooks/sign'

const deliveryStatus = z
  .enum(['pending', 'delivered', 'failed'])
  .describe('`pending`: it will be sent, or sent again. `failed`: no further try.')
  .meta({ id: 'DeliveryStatus' })

const deliveryResponse = z
  .object({
    delivery_id: z.string().describe('Its `webhook-id`.'),
    task_id: taskId.optional().describe('The task that it is about; absent for `credits.low`.'),
    event: eventType.optional().describe('Of an event of your account; absent for the webhook of a task.'),
    url: z
      .string()
      .optional()
      .describe(
        'Where it is sent, as the request has it; of an event of your account only the origin, as its address may hold a secret. Absent once its task was deleted.',
      ),
    status: deliveryStatus,
    tries: z.int().describe('How often it was sent.'),
    created_at: time,
    ended_at: time.optional().describe('When it was delivered or given up (ISO 8601, UTC).'),
    next_try_at: time.optional().describe('While it is pending (ISO 8601, UTC).'),
    attempts: z
      .array(
        z.object({
          at: time,
          ms: z.int().describe('How long the receiver took, in milliseconds.'),
          status: z.int().optional().describe('The receiver’s HTTP status.'),
          error: z.string().optional().describe('Why there was no response.'),
        }),
      )
      .describe(`The latest ${MAX_LOGGED_TRIES} tries.`),
  })
  .meta({ id: 'Delivery' })

const deliveryExample: z.input<typeof deliveryResponse> = {
  delivery_id: 'msg_01',
  task_id: 'tsk_01',
  url: 'https://example.com/hook',
  status: 'delivered',
  tries: 1,
  created_at: '2026-11-21T08:00:00.400Z',
  ended_at: '2026-11-21T08:00:00.520Z',
  attempts: [{ at: '2026-11-21T08:00:00.410Z', ms: 110, status: 204 }],
}

const getDeliveries = jsonRoute(
  {
    operationId: 'listDeliveries',
    summary: 'Webhook deliveries and their results, newest first',
    description:
      'One page of what was sent to webhooks, with each attempt and its result, filtered by status and task.',
    query: z.strictObject({
      status: deliveryStatus.optional().describe('Deliveries in one state.'),
      task: z.string().min(1).max(64).optional().describe('Deliveries of one task.'),
      ...pageQuery,
    }),
    response: {
      status: 200,
      description: 'One page.',
      schema: z.object({
        deliveries: z.array(deliveryResponse).describe('Newest first.'),
        next_cursor: nextCursor,
      }),
      example: { deliveries: [deliveryExample], next_cursor: null },
    },
  },
  async (c, { query }) => {
    const { account, accountId, mode } = await authenticate(c, 'read')
    const { cursor, task, ...filter } = query()
    await catchUp(account)
    const page = { ...filter, taskId: task, mode: visibleMode(mode), after: cursor }
    const { deliveries, next } = await listDeliveries(taskDatabase(c.env, accountId), accountId, page)
    return { deliveries: deliveries.map(show), next_cursor: next ? writeCursor(next) : null }
  },
)

const getDelivery = jsonRoute(
  {
    operationId: 'getDelivery',
    summary: 'One webhook with its body',
    description: 'The delivery with its attempts and the body that is sent.',
    response: {
      status: 200,
      description: 'The delivery.',
      schema: deliveryResponse.extend({
        body: z.union([webhookEvent, accountEvent]).optional().describe('What is sent.'),
      }),
      example: { ...deliveryExample, body: eventExample },
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const delivery = await requireDelivery(c, await authenticate(c, 'read'), path('delivery_id'))
    return {
      ...show(delivery),
      ...(delivery.body !== null && { body: JSON.parse(delivery.body) as WebhookBody | EventBody }),
    }
  },
)

const postReplay = idempotentRoute(
  {
    operationId: 'replayDelivery',
    summary: 'Sends a webhook again, with the same id and body',
    description:
      'The receiver gets the first body again under the first `webhook-id`; an address in it may have expired. 410 if its task was deleted.',
    scope: 'render',
    // The address says which delivery; there is nothing else to say.
    body: z.strictObject({}),
    example: {},
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 202,
      description: 'It will be sent now.',
      schema: deliveryResponse,
      example: { ...deliveryExample, status: 'pending', next_try_at: '2026-11-21T09:00:00.000Z' },
    },
    errors: ['not_found'],
  },
  async (c, { path, caller }) => {
    const { accountId } = caller
    const { delivery_id: deliveryId, body } = await requireDelivery(c, caller, path('delivery_id'))
    if (body === null) {
      throw new Problem('gone', {
        detail: 'The task was deleted or has expired, so nothing can be sent.',
      })
    }
    // While one is under way there is nothing to begin: its outcome will be in the log.
    const begun = await replayDelivery(taskDatabase(c.env, accountId), { deliveryId, accountId }, Date.now())
    if (begun) await c.env.WEBHOOKS.send({ delivery_id: deliveryId, account_id: accountId })
    return { body: show(await requireDelivery(c, caller, deliveryId)) }
  },
)

const postRotateSecret = idempotentRoute(
  {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the webhook secret; the old one signs too for a while',
    description:
      'Returns a new secret. For `grace_seconds` webhooks are signed with both, so that a receiver has time to change. Scope `manage`; not with a test key.',
    scope: 'manage',
    body: z.strictObject({
      grace_seconds: z
        .number()
        .int()
        .min(0)
        .max(2_592_000)
        .default(86_400)
        .describe('How long the old secret still signs, in seconds.'),
    }),
    example: { grace_seconds: 3600 },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'Shown once.',
      schema: z.object({
        webhook_secret: z.string().describe('Shown this once.'),
        former_secret_expires_at: time,
      }),
      example: {
        webhook_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        former_secret_expires_at: '2026-11-21T09:00:00.000Z',
      },
    },
  },
  async (_, { request: { grace_seconds }, caller }) => {
    const { account, mode } = caller
    requireLastingKey(caller, 'make a webhook secret')
    if (mode === 'test') {
      throw new Problem('forbidden', {
        detail: 'A test key cannot rotate the webhook secret, which signs live webhooks too. Use a live key.',
      })
    }
    const secret = newWebhookSecret()
    const { formerUntil } = await account.rotateWebhookSecret({ secret, graceMs: grace_seconds * 1000 })
    return {
      body: { webhook_secret: secret, former_secret_expires_at: new Date(formerUntil).toISOString() },
    }
  },
)

export const webhooks = new Hono<AppEnv>()
  .get('/deliveries', getDeliveries)
  .get('/deliveries/:delivery_id', getDelivery)
  .post('/deliveries/:delivery_id/replay', postReplay)
  .post('/secret/rotate', postRotateSecret)

async function requireDelivery(
  c: AppContext,
  { account, accountId, mode }: Caller,
  deliveryId: string,
): Promise<Delivery> {
  const owner = { accountId, mode: visibleMode(mode) }
  await catchUp(account)
  const delivery = await findDelivery(taskDatabase(c.env, accountId), owner, deliveryId)
  if (delivery) return delivery
  throw new Problem('not_found', { detail: 'There is no such delivery. Check its id in the address.' })
}

function show({
  delivery_id,
  task_id,
  event,
  url,
  status,
  tries,
  created_at,
  ended_at,
  due_at,
  log,
}: Delivery): z.input<typeof deliveryResponse> {
  return {
    delivery_id,
    task_id: task_id || undefined,
    event: event ?? undefined,
    url: event === null ? (url ?? undefined) : URL.parse(url ?? '')?.origin,
    status,
    tries,
    created_at: new Date(created_at).toISOString(),
    ended_at: ended_at === null ? undefined : new Date(ended_at).toISOString(),
    next_try_at: status === 'pending' ? new Date(due_at).toISOString() : undefined,
    attempts: loggedTries({ log }).map(({ at, ...attempt }) => ({
      at: new Date(at).toISOString(),
      ...attempt,
    })),
  }
}
