/** One try of a webhook over the guarded fetch. */
import type { Log } from '../log'
import { createBudget } from '../net/file-budget'
import { createFetcher } from '../net/guarded-fetch'
import { addressPolicy } from '../settings'
import { WEBHOOK_TIMEOUT_MS } from '../webhooks/attempts'
import type { DeliveryDeps } from '../webhooks/post-signed'

/** The name is resolved, then one request. */
const POST_BUDGET = { requests: 1, bytes: 0 }

/** What sends one, without redirects. It throws if there is no answer. */
export function webhookSender(env: Env, { log, now }: { log: Log; now: () => number }): DeliveryDeps['post'] {
  return async (address, request) =>
    await createFetcher({
      policy: addressPolicy(env),
      dohUrl: env.DOH_URL,
      budget: createBudget(POST_BUDGET),
      log: ({ event, ...facts }) => log(event, facts),
      now,
    }).post(address, { purpose: 'webhook', timeoutMs: WEBHOOK_TIMEOUT_MS, ...request })
}
