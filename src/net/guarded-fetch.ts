/**
 * The only place that requests an address which a caller gave. One guarded exchange a hop: the address is
 * judged, its name resolved and judged, the request sent without following redirects, and the next hop is
 * judged again. A fetcher belongs to one job and spends that job's budget.
 *
 * What a Worker cannot control: `fetch` resolves the name once more, so a name that changes its answer within
 * that moment (DNS rebinding) is judged by one address and reached at another. On Cloudflare's network that
 * leads nowhere private, and `global_fetch_strictly_public` keeps it from our own zone; `docs/operate/security.md`
 * says what remains elsewhere. Nor can it see the address it connected to, limit the time to connect apart
 * from the total, or choose the TLS settings.
 */

import { rejectOnAbort } from '../time/waiting'
import { type AddressPolicy, checkAddress } from './address'
import {
  checkContent,
  checkHead,
  contentTypeOf,
  type FetchFileOptions,
  fileTooLarge,
  isRedirect,
  keptHeadersOf,
  redirectTarget,
} from './answer'
import { type TimeLimit, within } from './deadline'
import { createNameCheck } from './dns'
import type { Budget } from './file-budget'
import { type FrameRules, frameRulesOf } from './frame-rules'
import { FetchRefused, type RefusalReason } from './refused'
import { readBody } from './response-body'
import { headersFor } from './sent-headers'

export type FetcherInit = {
  policy: AddressPolicy
  /** DNS over HTTPS resolver, JSON form. */
  dohUrl: string
  /** What the job's files may use up in all. */
  budget: Budget
  /** Called once for each request, sent or refused, when it is over. */
  log: (entry: OutgoingRequest) => void
  /** The clock, in milliseconds. */
  now: () => number
}

type Method = 'GET' | 'POST' | 'PUT'

/** One outgoing request in the log: the origin only, since paths and queries carry other people's secrets. */
export type OutgoingRequest = {
  event: 'outgoing_request'
  purpose: string
  method: Method
  origin: string
  status?: number
  /** Bytes of the body that were read, decoded. */
  bytes: number
  ms: number
  refused?: RefusalReason | 'error'
}

export type Download = {
  /** Where the file was found in the end, without fragment. */
  url: string
  /** The fragment of the last address on the way there that has one, with its `#`; nothing for what is kept here. */
  fragment?: string | undefined
  status: number
  /** As the server declares it, parameters included; empty if it does not. Never proof of the content. */
  contentType: string
  /** The few of them that are kept (`answer.ts`), names in lower case. */
  headers: Readonly<Record<string, string>>
  /** What its server says of it in a frame; nothing for what is kept here. */
  frame?: FrameRules | undefined
  bytes: Uint8Array
}

/** What a hop ends with, if not with another. */
type FoundFile = Omit<Download, 'fragment'>

export type SendOptions = {
  /** For the log: `webhook`, `upload`. */
  purpose: string
  timeoutMs: number
  /** Set by us, never by a caller. */
  headers: Readonly<Record<string, string>>
  /** A stream says its own length (`FixedLengthStream`). */
  body: string | Uint8Array | ReadableStream<Uint8Array>
}

export type PostResponse = {
  /** Any status; a redirect is returned, not followed. */
  status: number
  headers: Readonly<Record<string, string>>
}

/** Fetches a file with GET. Throws FetchRefused unless a 2xx comes within all limits. */
export type FetchFile = (address: string, options: FetchFileOptions) => Promise<Download>

export type Fetcher = {
  fetchFile: FetchFile
  /** Posts a body (a webhook) and reads no more than the head of the answer. Throws FetchRefused. */
  post(address: string, options: SendOptions): Promise<PostResponse>
  /** Puts a file (a result into its caller's bucket) in the same way. Throws FetchRefused. */
  put(address: string, options: SendOptions): Promise<PostResponse>
}

const USER_AGENT = 'Platen/1.0'

/** The fetcher of one job. */
export function createFetcher({ policy, dohUrl, budget, log, now }: FetcherInit): Fetcher {
  const checkName = createNameCheck({ dohUrl, now })

  /** Judges where a hop leads; `reason` tells a caller's own address from one that a server redirected to. */
  async function admit(address: string, reason: 'address' | 'redirect', signal: AbortSignal): Promise<URL> {
    const verdict = checkAddress(address, policy)
    if (!verdict.ok) throw new FetchRefused(reason, verdict.reason)
    budget.request()
    if (verdict.resolve) await rejectOnAbort(signal, checkName(verdict.url))
    verdict.url.hash = ''
    return verdict.url
  }

  /** Writes one line for what `exchange` does with the entry, however it ends. */
  async function logged<T>(
    purpose: string,
    method: Method,
    address: string,
    exchange: (entry: OutgoingRequest) => Promise<T>,
  ): Promise<T> {
    const started = now()
    const origin = URL.parse(address)?.origin ?? 'null'
    const entry: OutgoingRequest = { event: 'outgoing_request', purpose, method, origin, bytes: 0, ms: 0 }
    try {
      return await exchange(entry)
    } catch (error) {
      entry.refused = error instanceof FetchRefused ? error.reason : 'error'
      throw error
    } finally {
      entry.ms = now() - started
      log(entry)
    }
  }

  function get(address: string, hop: number, options: FetchFileOptions, limit: TimeLimit) {
    const { signal } = limit
    return logged(options.purpose, 'GET', address, async (entry): Promise<FoundFile | { next: string }> => {
      const url = await admit(address, hop === 0 ? 'address' : 'redirect', signal)
      const response = await send(
        url,
        { method: 'GET', headers: { accept: '*/*', ...headersFor(url, options.sent) } },
        signal,
      )
      entry.status = response.status
      try {
        if (isRedirect(response)) return { next: redirectTarget(response, url, hop, options) }
        checkHead(response, url, options)
        const bytes = await readBody(response.body, {
          maxBytes: options.maxBytes,
          tooLarge: () => fileTooLarge(url, options),
          async onBytes(count) {
            entry.bytes += count
            await limit.pauseFor(budget.bytes(count))
          },
        }).catch(rethrow(url, signal))
        checkContent(bytes, `The file at ${url.host}`, options.accept)
        return {
          url: url.href,
          status: response.status,
          contentType: contentTypeOf(response.headers),
          headers: keptHeadersOf(response.headers),
          frame: frameRulesOf(response.headers, url),
          bytes,
        }
      } finally {
        discard(response)
      }
    })
  }

  function deliver(method: 'POST' | 'PUT', address: string, options: SendOptions): Promise<PostResponse> {
    const { purpose, timeoutMs, headers, body } = options
    return within(timeoutMs, 'The receiver', ({ signal }) =>
      logged(purpose, method, address, async (entry) => {
        const url = await admit(address, 'address', signal)
        const response = await send(url, { method, headers, body }, signal)
        entry.status = response.status
        discard(response)
        return { status: response.status, headers: keptHeadersOf(response.headers) }
      }),
    )
  }

  return {
    fetchFile: (address, options) =>
      within(options.timeoutMs, 'The file', async (limit) => {
        let next = address
        let fragment = ''
        for (let hop = 0; ; hop++) {
          const answer = await get(next, hop, options, limit)
          fragment = URL.parse(next)?.hash || fragment
          if (!('next' in answer)) return { ...answer, fragment }
          next = answer.next
        }
      }),
    post: (address, options) => deliver('POST', address, options),
    put: (address, options) => deliver('PUT', address, options),
  }
}

/** One request on the wire: nothing is followed, and no cookie is kept. */
async function send(
  url: URL,
  init: { method: Method; headers: Readonly<Record<string, string>>; body?: SendOptions['body'] },
  signal: AbortSignal,
): Promise<Response> {
  const headers = { 'user-agent': USER_AGENT, ...init.headers }
  // `no-store`: the document shows what the address serves now, not what an edge of the platform kept.
  return fetch(url, { ...init, headers, redirect: 'manual', cache: 'no-store', signal }).catch(
    rethrow(url, signal),
  )
}

/** Names what broke an exchange off: the deadline, one of our own limits, or else the network. */
function rethrow(url: URL, signal: AbortSignal) {
  return (cause: unknown): never => {
    signal.throwIfAborted()
    if (cause instanceof FetchRefused) throw cause
    const text = `${url.host} could not be reached, or closed the connection. Check the address, or try again later.`
    throw new FetchRefused('network', text, { cause })
  }
}

/** Closes an answer whose body nobody will read; a body that was read is locked and already at its end. */
function discard({ body }: Response) {
  if (body && !body.locked) void body.cancel().catch(() => {})
}
