/**
 * A DevTools protocol client over one WebSocket: requests answered by id, events handed to the session they
 * belong to. No more than the pool needs; the protocol's own types are not repeated here.
 * Source: the Chrome DevTools Protocol, tip-of-tree, "flatten" sessions.
 */

export type CdpParams = Record<string, unknown>
export type CdpEventHandler = (method: string, params: CdpParams) => void

/** The browser went away before it answered. What was being rendered may be tried once more. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
}

/** The browser answered a command with an error. */
export class CdpError extends Error {
  override readonly name = 'CdpError'
}

/** What `Runtime.evaluate` returns. */
export type Evaluation = { result: { value?: unknown }; exceptionDetails?: Record<string, unknown> }

type Pending = { resolve: (result: unknown) => void; reject: (error: Error) => void }
type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: CdpParams
  result?: unknown
  error?: { message: string }
}

/** Characters of one message. A longer one would end the connection, and with it what others have under way. */
const MAX_MESSAGE = 32 << 20

export class Cdp {
  /** Rejects with `BrowserLost` when the connection has ended, whoever ended it. */
  readonly lost: Promise<never>
  #lose!: (error: BrowserLost) => void
  #lastId = 0
  #open = true
  readonly #pending = new Map<number, Pending>()
  readonly #handlers = new Map<string, CdpEventHandler>()

  constructor(readonly socket: WebSocket) {
    socket.accept()
    socket.addEventListener('message', (event) => this.#receive(JSON.parse(event.data as string) as Message))
    this.lost = new Promise((_, reject) => {
      this.#lose = reject
    })
    this.lost.catch(() => undefined)
    socket.addEventListener('close', () => this.#fail())
    socket.addEventListener('error', () => this.#fail())
  }

  get open() {
    return this.#open
  }

  /** Sends a command and answers its result; throws `CdpError`, or `BrowserLost` when the connection ends first. */
  send<Result = CdpParams>(method: string, params: CdpParams = {}, sessionId?: string): Promise<Result> {
    if (!this.#open) return Promise.reject(new BrowserLost(`the browser is gone (${method})`))
    const id = ++this.#lastId
    const message = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })
    if (message.length > MAX_MESSAGE) {
      return Promise.reject(new CdpError(`${method} is too large for the connection to the browser`))
    }
    return new Promise<Result>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject })
      this.socket.send(message)
    })
  }

  /** Hands a session's events to `handler` until it is given none, or the session ends. */
  listen(sessionId: string, handler: CdpEventHandler | undefined) {
    if (handler) this.#handlers.set(sessionId, handler)
    else this.#handlers.delete(sessionId)
  }

  close() {
    this.#fail()
    this.socket.close()
  }

  #receive(message: Message) {
    if (message.id === undefined) return this.#hear(message)
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error) pending?.reject(new CdpError(message.error.message))
    else pending?.resolve(message.result)
  }

  #hear({ method, params = {}, sessionId = '' }: Message) {
    if (method === undefined) return
    this.#handlers.get(sessionId)?.(method, params)
    if (method === 'Target.detachedFromTarget') this.#handlers.delete(params.sessionId as string)
  }

  #fail() {
    this.#open = false
    const lost = new BrowserLost('the connection to the browser ended')
    for (const pending of this.#pending.values()) pending.reject(lost)
    this.#pending.clear()
    this.#lose(lost)
  }
}

/** How much of a stream is read at a time. */
const READ_BYTES = 1 << 20

/** Reads a stream handle of the browser piece by piece, as they are asked for. */
export async function* readStream(cdp: Cdp, sessionId: string, handle: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { data, eof, base64Encoded } = await cdp.send<{
      data: string
      eof: boolean
      base64Encoded?: boolean
    }>('IO.read', { handle, size: READ_BYTES }, sessionId)
    if (data) yield new Uint8Array(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'))
    if (eof) return
  }
}
