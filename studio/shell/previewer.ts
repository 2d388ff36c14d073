/**
 * Pictures of what is being written: one request at a time, of the newest state alone. The old picture stays until there is
 * a new one, and what is not answered is asked again when the connection is back.
 */
import { ConnectionError, PlatenError, RateLimitError } from '../../clients/typescript/src/errors'
import type { Operations, Platen } from '../../clients/typescript/src/index'
import { Pace, pagesOfMinute } from './pace'

export type PreviewRequest = Omit<Operations['preview']['body'], 'session' | 'output'>

export type Wanted = {
  request: PreviewRequest
  /** What must be stored before the preview can be of it, and what tells its states apart. */
  store?: { state: string; send: () => Promise<unknown> }
}

export type Shown = {
  /** Address of the picture. */
  picture?: string
  pages?: number | undefined
  warnings?: string | undefined
  optimization?: string | undefined
  /** Margins and places of findings, if they were asked for. */
  layout?: string | undefined
  /** What went wrong with the newest state; the picture is then of a former one. */
  error?: unknown
  /** The picture is being replaced. */
  isOld: boolean
}

const RETRY_MS = 5000

export class Previewer {
  readonly #session = crypto.randomUUID()
  readonly #platen: Platen
  readonly #show: (shown: Shown) => void
  #shown: Shown = { isOld: false }
  #wanted: { key: string; wanted: Wanted } | undefined
  #madeKey = ''
  #storedState: string | undefined
  #stop: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isBusy = false
  #running: Promise<void> | undefined
  #isClosed = false
  readonly #pace = new Pace(pagesOfMinute)

  constructor(platen: Platen, show: (shown: Shown) => void) {
    this.#platen = platen
    this.#show = show
    addEventListener('online', this.#again)
  }

  /** The state that a store would not have to send; none: it has to send any. */
  assumeStored(state: string | undefined): void {
    this.#storedState = state
  }

  /** Does what must not happen while a state is being stored. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#isBusy) await this.#running
    this.#isBusy = true
    const done = work()
    this.#running = done.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await done
    } finally {
      this.#isBusy = false
      this.#plan(0)
    }
  }

  want(wanted: Wanted): void {
    const key = JSON.stringify([wanted.request, wanted.store?.state])
    if (key === this.#wanted?.key) return
    this.#wanted = { key, wanted }
    this.#stop?.abort()
    this.#plan(this.#pace.pause(wanted.store ? 2 : 1))
  }

  close(): void {
    this.#isClosed = true
    this.#stop?.abort()
    clearTimeout(this.#timer)
    removeEventListener('online', this.#again)
    if (this.#shown.picture) URL.revokeObjectURL(this.#shown.picture)
  }

  readonly #again = () => {
    if (this.#shown.error instanceof ConnectionError) this.#plan(0)
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // What is on its way goes on with the newest state once it has ended.
      if (!this.#isBusy) this.#running = this.#run()
    }, ms)
  }

  #update(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change }
    if (!this.#isClosed) this.#show(this.#shown)
  }

  async #run(): Promise<void> {
    if (this.#isClosed || !this.#wanted) return
    const { key, wanted } = this.#wanted
    const mustStore = wanted.store !== undefined && wanted.store.state !== this.#storedState
    // Back at what is shown, while another state was on its way.
    if (key === this.#madeKey && !mustStore) return this.#update({ isOld: false })
    this.#isBusy = true
    this.#stop = new AbortController()
    const { signal } = this.#stop
    this.#update({ isOld: true })
    try {
      if (wanted.store && mustStore) {
        pagesOfMinute.spend()
        await wanted.store.send()
        this.#storedState = wanted.store.state
      }
      signal.throwIfAborted()
      await this.#draw(wanted, signal)
      this.#madeKey = key
    } catch (error) {
      if (!signal.aborted) this.#fail(error, key)
    }
    this.#isBusy = false
    // A pause that is over was over while this was on its way. It may have led back to what was given up here.
    if (signal.aborted && this.#timer === undefined) this.#plan(0)
  }

  async #draw({ request }: Wanted, signal: AbortSignal): Promise<void> {
    pagesOfMinute.spend()
    const made = await this.#platen.preview(
      { pages: '1', dpi: 110, ...request, output: 'png', session: this.#session },
      { signal },
    )
    const picture = URL.createObjectURL(await made.blob())
    await decoded(picture)
    if (signal.aborted) URL.revokeObjectURL(picture)
    signal.throwIfAborted()
    const { picture: former } = this.#shown
    const { pages, warnings, optimization, layout } = made
    this.#update({ picture, pages, warnings, optimization, layout, error: undefined, isOld: false })
    if (former) setTimeout(() => URL.revokeObjectURL(former), 1000)
  }

  #fail(error: unknown, key: string): void {
    this.#update({ error, isOld: false })
    const retryMs = passesAfter(error)
    // Until then, what is shown is of no state.
    this.#madeKey = retryMs === undefined ? key : ''
    if (retryMs !== undefined) this.#plan(retryMs)
  }
}

/** Milliseconds after which what went wrong may have passed by itself: a lost connection, a rate, a busy service. */
function passesAfter(error: unknown): number | undefined {
  if (error instanceof ConnectionError) return RETRY_MS
  if (!(error instanceof PlatenError)) return undefined
  const seconds = error.retryAfter ?? (error instanceof RateLimitError ? 5 : undefined)
  return seconds === undefined ? undefined : Math.max(1, seconds) * 1000
}

/** Once it is decoded it takes the old one's place without a flash. */
async function decoded(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => undefined)
}
