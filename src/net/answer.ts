/** Judgements of a server's answer: its head before anything is read, its content after. */
import { FetchRefused } from './refused'
import type { SentHeaders } from './sent-headers'
import { sniffType } from './sniff'

export type FetchFileOptions = {
  /** For the log: `attachment`, `logo`, `asset` … */
  purpose: string
  maxBytes: number
  /** For everything together: names, redirects, body. */
  timeoutMs: number
  /** How many redirects are followed; 0 refuses the first. */
  redirects: number
  /** Media types that the content may have, as `sniffType` names them; absent: any. */
  accept?: readonly string[]
  /** A caller's own headers. */
  sent?: SentHeaders | undefined
  /** Whether an answer of any status is a file. */
  anyStatus?: boolean
}

const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/** What of an answer's head is of use to our callers; everything else is dropped (`Set-Cookie` above all). */
const KEPT_HEADERS = [
  'access-control-allow-origin',
  'cache-control',
  'content-disposition',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
]

const MAX_HEADER_VALUE = 1_024

export function isRedirect(response: Response): boolean {
  return REDIRECT_STATUSES.includes(response.status)
}

/**
 * Where a redirect leads, absolute; `hop` counts from 0. Throws FetchRefused `redirect` when there were enough
 * of them or the answer does not say where to. The target is not judged here.
 */
export function redirectTarget(
  response: Response,
  url: URL,
  hop: number,
  { redirects }: FetchFileOptions,
): string {
  if (hop >= redirects) {
    const allowed = redirects === 0 ? 'none is followed' : `at most ${redirects} are followed`
    throw new FetchRefused('redirect', `${url.host} redirects, and ${allowed}. Use the file's final address.`)
  }
  const target = URL.parse(response.headers.get('location') ?? '', url)
  if (target) return target.href
  throw new FetchRefused(
    'redirect',
    `${url.host} redirects without a Location. Use the file's final address.`,
  )
}

/** Throws FetchRefused `status` or, where the announced length is already too much, `size`. */
export function checkHead(response: Response, url: URL, options: FetchFileOptions) {
  if (!response.ok && !options.anyStatus) {
    const text = `${url.host} returned ${response.status}. The address must return 200 without a login.`
    throw new FetchRefused('status', text, { status: response.status })
  }
  if (Number(response.headers.get('content-length')) > options.maxBytes) throw fileTooLarge(url, options)
}

/** Throws FetchRefused `type` where the content is none of the accepted media types, whatever its label says. */
export function checkContent(bytes: Uint8Array, subject: string, accept: readonly string[] | undefined) {
  const type = sniffType(bytes)
  if (!accept || accept.includes(type)) return
  const what = type === 'application/octet-stream' ? 'something else' : type
  throw new FetchRefused('type', `${subject} is not ${accept.join(' or ')} by its content, but ${what}.`)
}

export function fileTooLarge(url: URL, { maxBytes }: FetchFileOptions): FetchRefused {
  return new FetchRefused(
    'size',
    `The file at ${url.host} is larger than ${maxBytes} bytes. Use a smaller one.`,
  )
}

/** `Content-Type` as declared; empty if it is absent. */
export function contentTypeOf(headers: Headers): string {
  return shortValue(headers, 'content-type') ?? ''
}

/** The headers that callers get, names in lower case. */
export function keptHeadersOf(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = shortValue(headers, name)
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** These values travel on, to the browser and into answers of ours, where a giant one would do harm. */
function shortValue(headers: Headers, name: string): string | undefined {
  const value = headers.get(name)
  return value === null || value.length > MAX_HEADER_VALUE ? undefined : value
}
