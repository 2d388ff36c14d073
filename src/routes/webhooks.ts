/** `/v1/webhooks`: what was sent and what came of it, sending it again, and the secret it is signed with. */
import { Hono } from 'hono'
import { z } from 'zod'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { jsonRoute } from '../http/route'
import { address, nextCursor, pageQuery, time } from '../http/shared-schemas'
import { findDelivery, listDeliveries } from '../webhooks/list'
import { newWebhookSecret } from '../webhooks/sign'
import { type Delivery, loggedTries, MAX_LOGGED_TRIES, replayDelivery } from '../webhooks/store'

const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])

const deliveryResponse = z.object({
  delivery_id: z.string().describe('Its `webhook-id`.'),
  task_id: z.string(),
  url: address.optional(),
  status: deliveryStatus,
  tries: z.int(),
  created_at: time,
  ended_at: time.optional(),
  next_try_at: time.optional(),
  attempts: z
    .array(z.object({ at: time, ms: z.int(), status: z.int().optional(), error: z.string().optional() }))
    .describe(`The latest ${MAX_LOGGED_TRIES} tries.`),
})

const getDeliveries = jsonRoute(
  {
    operationId: 'deliveries',
    summary: 'Webhook deliveries and their results, newest first',
    query: z.strictObject({
      status: deliveryStatus.optional(),
      task: z.string().min(1).max(64).optional(),
      ...pageQuery,
    }),
    response: {
      status: 200,
      description: 'One page.',
      schema: z.object({ deliveries: z.array(deliveryResponse), next_cursor: nextCursor }),
    },
  },
  async (c, { query }) => {
    const { accountId, mode } = await authenticate(c, 'read')
    const { cursor, task, ...filter } = query()
    const page = { ...filter, taskId: task, mode: visibleMode(mode), after: cursor }
    const { deliveries, next } = await listDeliveries(c.env.DB, accountId, page)
    return { deliveries: deliveries.map(show), next_cursor: next ? writeCursor(next) : null }
  },
)

const getDelivery = jsonRoute(
  {
    operationId: 'delivery',
    summary: 'One webhook with its body',
    response: {
      status: 200,
      description: 'The delivery.',
      schema: deliveryResponse.extend({
        body: z.record(z.string(), z.unknown()).optional().describe('What is sent.'),
      }),
    },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const delivery = await requireDelivery(c, await authenticate(c, 'read'), path('delivery_id'))
    return {
      ...show(delivery),
      ...(delivery.body !== null && { body: JSON.parse(delivery.body) as Record<string, unknown> }),
    }
  },
)

const postReplay = idempotentRoute(
  {
    operationId: 'replayDelivery',
    summary: 'Sends a webhook again, with the same id and body',
    scope: 'render',
    // The address says which delivery; there is nothing else to say.
    body: z.strictObject({}),
    maxBodyBytes: MAX_BODY.fields,
    response: { status: 202, description: 'It will be sent now.', schema: deliveryResponse },
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
    const begun = await replayDelivery(c.env.DB, { deliveryId, accountId }, Date.now())
    if (begun) await c.env.WEBHOOKS.send({ delivery_id: deliveryId, account_id: accountId })
    return show(await requireDelivery(c, caller, deliveryId))
  },
)

const postRotateSecret = idempotentRoute(
  {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the webhook secret; the old one signs too for a while',
    scope: 'manage',
    /** How long the old secret signs beside the new one; a day if nothing is said, 30 at most. */
    body: z.strictObject({ grace_seconds: z.number().int().min(0).max(2_592_000).default(86_400) }),
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'Shown once.',
      schema: z.object({ webhook_secret: z.string(), former_secret_expires_at: time }),
    },
  },
  async (_, { request: { grace_seconds }, caller: { account, mode } }) => {
    if (mode === 'test') {
      throw new Problem('forbidden', {
        detail: 'A test key cannot rotate the webhook secret, which signs live webhooks too. Use a live key.',
      })
    }
    const secret = newWebhookSecret()
    const { formerUntil } = await account.rotateWebhookSecret({ secret, graceMs: grace_seconds * 1000 })
    return { webhook_secret: secret, former_secret_expires_at: new Date(formerUntil).toISOString() }
  },
)

export const webhooks = new Hono<AppEnv>()
  .get('/deliveries', getDeliveries)
  .get('/deliveries/:delivery_id', getDelivery)
  .post('/deliveries/:delivery_id/replay', postReplay)
  .post('/secret/rotate', postRotateSecret)

async function requireDelivery(
  c: AppContext,
  { accountId, mode }: Caller,
  deliveryId: string,
): Promise<Delivery> {
  const owner = { accountId, mode: visibleMode(mode) }
  const delivery = await findDelivery(c.env.DB, owner, deliveryId)
  if (delivery) return delivery
  throw new Problem('not_found', { detail: 'There is no such delivery. Check its id in the address.' })
}

function show({
  delivery_id,
  task_id,
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
    task_id,
    url: url ?? undefined,
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
