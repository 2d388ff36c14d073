/** An error as `application/problem+json` (RFC 9457). */
import type { StoredAnswer } from '../credits/idempotency'
import type { Problem } from '../errors'

/** The whole answer to a request that met `problem`. */
export function problemAnswer(problem: Problem, requestId: string): StoredAnswer {
  const { code, title, status, message, errors, retryAfter } = problem
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: {
      text: JSON.stringify({
        type: `/problems/${code}`,
        title,
        status,
        detail: message,
        code,
        request_id: requestId,
        ...(errors && { errors }),
      }),
    },
  }
}
