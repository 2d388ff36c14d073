/**
 * Browser Rendering as strict as its limits say, on a virtual clock: sessions at once, new ones a second, cold starts,
 * refusals and evictions without a reason. It answers at the binding, so the service's own client asks it.
 */
import type { BrowserWorker } from '@cloudflare/puppeteer'
import type { VirtualClock } from './virtual-clock'

export type PlatformRules = {
  sessions: number
  newPerSecond: number
  /** Share of openings that are refused with 503 although there is room. */
  refusals: number
  /** Mean life of a session until the platform ends it, in milliseconds. */
  meanLife: number
}

export class FakeBrowserRendering {
  readonly #sessions = new Map<string, { close: () => void } | undefined>()
  /** When the latest sessions were given. */
  #given: number[] = []
  #count = 0
  /** Openings that were asked for, and those that were refused for a limit. */
  readonly asked: number[] = []
  overLimit = 0
  readonly binding: BrowserWorker

  constructor(
    private readonly clock: VirtualClock,
    private readonly rules: PlatformRules,
    private readonly fraction: () => number,
  ) {
    this.binding = { fetch: (address: string, init?: RequestInit) => this.#fetch(address, init) } as never
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** Ends all sessions at once, as a release of the platform may. */
  endAll(): void {
    for (const id of [...this.#sessions.keys()]) this.#end(id)
  }

  #end(id: string): void {
    this.#sessions.get(id)?.close()
    this.#sessions.delete(id)
  }

  async #fetch(address: string, { method = 'GET' }: RequestInit = {}): Promise<unknown> {
    await this.clock.sleep(10)
    const [, id = ''] = /\/devtools\/browser\/([\w-]+)/.exec(String(address)) ?? []
    if (String(address).includes('/v1/limits')) return Response.json(this.#limits())
    if (id && method === 'DELETE') return void this.#end(id)
    if (id) return this.#connect(id)
    return await this.#acquire()
  }

  #limits() {
    const lately = this.#lately()
    const allowed = Math.max(0, this.rules.newPerSecond - lately.length)
    return {
      activeSessions: [...this.#sessions.keys()].map((id) => ({ id })),
      maxConcurrentSessions: this.rules.sessions,
      allowedBrowserAcquisitions: allowed,
      timeUntilNextAllowedBrowserAcquisition: allowed > 0 ? 0 : (lately[0] ?? 0) + 1000 - this.clock.now,
    }
  }

  #lately(): number[] {
    this.#given = this.#given.filter((at) => at > this.clock.now - 1000)
    return this.#given
  }

  async #acquire(): Promise<Response> {
    this.asked.push(this.clock.now)
    if (this.#sessions.size >= this.rules.sessions || this.#lately().length >= this.rules.newPerSecond) {
      this.overLimit++
      return new Response('limit', { status: 429, headers: { 'Retry-After': '1' } })
    }
    this.#given.push(this.clock.now)
    if (this.fraction() < this.rules.refusals) return new Response('none', { status: 503 })
    const id = `session-${++this.#count}`
    this.#sessions.set(id, undefined)
    await this.clock.sleep(2000 + 2000 * this.fraction())
    if (!this.#sessions.has(id)) return new Response('gone', { status: 503 })
    void this.clock.sleep(-this.rules.meanLife * Math.log(1 - this.fraction())).then(() => this.#end(id))
    return Response.json({ sessionId: id })
  }

  /** A socket whose browser answers every command with nothing, until the session ends. */
  #connect(id: string) {
    if (!this.#sessions.has(id)) return { status: 404 }
    const listeners = new Map<string, (event: unknown) => void>()
    const tell = (type: string, event: unknown) => listeners.get(type)?.(event)
    this.#sessions.set(id, { close: () => tell('close', {}) })
    const webSocket = {
      accept: () => undefined,
      close: () => undefined,
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      send: (text: string) => {
        const { id: command } = JSON.parse(text) as { id: number }
        if (this.#sessions.has(id))
          void Promise.resolve().then(() =>
            tell('message', { data: JSON.stringify({ id: command, result: {} }) }),
          )
      },
    }
    return { status: 101, webSocket }
  }
}
