/** What the routes that make files have in common in their descriptions. */
import { KEPT_MS } from '../accounts/idempotency'
import type { ErrorCode } from '../errors'
import { documentUrl, documentUrlExample } from '../jobs/replies'
import { PICTURE_FORMATS } from '../pdf/pictures/picture-options'
import { inHours } from '../text/in-units'
import { DRY_RUN } from './dry-run'
import { fileOf, fileOrJson, json, type Media, type ResponseDescription } from './route'
import { acceptedExample, acceptedTask } from './shared-schemas'

/** `Idempotency-Key`, as every POST takes it that makes something but a key. */
export const IDEMPOTENCY_KEY = {
  description:
    `A repeat with the same key and the same body within ${inHours(KEPT_MS)} gets the first response, byte for byte, with ` +
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

/** What a document's caller gets in place of the file. */
export const INSTEAD_OF_FILE = {
  link: { schema: documentUrl, example: documentUrlExample },
  dry_run: DRY_RUN,
}

/** Headers of a 202. */
export const ACCEPTED_HEADERS = ['X-Warnings', 'X-Credits-Charged', 'X-Credits-Left', 'Retry-After']

/** What a preview of one page is answered. */
export const PREVIEW_PICTURE = {
  description: 'The page as PNG.',
  headers: ['X-Page-Count', 'X-Warnings', 'RateLimit-Policy', 'RateLimit', 'Server-Timing'],
  content: { 'image/png': { schema: fileOf('image/png') } },
}

/** What a document may come as. */
export const documentFiles: Readonly<Record<string, Media>> = Object.fromEntries(
  ['application/pdf', 'application/zip', ...PICTURE_FORMATS.map((format) => `image/${format}`)].map(
    (type) => [type, { schema: fileOf(type) }],
  ),
)

/** 200: the document, or its address; 202: its task. `headers` are those that only this route has. */
export function documentResponses(...headers: string[]) {
  return {
    200: {
      description: 'The PDF; with `return_type: "url"` its address, with `dry_run` its price.',
      headers: [...DOCUMENT_HEADERS, ...headers],
      content: fileOrJson(documentFiles, INSTEAD_OF_FILE),
    },
    202: acceptedResponse(),
  }
}

/** 202: the task that was accepted with `async_mode`. */
export function acceptedResponse(...headers: string[]): ResponseDescription {
  const body = { schema: acceptedTask, example: acceptedExample }
  return json('`async_mode: true`: the task. Poll its status, or wait for its webhook.', body, [
    ...ACCEPTED_HEADERS,
    ...headers,
  ])
}
