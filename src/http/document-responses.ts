/** What the routes that make files have in common in their descriptions. */
import type { ErrorCode } from '../errors'
import { documentUrl } from '../jobs/replies'
import { fileOf, json, type ResponseDescription } from './route'
import { acceptedTask } from './shared-schemas'

/** `Idempotency-Key`, as every POST takes it that makes something. */
export const IDEMPOTENCY_KEY = {
  description:
    'A repeat with the same key and the same body within 24 hours gets the first response, byte for byte, with ' +
    '`Idempotent-Replayed: true`, and is not charged. Same key, other body: 422. First one still running: 409. ' +
    '1 to 255 printable ASCII characters.',
  errors: ['idempotency_in_flight', 'idempotency_mismatch', 'gone'],
} as const satisfies { description: string; errors: readonly ErrorCode[] }

/** Problems of every route that renders a document. */
export const DOCUMENT_ERRORS = [
  'insufficient_credits',
  'plan_feature',
  'asset_failed',
  'document_invalid',
  'strict_warning',
  'too_many_renders',
  'too_many_tasks',
  'too_many_uncharged',
  'test_quota',
  'browser_lost',
  'pool_full',
  'render_timeout',
] as const satisfies readonly ErrorCode[]

const DOCUMENT_HEADERS = [
  'X-Task-Id',
  'X-Page-Count',
  'X-Credits-Charged',
  'X-Credits-Left',
  'X-Conformance',
  'X-Factur-X',
  'X-Optimization',
  'X-Warnings',
  'X-Test-Mode',
  'Idempotent-Replayed',
  'RateLimit-Policy',
  'RateLimit',
  'Server-Timing',
]

/** Headers of a 202. */
export const ACCEPTED_HEADERS = ['X-Credits-Charged', 'X-Credits-Left', 'Retry-After']

/** 200: the document, or its address; 202: its task. `headers` are those that only this route has. */
export function documentResponses(...headers: string[]) {
  return {
    200: {
      description: 'The PDF, or with `return_type: "url"` its address.',
      headers: [...DOCUMENT_HEADERS, ...headers],
      content: { 'application/pdf': fileOf('application/pdf'), 'application/json': documentUrl },
    },
    202: acceptedResponse(),
  }
}

/** 202: the task that was accepted with `async_mode`. */
export function acceptedResponse(...headers: string[]): ResponseDescription {
  return json('`async_mode: true`: the task. Poll its status, or wait for its webhook.', acceptedTask, [
    ...ACCEPTED_HEADERS,
    ...headers,
  ])
}
