/** Headers and metadata of other services, which are not read here. Told always: they change nothing of the document. */
import type { AppContext } from './context'

const OTHER_HEADERS: readonly (readonly [header: string, value: RegExp, remedy: string])[] = [
  ['X-Idempotency-Key', /./, 'send Idempotency-Key, or a repeat is charged again'],
  ['Prefer', /\brespond-async\b/i, 'send "async_mode": true in the body'],
  ['X-Webhook-Url', /./, 'send "webhook_url" in the body, with "async_mode": true'],
  ['X-Callback-Url', /./, 'send "webhook_url" in the body, with "async_mode": true'],
  ['Gotenberg-Webhook-Url', /./, 'send "webhook_url" in the body, with "async_mode": true'],
  ['Gotenberg-Output-Filename', /./, 'send "filename" in options'],
]

/** Entries of a PDF's information dictionary (ISO 32000-1, 14.3.3), as Gotenberg takes them for its "metadata". */
const OF_A_FILE = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']

/** What a program writes for no value, an example for a key, or a shell for a variable that it did not fill in. */
const NO_KEY =
  /^(?:undefined|null|none|nan|nil|true|false|string|test|key|uuid|guid|id|idempotency-?key|your[-_ ].{0,40}|my-?key|\[object Object\]|<[^<>]{1,60}>|\{\{?[^{}]{1,60}\}?\}|\$\{?\w{1,40}\}?|\$\([^()]{1,40}\))$/i

/** What a caller is told of headers and metadata that do nothing here. */
export function findRequestHabits(c: AppContext, metadata: object | undefined): string[] {
  const headers = OTHER_HEADERS.flatMap(([name, value, remedy]) =>
    value.test(c.req.header(name) ?? '') ? [`the header ${name} is not read: ${remedy}`] : [],
  )
  const idempotencyKey = c.req.header('idempotency-key')?.trim() ?? ''
  if (NO_KEY.test(idempotencyKey))
    headers.push(
      `Idempotency-Key ${JSON.stringify(idempotencyKey.slice(0, 40))} is no key of this request: another one with it gets the first answer, or a 409; send a new UUID for each`,
    )
  const [entry] = OF_A_FILE.filter((name) => metadata !== undefined && Object.hasOwn(metadata, name))
  if (entry === undefined) return headers
  return [
    ...headers,
    `metadata.${entry} is kept with the task, and not written into the file: send "title", "author", "subject" and "keywords" in options`,
  ]
}
