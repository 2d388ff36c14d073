/** An example of each problem, in the words that callers are told: `components/examples` of the description. */
import { plans } from '../../accounts/plans'
import { type Refusal, refusalProblem } from '../../accounts/refusal'
import { type ErrorCode, errorTable, type FieldError } from '../../errors'
import { DEFAULT_TIMEOUT } from '../../render/render-options'
import { inBytes } from '../../text/in-units'
import { MAX_BODY } from '../body'
import { LATE_BODY } from '../read-bytes'

/** What a problem says beside what its code says. */
type Particulars = { detail: string; errors?: readonly FieldError[] }

const rate = { policy: 'posts', limit: plans.Pro.postsPerMinute, remaining: 0, resetSeconds: 12 } as const

/** What an account refuses. */
const REFUSALS: readonly Refusal[] = [
  { outcome: 'refused', code: 'unauthorized' },
  { outcome: 'refused', code: 'forbidden', scope: 'manage' },
  { outcome: 'refused', code: 'account_suspended' },
  { outcome: 'refused', code: 'plan_feature', plan: 'Free', feature: 'password' },
  { outcome: 'refused', code: 'plan_limit', plan: 'Pro', limit: plans.Pro.entriesPerBatch, needed: 11 },
  { outcome: 'refused', code: 'insufficient_credits', needed: 2, available: 1 },
  { outcome: 'refused', code: 'idempotency_in_flight', retryAfter: 2 },
  { outcome: 'refused', code: 'idempotency_mismatch' },
  {
    ...{ outcome: 'refused', code: 'rate_limited', plan: 'Pro', retryAfter: 12 },
    rate: { ...rate, windowSeconds: 60 },
  },
  {
    ...{ outcome: 'refused', code: 'preview_quota', plan: 'Pro', quota: 'atOnce', retryAfter: 2 },
    limit: plans.Pro.previews.atOnce,
  },
  { outcome: 'refused', code: 'test_quota', quota: 'documentsPerDay', retryAfter: 3600 },
  {
    ...{ outcome: 'refused', code: 'too_many_tasks', plan: 'Pro', retryAfter: 60 },
    limit: plans.Pro.outstandingTasks,
  },
  {
    ...{ outcome: 'refused', code: 'too_many_uncharged', plan: 'Pro', retryAfter: 3600 },
    limit: plans.Pro.unchargedTasksPerDay,
  },
  {
    ...{ outcome: 'refused', code: 'too_many_renders', plan: 'Pro', retryAfter: 2, waiting: false },
    limit: plans.Pro.synchronousRenders,
  },
]

const notPdf = 'is no PDF but HTML or XML'
const unread = 'data.items is not read by invoice/classic; did you mean "lines"?'

/** What everything else refuses. */
const OTHERS: Readonly<Record<Exclude<ErrorCode, Refusal['code']>, Particulars>> = {
  invalid_request: {
    detail: '/html is required (and 1 more).',
    errors: [
      { pointer: '/html', message: 'is required' },
      { pointer: '/htlm', message: 'is not a known field; did you mean "html"?' },
    ],
  },
  invalid_json: {
    detail:
      'The body must be one JSON object; it breaks off at position 12 (line 1 column 13). Leave out the comma before the bracket.',
  },
  link_invalid: {
    detail: 'This address was altered or never issued. Ask for a new one at /v1/status/{task_id}.',
  },
  not_found: { detail: 'There is no such task. Check the task_id in the address.' },
  method_not_allowed: { detail: 'This address accepts POST, not GET.' },
  body_timeout: { detail: LATE_BODY },
  superseded: {
    detail: 'A newer preview of the same session has begun. Take its result, and drop this one.',
  },
  gone: { detail: 'The task and its file were deleted after the plan’s retention time.' },
  precondition_failed: {
    detail: 'The file is not the one that If-Match or If-Unmodified-Since asks for. Leave the header out.',
  },
  body_too_large: { detail: `The body of this request has at most ${inBytes(MAX_BODY.document)}.` },
  unsupported_media_type: { detail: 'Send the body as application/json, not text/html: {"html": "…"}.' },
  range_not_satisfiable: { detail: 'The file has 28410 bytes.' },
  asset_failed: {
    detail: `attachments[0] could not be used. It ${notPdf}.`,
    errors: [{ pointer: '/options/attachments/0', message: notPdf }],
  },
  document_invalid: { detail: 'options.wait_for is not a valid CSS selector.' },
  strict_warning: {
    detail:
      'options.strict is set and the document has warnings. Fix them, or leave out strict to accept them.',
    errors: [{ pointer: '', message: unread }],
  },
  canceled: { detail: 'The caller hung up.' },
  internal: {
    detail: 'The request was not completed and nothing was charged. Try again, or report the request id.',
  },
  browser_lost: {
    detail: 'The browser was lost twice while printing this document. Nothing was charged; try again.',
  },
  pool_full: {
    detail: 'All browsers are busy. Nothing was charged; send the request again after Retry-After.',
  },
  not_configured: { detail: 'The secret SIGNING_SECRET is not set. Set it and deploy again.' },
  render_timeout: {
    detail: `The document was not ready within ${DEFAULT_TIMEOUT} s. It was still waiting, most likely for wait_for: "#chart" matches no element.`,
  },
}

const particulars: ReadonlyMap<ErrorCode, Particulars> = new Map<ErrorCode, Particulars>([
  ...REFUSALS.map((refusal) => [refusal.code, { detail: refusalProblem(refusal).message }] as const),
  ...(Object.entries(OTHERS) as [ErrorCode, Particulars][]),
])

/** An example of the problem as OpenAPI's Example Object. */
export function problemExample(code: ErrorCode) {
  const { title, status } = errorTable[code]
  const { detail = title, errors } = particulars.get(code) ?? {}
  const told = { detail, code, request_id: 'req_0FGxq0T2pQv7sXy3zAbC', ...(errors && { errors }) }
  return { summary: title, value: { type: `/problems/${code}`, title, status, ...told } }
}
