/** The service's front door, as a caller of `POST /v1/transform` sees it. */
import { SELF } from 'cloudflare:test'
import { expect } from 'vitest'
import type { TransformRequest } from '../../src/http/read-transform'
import { newAccount, type TestAccount } from './accounts'
import { type Pdf, readPdf } from './pdf'

export const ORIGIN = 'https://platen.test'

export type ProblemBody = {
  type: string
  status: number
  code: string
  detail: string
  request_id: string
  errors?: { pointer: string; message: string }[]
}

/** Sends `body` as JSON with the account's key. */
export function post(
  account: { key: string },
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) {
  return SELF.fetch(`${ORIGIN}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

/** Sends a document from a part of the world of its own, whose shards nobody else uses. */
export function postFrom(
  region: string,
  account: { key: string },
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return SELF.fetch(`${ORIGIN}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    cf: { continent: region } as CfProperties,
    ...(signal && { signal }),
  })
}

/** Sends a GET with the account's key. */
export function get(account: { key: string }, path: string) {
  return SELF.fetch(new URL(path, ORIGIN).href, { headers: { 'X-API-Key': account.key } })
}

let shared: Promise<TestAccount> | undefined

/** An account with more credits and renders at once than the tests of one file need. */
export function richAccount(): Promise<TestAccount> {
  shared ??= newAccount({ plan: 'Max', credits: 100_000 })
  return shared
}

export type Rendered = Pdf & { bytes: Uint8Array; headers: Headers }

/** Sends `body`, and comes again when told to: on a busy machine all slots may be used for longer than a caller waits. */
async function postUntilServed(account: { key: string }, body: unknown): Promise<Response> {
  const response = await post(account, body)
  const retryAfter = Number(response.headers.get('Retry-After'))
  if (response.status !== 503 || !(retryAfter > 0)) return response
  await response.body?.cancel()
  await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000))
  return await postUntilServed(account, body)
}

/** Renders and reads the PDF back, coming again when told to; fails with the problem's text where there is none. */
export async function render(html: string, request: Partial<TransformRequest> = {}): Promise<Rendered> {
  const response = await postUntilServed(await richAccount(), { html, goCreditMode: false, ...request })
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  const bytes = await response.bytes()
  return { ...(await readPdf(bytes)), bytes, headers: response.headers }
}

/** Renders what must fail, coming again when told to, and answers the problem. */
export async function problemOf(
  request: unknown,
  account?: { key: string },
): Promise<ProblemBody & { headers: Headers }> {
  return await problemIn(await postUntilServed(account ?? (await richAccount()), request))
}

/** The problem that a response is. */
export async function problemIn(response: Response): Promise<ProblemBody & { headers: Headers }> {
  const warnings = decodeURIComponent(response.headers.get('x-warnings') ?? '')
  expect(response.headers.get('content-type'), warnings).toBe('application/problem+json')
  const problem = await response.json<ProblemBody>()
  expect(problem.status).toBe(response.status)
  return { ...problem, headers: response.headers }
}
