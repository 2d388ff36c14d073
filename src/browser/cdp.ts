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
export type CdpEventHandler = (event: CdpEvent) => void

/** The browser went away before it answered. What was being rendered may be tried once more. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
}

/** The browser answered a command with an error. */
export class CdpError extends Error {
  override readonly name = 'CdpError'
}

type Pending = { resolve: (result: unknown) => void; reject: (error: Error) => void }
type Answer = { id: number; result?: unknown; error?: { message: string } }
type Message = Answer | (CdpEvent & { id?: undefined; sessionId?: string })

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

  /** Sends the browser a command; throws `CdpError`, or `BrowserLost` if the connection ends before the result comes. */
  send<Command extends CdpCommand>(
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params)
  }

  /** As `send`, to the page or frame of a session. */
  sendTo<Command extends CdpCommand>(
    sessionId: string,
    method: Command,
    ...params: CdpParams<Command>
  ): Promise<CdpResult<Command>> {
    return this.#send(method, params, sessionId)
  }

  #send<Command extends CdpCommand>(
    method: Command,
    [params = {}]: CdpParams<Command>,
    sessionId?: string,
  ): Promise<CdpResult<Command>> {
    if (!this.#open) return Promise.reject(new BrowserLost(`the browser is gone (${method})`))
    const id = ++this.#lastId
    const message = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })
    if (message.length > MAX_MESSAGE) {
      return Promise.reject(new CdpError(`${method} is too large for the connection to the browser`))
    }
    return new Promise((resolve, reject) => {
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
    if (message.id === undefined) return this.#dispatch(message)
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error) pending?.reject(new CdpError(message.error.message))
    else pending?.resolve(message.result)
  }

  #dispatch({ sessionId = '', ...event }: CdpEvent & { sessionId?: string }) {
    this.#handlers.get(sessionId)?.(event)
    if (event.method === 'Target.detachedFromTarget') this.#handlers.delete(event.params.sessionId)
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
    const { data, eof, base64Encoded } = await cdp.sendTo(sessionId, 'IO.read', {
      handle,
      size: READ_BYTES,
    })
    if (data) yield new Uint8Array(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'))
    if (eof) return
  }
}
