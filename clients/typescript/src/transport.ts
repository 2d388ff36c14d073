/** Sends requests: the key, a limit of time, and tries again what may succeed. */
import { ConnectionError, errorOf, PlatenError } from './errors.js'

export type Settings = {
  /** `plt_live_…` or `plt_test_…`. */
  key: string
  /** Where the service stands, such as `https://platen.example.com`. */
  url: string
  /** Tries after the first one; 3 by default. */
  retries?: number
  /** Longest wait before another try, in seconds; 30 by default. A longer `Retry-After` is thrown instead. */
  maxWait?: number
  /** Time for one try, in seconds; 100 by default. */
  timeout?: number
  fetch?: typeof fetch
}

export type Sent = {
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The same for all tries; a random one by default, so that no work is done or charged twice. Another one where the work failed. */
  idempotencyKey?: string | undefined
}

/** What may pass by itself. A document that took too long (504) would do so again. */
const PASSING = new Set([408, 425, 429, 500, 502, 503])

export class Transport {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
    if (!settings.key) throw new TypeError('Platen needs a key.')
    if (!/^https?:\/\//.test(settings.url ?? ''))
      throw new TypeError('Platen needs the url of the service, such as https://platen.example.com.')
  }

  /** The response, if it is a success. Throws `PlatenError`, `ConnectionError`, or the reason of `signal`. */
  async send(sent: Sent): Promise<Response> {
    const { retries = 3, maxWait = 30 } = this.#settings
    const headers = this.#headersOf(sent)
    for (let tried = 0; ; tried++) {
      const outcome = await this.#try(sent, headers)
      if (outcome instanceof Response) return outcome
      const wait = waitFor(outcome, tried)
      if (tried >= retries || wait === undefined || wait > maxWait) throw outcome
      if (isFailureOfWork(outcome)) {
        if (sent.idempotencyKey !== undefined) throw outcome
        Object.assign(headers, newKey(sent))
      }
      await sleep(wait * 1000, sent.signal)
    }
  }

  #headersOf(sent: Sent): Record<string, string> {
    const { body, headers } = sent
    return {
      'X-API-Key': this.#settings.key,
      ...(body !== undefined && !isRaw(body) && { 'Content-Type': 'application/json' }),
      ...newKey(sent),
      ...headers,
    }
  }

  async #try(
    { method, path, query = {}, body, signal }: Sent,
    headers: Record<string, string>,
  ): Promise<Response | PlatenError | ConnectionError> {
    const { fetch: send = globalThis.fetch, timeout = 100, url: service } = this.#settings
    const url = new URL(path, service)
    for (const [name, value] of Object.entries(query)) {
      // An object is a filter: `metadata[order]=17`.
      const fields = typeof value === 'object' && value !== null ? Object.entries(value) : undefined
      for (const [field, one] of fields ?? []) url.searchParams.set(`${name}[${field}]`, String(one))
      if (!fields && value !== undefined) url.searchParams.set(name, String(value))
    }
    const limit = AbortSignal.timeout(timeout * 1000)
    try {
      const response = await send(url, {
        method,
        headers,
        // Workers know no `error`. A key is not sent to where a redirect leads.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      })
      return response.ok ? response : await errorOf(response)
    } catch (cause) {
      signal?.throwIfAborted()
      return new ConnectionError(`${url.origin} could not be reached.`, { cause })
    }
  }
}

/** A form, or a file that is the body itself. */
function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob
}

function newKey({ method, idempotencyKey }: Sent): Record<string, string> {
  return method === 'POST' ? { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() } : {}
}

/** The service has begun the work and failed, at no charge: the same key would get the same failure again. */
function isFailureOfWork(error: PlatenError | ConnectionError): boolean {
  return error instanceof PlatenError && [500, 502].includes(error.status) && error.requestId !== undefined
}

/** Seconds before another try; nothing where it would not help. */
function waitFor(error: PlatenError | ConnectionError, tried: number): number | undefined {
  const jittered = 0.5 * 2 ** tried * (1 + Math.random() / 2)
  if (!(error instanceof PlatenError)) return jittered
  const isPassing = PASSING.has(error.status) || error.code === 'idempotency_in_flight'
  return isPassing ? Math.max(error.retryAfter ?? 0, jittered) : undefined
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
