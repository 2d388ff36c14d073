/** What goes wrong: one class for each kind of remedy, all with the service's own words. */
import type { Problem } from './schemas.js'

/** One fault of a request. `pointer` is a JSON Pointer into the body; empty: all of it. */
export type FieldFault = { pointer: string; message: string; rule?: string }

/** The service refused or failed. `code` is stable; `message` says what happened and what to do. */
export class PlatenError extends Error {
  readonly code: Problem['code']
  readonly status: number
  /** For questions to the operator of the service. */
  readonly requestId: string | undefined
  readonly errors: readonly FieldFault[]
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(problem: Partial<Problem>, status: number, retryAfter?: number) {
    super(problem.detail ?? `The service answered ${status}.`)
    this.name = new.target.name
    this.code = problem.code ?? 'internal'
    this.status = status
    this.requestId = problem.request_id
    this.errors = problem.errors ?? []
    this.retryAfter = retryAfter
  }
}

/** 400, 413, 415, 422: the request, a file it names, or the document has a fault. See `errors`. */
export class InvalidRequestError extends PlatenError {}
/** 401: no key, or one that does not work. */
export class AuthenticationError extends PlatenError {}
/** 402: the account has too few credits. */
export class InsufficientCreditsError extends PlatenError {}
/** 403: the key's scopes or the plan do not allow it. */
export class PermissionError extends PlatenError {}
/** 404, 410: it is not there, or not any more. */
export class NotFoundError extends PlatenError {}
/** 429: too much at once. `retryAfter` says when to come again. */
export class RateLimitError extends PlatenError {}
/** 5xx: the fault is the service's. */
export class ServiceError extends PlatenError {}

/** A task ended as failed. */
export class TaskFailedError extends PlatenError {
  readonly taskId: string

  constructor(taskId: string, error: { code?: string; message?: string } = {}) {
    super({ detail: error.message ?? 'The task failed.', code: error.code as Problem['code'] }, 200)
    this.taskId = taskId
  }
}

/** The service could not be reached, or broke off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

const CLASSES: Record<number, typeof PlatenError> = {
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionError,
  404: NotFoundError,
  410: NotFoundError,
  429: RateLimitError,
}

/** The error that a response tells of; its body is read. */
export async function errorOf(response: Response): Promise<PlatenError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const { status } = response
  const Kind = CLASSES[status] ?? (status >= 500 ? ServiceError : InvalidRequestError)
  const requestId = response.headers.get('x-request-id')
  return new Kind(
    { ...(requestId && { request_id: requestId }), ...problem },
    status,
    secondsOf(response.headers.get('retry-after')),
  )
}

/** `Retry-After` in seconds, from a number or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
