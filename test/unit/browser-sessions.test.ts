/** What becomes of the platform's refusals, which no local platform gives. */
import { expect, it } from 'vitest'
import { acquireSession, BrowserUnavailable } from '../../src/browser/browser-sessions'

const acquired = (answer: Response) => {
  const asked: string[] = []
  const fetch = async (request: RequestInfo | URL) => {
    asked.push(String(request))
    return answer
  }
  const session = acquireSession({ fetch } as never, { keepAliveSeconds: 60, guardrails: true })
  return session.then(
    (id) => ({ id, asked }),
    (error: Error) => error,
  )
}
const refused = (status: number, headers = {}) => acquired(new Response('no browser', { status, headers }))

it.each([
  [429, {}, 2],
  [429, { 'Retry-After': '7' }, 7],
  [503, { 'Retry-After': '0.5' }, 1],
  [503, { 'Retry-After': '3600' }, 60],
  [429, { 'Retry-After': 'Mon, 23 Nov 2026 11:30:00 GMT' }, 2],
])('%i with %o is to be tried again after %i s', async (status, headers, retryAfter) => {
  const error = await refused(status, headers)
  expect(error).toBeInstanceOf(BrowserUnavailable)
  expect(error).toMatchObject({ retryAfter })
})

it('any other refusal is a lost browser', async () => {
  expect(await refused(500)).toMatchObject({ name: 'BrowserLost' })
})

it('a session that is given has its id', async () => {
  expect(await acquired(Response.json({ sessionId: 'one' }))).toMatchObject({ id: 'one' })
})
