/**
 * Every error a caller can meet: one table turns a code into a status and a title, and one class carries it
 * from wherever it is found to the transport that answers (RFC 9457 in `app.ts`, a task's `error` in a job).
 */

const ERRORS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_json: { status: 400, title: 'The body is not JSON' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  forbidden: { status: 403, title: 'This key may not do that' },
  plan_feature: { status: 403, title: 'The plan does not include this option' },
  account_suspended: { status: 403, title: 'The account is suspended' },
  link_invalid: { status: 403, title: 'The signed file address is not valid' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  body_timeout: { status: 408, title: 'The body did not arrive in time' },
  idempotency_in_flight: { status: 409, title: 'The first request with this key is still running' },
  superseded: { status: 409, title: 'A newer preview of the session took its place' },
  gone: { status: 410, title: 'No longer available' },
  precondition_failed: { status: 412, title: 'A precondition of the request failed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  plan_limit: { status: 422, title: 'A limit of the plan is exceeded' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key belongs to another request' },
  asset_failed: { status: 422, title: 'A file the request refers to cannot be used' },
  document_invalid: { status: 422, title: 'The document cannot be produced as asked' },
  strict_warning: { status: 422, title: 'The document has a warning and strict is set' },
  rate_limited: { status: 429, title: 'Too many requests' },
  preview_quota: { status: 429, title: 'Too many previews' },
  test_quota: { status: 429, title: 'A quota of test keys is used up' },
  too_many_tasks: { status: 429, title: 'Too many queued tasks have not ended' },
  too_many_uncharged: { status: 429, title: 'Too many tasks ended without a charge' },
  too_many_renders: { status: 429, title: 'Too many renders at once' },
  canceled: { status: 499, title: 'The work was cancelled before its end' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  browser_lost: { status: 502, title: 'The browser was lost while rendering' },
  pool_full: { status: 503, title: 'The service is busy' },
  not_configured: { status: 503, title: 'The service is not configured' },
  render_timeout: { status: 504, title: 'Rendering took too long' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** One thing wrong with a request. `pointer` is a JSON Pointer (RFC 6901) into the body, `''` is all of it. */
export type FieldError = { pointer: string; message: string; rule?: string }

/** Problems that are listed one by one; what a thousand more are is plain from these. */
export const MAX_ERRORS = 50

export type ProblemInit = {
  /** What happened and what to do about it; shown to the caller. */
  detail: string
  errors?: FieldError[] | undefined
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number | undefined
  /** For the log only. */
  cause?: unknown
}

/** An error that a caller is told about: a code of the table and a text that names the remedy. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly errors: FieldError[] | undefined
  /** How many problems there are: more than `errors` has entries if the last entry counts the rest. */
  readonly errorCount: number
  readonly retryAfter: number | undefined

  constructor(
    readonly code: ErrorCode,
    init: ProblemInit,
  ) {
    super(init.detail, { cause: init.cause })
    this.errors = init.errors && limitErrors(init.errors)
    this.errorCount = init.errors?.length ?? 0
    this.retryAfter = init.retryAfter
  }

  get status() {
    return ERRORS[this.code].status
  }

  get title() {
    return ERRORS[this.code].title
  }
}

function limitErrors(errors: FieldError[]): FieldError[] {
  const more = errors.length - MAX_ERRORS
  if (more <= 0) return errors
  return [...errors.slice(0, MAX_ERRORS), { pointer: '', message: `has ${more} more problems` }]
}

/** What a caller may hear of any thrown value: Problems as they are, everything else as `internal`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem('internal', {
    detail: 'The request was not completed and nothing was charged. Try again, or report the request id.',
    cause: error,
  })
}

/** Statuses and titles by code. */
export const errorTable: Readonly<Record<ErrorCode, { status: number; title: string }>> = ERRORS
