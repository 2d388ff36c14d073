/** An error as `application/problem+json` (RFC 9457). */
import type { Problem } from '../errors'
import type { AppContext } from './context'

/** The response to a request that met `problem`; `requestId` is this request's, or the one that a repeat repeats. */
export function problemResponse(
  c: AppContext,
  problem: Problem,
  requestId: string = c.get('requestId'),
): Response {
  const { code, title, status, message, errors, retryAfter } = problem
  c.set('problemCode', code)
  c.header('Content-Type', 'application/problem+json')
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  const body = {
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(errors && { errors }),
  }
  return c.body(JSON.stringify(body), status as 400)
}
