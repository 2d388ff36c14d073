/** `/v1/webhooks`: what was sent and what came of it, sending it again, and the secret it is signed with. */
import { Hono } from 'hono'
import { visibleMode } from '../accounts/scopes'
import { writeCursor } from '../cursor'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY, readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { handleOnce } from '../http/idempotent-post'
import { parseShape } from '../http/validation'
import { deliveriesQuery, replayRequest, rotateSecretRequest } from '../requests/webhooks'
import { newWebhookSecret } from '../webhooks/sign'
import { type Delivery, findDelivery, listDeliveries, replayDelivery } from '../webhooks/store'

export const webhooks = new Hono<AppEnv>()

webhooks.get('/deliveries', async (c) => {
  const { accountId, mode } = await authenticate(c, 'read')
  const { cursor, task, ...filter } = parseShape(deliveriesQuery, c.req.query())
  const { deliveries, next } = await listDeliveries(c.env.DB, accountId, {
    ...filter,
    taskId: task,
    mode: visibleMode(mode),
    after: cursor,
  })
  return c.json({ deliveries: deliveries.map(shown), next_cursor: next ? writeCursor(next) : null })
})

webhooks.get('/deliveries/:deliveryId', async (c) => {
  const delivery = await requireDelivery(c, await authenticate(c, 'read'))
  return c.json({ ...shown(delivery), ...(delivery.body !== null && { body: JSON.parse(delivery.body) }) })
})

webhooks.post('/deliveries/:deliveryId/replay', (c) => {
  const read = async () => parseShape(replayRequest, await readJson(c, MAX_BODY.fields))
  return handleOnce(c, { scope: 'render', read }, async (_, caller) => {
    const { accountId } = caller
    const { delivery_id: deliveryId, body } = await requireDelivery(c, caller)
    if (body === null) {
      throw new Problem('gone', {
        detail: 'The task was deleted or its time is over, so nothing can be sent.',
      })
    }
    // While one is under way there is nothing to begin: its outcome will be in the log.
    const begun = await replayDelivery(c.env.DB, { deliveryId, accountId }, Date.now())
    if (begun) await c.env.WEBHOOKS.send({ delivery_id: deliveryId, account_id: accountId })
    return { status: 202, body: shown(await requireDelivery(c, caller)) }
  })
})

webhooks.post('/secret/rotate', (c) => {
  const read = async () => parseShape(rotateSecretRequest, await readJson(c, MAX_BODY.fields))
  return handleOnce(c, { scope: 'manage', read }, async ({ grace_seconds }, { account, mode }) => {
    if (mode === 'test') {
      throw new Problem('forbidden', {
        detail: 'A test key cannot rotate the webhook secret, which signs live webhooks too. Use a live key.',
      })
    }
    const secret = newWebhookSecret()
    const { formerUntil } = await account.rotateWebhookSecret({ secret, graceMs: grace_seconds * 1000 })
    const former_secret_expires_at = new Date(formerUntil).toISOString()
    return { status: 200, body: { webhook_secret: secret, former_secret_expires_at } }
  })
})

async function requireDelivery(c: AppContext, { accountId, mode }: Caller): Promise<Delivery> {
  const owner = { accountId, mode: visibleMode(mode) }
  const delivery = await findDelivery(c.env.DB, owner, c.req.param('deliveryId') ?? '')
  if (delivery) return delivery
  throw new Problem('not_found', { detail: 'There is no such delivery. Check its id in the address.' })
}

function shown({ delivery_id, task_id, url, status, tries, created_at, ended_at, due_at, log }: Delivery) {
  const attempts = (JSON.parse(log) as ({ at: number } & Record<string, unknown>)[]).map(
    ({ at, ...attempt }) => ({ at: new Date(at).toISOString(), ...attempt }),
  )
  return {
    ...{ delivery_id, task_id },
    ...(url !== null && { url }),
    ...{ status, tries },
    created_at: new Date(created_at).toISOString(),
    ...(ended_at !== null && { ended_at: new Date(ended_at).toISOString() }),
    ...(status === 'pending' && { next_try_at: new Date(due_at).toISOString() }),
    attempts,
  }
}
