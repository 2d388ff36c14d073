/** Why an account says no, and the text a caller reads. The order of the checks stands in `admission.ts`. */
import { Problem } from '../errors'
import { inHours } from '../text/in-units'
import { KEPT_MS } from './idempotency'
import { type PlanName, TEST_QUOTAS } from './plans'
import { inCredits } from './pricing'
import type { Rate } from './rate-limit'
import type { Scope } from './scopes'

export type Refusal = { outcome: 'refused'; rate?: Rate } & (
  | { code: 'unauthorized' }
  | { code: 'rate_limited'; plan: PlanName; retryAfter: number; rate: Rate }
  | { code: 'forbidden'; scope: Scope }
  | { code: 'account_suspended' }
  | { code: 'idempotency_in_flight'; retryAfter: number }
  | { code: 'idempotency_mismatch' }
  | { code: 'plan_feature'; plan: PlanName; feature: 'password' }
  | { code: 'plan_limit'; plan: PlanName; limit: number; needed: number }
  | { code: 'too_many_tasks'; plan: PlanName; limit: number; retryAfter: number }
  | { code: 'too_many_uncharged'; plan: PlanName; limit: number; retryAfter: number }
  | { code: 'test_quota'; quota: keyof typeof TEST_QUOTAS; retryAfter: number }
  | { code: 'preview_quota'; plan: PlanName; quota: 'atOnce' | 'perDay'; limit: number; retryAfter: number }
  | { code: 'insufficient_credits'; needed: number; available: number }
  /** `waiting`: too many wait for a file that is being made, rather than render. */
  | { code: 'too_many_renders'; plan: PlanName; limit: number; retryAfter: number; waiting: boolean }
)

/** The refusal as the caller is told it: what happened, the figures, and the way out. */
export function refusalProblem(refusal: Refusal): Problem {
  const init = 'retryAfter' in refusal ? { retryAfter: refusal.retryAfter } : {}
  return new Problem(refusal.code, { detail: detail(refusal), ...init })
}

const testQuotaTexts: Record<keyof typeof TEST_QUOTAS, string> = {
  synchronousRenders: `Test keys allow ${TEST_QUOTAS.synchronousRenders} synchronous renders at once.`,
  outstandingTasks: `Test keys allow ${TEST_QUOTAS.outstandingTasks} queued tasks that have not ended.`,
  documentsPerDay: `Test keys allow ${TEST_QUOTAS.documentsPerDay} documents and codes a day.`,
}

const RATED: Record<Rate['policy'], string> = {
  posts: 'POST requests',
  gets: 'GET requests',
  previews: 'previews',
}

function detail(refusal: Refusal): string {
  switch (refusal.code) {
    case 'unauthorized':
      return 'Send a valid key in the header X-API-Key. This one is mistyped, unknown, revoked or expired.'
    case 'rate_limited':
      return `The ${refusal.plan} plan allows ${refusal.rate.limit} ${RATED[refusal.rate.policy]} a minute. Try again in ${refusal.retryAfter} s.`
    case 'forbidden':
      return `This key lacks the scope "${refusal.scope}". Use a key that has it, or ask your operator for one.`
    case 'account_suspended':
      return 'The operator has suspended this account: nothing is made or sent. What is there can be read, fetched and deleted. Ask your operator.'
    case 'idempotency_in_flight':
      return 'The first request with this Idempotency-Key is still running. Repeat it after Retry-After to get its response.'
    case 'idempotency_mismatch':
      return `This Idempotency-Key was used for another request within the last ${inHours(KEPT_MS)}. Use a new key for each request.`
    case 'plan_feature':
      return `The ${refusal.plan} plan does not include options.${refusal.feature}. Leave it out, or change to a paid plan.`
    case 'plan_limit':
      return `The ${refusal.plan} plan allows ${refusal.limit} entries in a batch; this one has ${refusal.needed}. Split it.`
    case 'insufficient_credits':
      return `This costs ${inCredits(refusal.needed)} and ${refusal.available} ${refusal.available === 1 ? 'is' : 'are'} available. Ask your operator for more.`
    case 'too_many_tasks':
      return `The ${refusal.plan} plan allows ${refusal.limit} queued tasks that have not ended. Try again when some have, or change the plan.`
    case 'too_many_uncharged':
      return `The ${refusal.plan} plan allows ${refusal.limit} tasks a day that fail or only copy a stored result. Find out why tasks fail (GET /v1/tasks?status=failed). Try again in ${refusal.retryAfter} s; each charged task allows one more.`
    case 'test_quota':
      return `${testQuotaTexts[refusal.quota]} Try again in ${refusal.retryAfter} s, or use a live key.`
    case 'preview_quota':
      return refusal.quota === 'atOnce'
        ? `The ${refusal.plan} plan allows ${refusal.limit} previews at once. Give those of one page the same session: the newest then ends the one before.`
        : `The ${refusal.plan} plan allows ${refusal.limit} previews a day. Try again in ${refusal.retryAfter} s, or make the document.`
    case 'too_many_renders':
      if (refusal.waiting)
        return `More than ${refusal.limit} requests of this account are waiting for QR codes that are being made. Try again in ${refusal.retryAfter} s.`
      return `The ${refusal.plan} plan allows ${refusal.limit} synchronous renders at once. Wait for one to finish, or set async_mode.`
  }
}
