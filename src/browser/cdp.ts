/**
 * A DevTools protocol client over one WebSocket: requests answered by id, events handed to the session they
 * belong to. No more than the pool needs. The types of all messages are those of `devtools-protocol`.
 * Source: the Chrome DevTools Protocol, tip-of-tree, "flatten" sessions.
 */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events

export type CdpCommand = keyof Commands
export type CdpResult<Command extends CdpCommand> = Commands[Command]['returnType']
/** A command's parameters as the arguments after its name: none, one, or one that may be left out. */
export type CdpParams<Command extends CdpCommand> = Commands[Command]['paramsType']

/** An event of the protocol; `method` tells what `params` are. */
export type CdpEvent = {
  [Method in keyof Events]: { method: Method; params: Events[Method][0] }
}[keyof Events]
/** `length`: characters of the message that brought the event. */
export type CdpEventHandler = (event: CdpEvent, length: number) => void

/** The browser went away before it answered. What was being rendered may be tried once more. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
}

/** The browser answered a command with an error. */
export class CdpError extends Error {
  override readonly name = 'CdpError'
}

type Pending = {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  traffic: Traffic | undefined
  depth: number
}
/** Of the commands on behalf of one page: how many round trips, one after the other, had ended when the last result came. */
type Traffic = { depth: number }
type Answer = { id: number; result?: unknown; error?: { message: string } }
type Message = Answer | (CdpEvent & { id?: undefined; sessionId?: string })

/** A loop of long messages keeps the connection from others as one of many does: so many characters count as one more. */
const LONG_MESSAGE = 8192

/** What a message of so many characters counts towards what a page may send. */
export function messageCost(length: number): number {
  return 1 + Math.floor(length / LONG_MESSAGE)
}

/** Characters of a body from which on it is not looked through for what must be escaped. */
const LONG_BODY = 100_000

/** The text of a message. A `body` is base64, which needs no escapes: to look through a long one keeps all others waiting. */
function messageOf({ params, ...message }: { id: number; method: string; params: unknown }): string {
  const { body } = params as { body?: unknown }
  if (typeof body !== 'string' || body.length < LONG_BODY) return JSON.stringify({ ...message, params })
  const [before, after] = JSON.stringify({ ...message, params: { ...(params as object), body: '' } }).split(
    '"body":""',
  )
  return `${before}"body":"${body}"${after}`
}

/** Characters of one message. A longer one would end the connection, and with it what others have under way. */
const MAX_MESSAGE = 32 << 20

export class Cdp {
  /** Rejects with `BrowserLost` when the connection has ended, whoever ended it. */
  readonly lost: Promise<never>
  #lose!: (error: BrowserLost) => void
  #lastId = 0
  #open = true
  #messages = 0
  readonly #pending = new Map<number, Pending>()
  readonly #traffic = new Map<string, Traffic>()
  readonly #handlers = new Map<string, CdpEventHandler>()

  constructor(readonly socket: WebSocket) {
    socket.accept()
    socket.addEventListener('message', ({ data }) => this.#receive(data as string))
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

  /** Messages sent and received by now, as `messageCost` counts them. */
  get messages(): number {
    return this.#messages
  }

  /** Sends the browser a command; throws `CdpError`, or `BrowserLost` if the connection ends before the result comes. */
  send<Command extends CdpCommand>(
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params, {})
  }

  /** As `send`, to the page or frame of a session. */
  sendTo<Command extends CdpCommand>(
    sessionId: string,
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params, { sessionId, onBehalfOf: sessionId })
  }

  /** As `send`; the round trip counts as one to the page of a session. */
  sendOnBehalfOf<Command extends CdpCommand>(
    sessionId: string,
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params, { onBehalfOf: sessionId })
  }

  /**
   * As `sendTo`, for what the browser is told because it asked. Counts as no round trip: the page waits for it and we do
   * not, and there are as many as a document loads files.
   */
  reply<Command extends CdpCommand>(
    sessionId: string,
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params, { sessionId })
  }

  #send<Command extends CdpCommand>(
    method: Command,
    [params = {}]: CdpParams<Command>,
    { sessionId, onBehalfOf }: { sessionId?: string; onBehalfOf?: string },
  ): Promise<CdpResult<Command>> {
    if (!this.#open) return Promise.reject(new BrowserLost(`the browser is gone (${method})`))
    const id = ++this.#lastId
    const message = messageOf({ id, method, params, ...(sessionId && { sessionId }) })
    if (message.length > MAX_MESSAGE) {
      return Promise.reject(new CdpError(`${method} is too large for the connection to the browser`))
    }
    return new Promise((resolve, reject) => {
      const traffic = this.#trafficOf(onBehalfOf)
      const depth = (traffic?.depth ?? 0) + 1
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject, traffic, depth })
      this.#messages += messageCost(message.length)
      this.socket.send(message)
    })
  }

  /**
   * Round trips to the page of a session, one after the other: the most commands of which each was sent when the result of
   * the one before had come.
   */
  roundTrips(sessionId: string): number {
    return this.#traffic.get(sessionId)?.depth ?? 0
  }

  /** Has round trips to one session count as those to another. */
  countAs(sessionId: string, other: string): void {
    const traffic = this.#trafficOf(other)
    if (traffic) this.#traffic.set(sessionId, traffic)
  }

  #trafficOf(sessionId: string | undefined): Traffic | undefined {
    if (sessionId === undefined) return undefined
    const traffic = this.#traffic.get(sessionId) ?? { depth: 0 }
    this.#traffic.set(sessionId, traffic)
    return traffic
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

  #receive(text: string) {
    this.#messages += messageCost(text.length)
    const message = JSON.parse(text) as Message
    if (message.id === undefined) return this.#dispatch(message, text.length)
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (pending?.traffic) pending.traffic.depth = Math.max(pending.traffic.depth, pending.depth)
    if (message.error) pending?.reject(new CdpError(message.error.message))
    else pending?.resolve(message.result)
  }

  #dispatch({ sessionId = '', ...event }: CdpEvent & { sessionId?: string }, length: number) {
    this.#handlers.get(sessionId)?.(event, length)
    if (event.method !== 'Target.detachedFromTarget') return
    this.#handlers.delete(event.params.sessionId)
    this.#traffic.delete(event.params.sessionId)
  }

  #fail() {
    this.#open = false
    const lost = new BrowserLost('the connection to the browser ended')
    for (const pending of this.#pending.values()) pending.reject(lost)
    this.#pending.clear()
    this.#lose(lost)
  }
}
