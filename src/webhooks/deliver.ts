/** Webhooks: from a delivery that is due to a receiver that has it, or to the last try. */
import { deliveryMessage } from '../tasks/messages'
import { nextStep } from './attempts'
import { claimDelivery, deferDelivery, recordAttempt } from './delivery-store'
import { tryFirst } from './first-try'
import { type DeliveryDeps, deliveryMessageOf, outcomeOf, postSigned } from './post-signed'

/** Seconds over which the tries of a busy receiver are spread, for each that waits. */
const SPREAD_S = 0.5

/** One message of the webhooks' queue: one try, or none if there is nothing to do. Never throws. */
export async function attemptDelivery(deliveryId: string, deps: DeliveryDeps): Promise<void> {
  const { db, webhooks, now, random, log } = deps
  try {
    if ((await tryFirst(deliveryId, deps)) === 'tried') return
    const claimed = await claimDelivery(db, deliveryId, now())
    if (!claimed) return
    if ('busy' in claimed) {
      const delaySeconds = Math.ceil(1 + random() * claimed.waiting * SPREAD_S)
      await deferDelivery(db, deliveryId, now() + delaySeconds * 1000)
      await webhooks.send(deliveryMessage({ delivery_id: deliveryId, account_id: claimed.account_id }), {
        delaySeconds,
      })
      return
    }
    const { url, body, tries, about } = claimed
    if (url === null || body === null) return
    const startedAt = now()
    const secrets = await deps.account(claimed.account_id).webhookSecrets()
    const result = await postSigned(
      { id: deliveryId, url, body, isTest: about === 'test' },
      { post: deps.post, secrets, now: startedAt },
    )
    const next = nextStep(result, { tries, now: now(), random: random() })
    await recordAttempt(db, { delivery: claimed, result, next, ms: now() - startedAt }, now())
    log('webhook.tried', { delivery_id: deliveryId, tries, ...outcomeOf(result), outcome: next.status })
    if (next.status !== 'pending') return
    await webhooks.send(...deliveryMessageOf(deliveryId, claimed.account_id, next.dueAt - now()))
  } catch (error) {
    // Its row says when it is due; the sweep sends it again.
    log('webhook.interrupted', { delivery_id: deliveryId, error })
  }
}
