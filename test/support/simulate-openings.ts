/**
 * All regions at a thousand documents a second: the real routing, slots, browsers' lives and governor of openings, under a
 * virtual clock, on a strict fake of Browser Rendering. A document is a time, and a browser a socket that answers nothing.
 */
import { BrowserLifecycle } from '../../src/browser/browser-lifecycle'
import { BrowserUnavailable, platformLimits } from '../../src/browser/browser-sessions'
import { OpeningGovernor } from '../../src/browser/opening-governor'
import type { Pool, Reservation } from '../../src/browser/pool'
import { ShardWindow } from '../../src/browser/shard-window'
import { reserveSlot } from '../../src/browser/shards'
import { type SlotRequest, Slots } from '../../src/browser/slots'
import { Problem } from '../../src/errors'
import { randomFrom } from '../fuzz/random'
import { FakeBrowserRendering, type PlatformRules } from './fake-browser-rendering'
import { VirtualClock } from './virtual-clock'

export type OpeningLoad = {
  perSecond: number
  isolates: number
  /** Virtual seconds: until all sessions end at once, and after that. */
  seconds: { before: number; after: number }
  platform: PlatformRules
  regions: number
  shardsPerRegion: number
}

export type OpeningOutcome = {
  /** Share of documents that were refused of those that came 30 to 5 s before the loss. */
  refusedBefore: number
  /** Seconds after the loss until, in each of ten seconds, under 1 % were refused; `undefined`: never. */
  recovery: number | undefined
  refusedAfter: number
  sessions: number
  /** The most in a second: sessions that the platform was asked for, questions to the governor. */
  most: { asked: number; governed: number }
  /** Openings that the platform refused for a limit, of so many. */
  overLimit: number
  asked: number
  /** Documents that a lost browser cut, which are tried once more. */
  cut: number
}

const SLOTS = 4
/** Milliseconds, as in `simulate-pool.ts`. */
const MEAN_RENDER = 700
const CALL = 5
const MAX_WAIT = 5000
const MEAN_LIFE = 120_000
/** As in wrangler.toml. */
const OPTIONS = { spares: 0, keepAliveSeconds: 120, guardrails: true, rendersPerBrowser: 200, idleMinutes: 5 }

class Lost extends Error {}

/** A pool object as `pool.ts` is one, without documents. */
class Shard {
  readonly #slots = new Slots(SLOTS)
  readonly #lifecycle: BrowserLifecycle

  constructor(
    private readonly clock: VirtualClock,
    platform: FakeBrowserRendering,
    permit: (asked: { successor: boolean }) => Promise<void>,
  ) {
    const deps = { isIdle: () => this.#slots.used === 0, permit, report: () => undefined }
    this.#lifecycle = new BrowserLifecycle(this.#object(), platform.binding, OPTIONS, deps)
  }

  async reserve({ mayOpen, ...request }: SlotRequest & { mayOpen: boolean }): Promise<Reservation> {
    if (!mayOpen && !(await this.#lifecycle.isOpen())) return { ok: false, retryAfter: 1, why: 'closed' }
    const slot = await this.#slots.claim(request)
    if (!slot) return { ok: false, retryAfter: 2, why: 'full', waiting: this.#slots.waiting }
    try {
      await this.#lifecycle.usable()
      this.#slots.reserve(slot)
      return { ok: true, slot }
    } catch (error) {
      this.#slots.free(slot)
      const retryAfter = error instanceof BrowserUnavailable ? error.retryAfter : 1
      return { ok: false, retryAfter, why: 'no_browser', waiting: this.#slots.waiting }
    }
  }

  /** Throws `Lost` if the browser goes away meanwhile. */
  async print(slot: string, milliseconds: number): Promise<void> {
    this.#slots.use(slot)
    try {
      const browser = await this.#lifecycle.usable().catch(() => undefined)
      if (!browser) throw new Lost()
      browser.renders++
      browser.inUse++
      await this.clock.sleep(milliseconds)
      browser.inUse--
      if (!browser.cdp.open) throw new Lost()
      await this.#lifecycle.endTab(browser, undefined)
    } finally {
      this.#slots.free(slot)
    }
  }

  /** Storage in memory, and an alarm. */
  #object(): DurableObjectState {
    const kept = new Map<string, unknown>()
    let alarm = 0
    const storage = {
      get: async (name: string) => kept.get(name),
      put: async (name: string | object, value: unknown) => {
        for (const [one, of] of typeof name === 'string' ? [[name, value]] : Object.entries(name))
          kept.set(one as string, of)
      },
      delete: async (name: string) => kept.delete(name),
      setAlarm: async (at: number) => {
        const own = ++alarm
        void this.clock.sleep(at - this.clock.now).then(async () => {
          if (own === alarm) await this.#lifecycle.beat()
        })
      },
    }
    return { storage, waitUntil: () => undefined } as unknown as DurableObjectState
  }
}

export async function simulateOpenings(load: OpeningLoad): Promise<OpeningOutcome> {
  const { perSecond, isolates, seconds, regions, shardsPerRegion } = load
  const clock = new VirtualClock()
  clock.install()
  const { fraction, integer } = randomFrom(1)
  const exponential = (mean: number) => -mean * Math.log(1 - fraction())
  const platform = new FakeBrowserRendering(clock, load.platform, fraction)
  const governor = new OpeningGovernor(() => platformLimits(platform.binding))
  const governed: number[] = []
  const permit = async (asked: { successor: boolean }) => {
    governed.push(clock.now)
    await clock.sleep(CALL)
    const answer = await governor.ask(asked)
    if (!answer.ok) throw new BrowserUnavailable(answer.retryAfter)
  }
  const shards = new Map<string, Shard>()
  const shardOf = (name: string) => {
    const shard = shards.get(name) ?? new Shard(clock, platform, permit)
    shards.set(name, shard)
    return shard
  }
  const pool = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      shard: shardOf(name),
      async reserve(request: SlotRequest & { mayOpen: boolean }): Promise<Reservation> {
        await clock.sleep(CALL / 2)
        const reservation = await shardOf(name).reserve(request)
        await clock.sleep(CALL / 2)
        return reservation
      },
    }),
  } as unknown as DurableObjectNamespace<Pool>

  const lossAt = seconds.before * 1000
  const end = lossAt + seconds.after * 1000
  const newLife = (region: number) => ({
    region: `R${region}`,
    window: new ShardWindow(() => clock.now, fraction),
    end: clock.now + exponential(MEAN_LIFE),
  })
  const lives = Array.from({ length: isolates }, (_, index) => newLife(index % regions))
  const bySecond = Array.from({ length: end / 1000 + 1 }, () => ({ documents: 0, refused: 0 }))
  let cut = 0

  async function printDocument(): Promise<void> {
    const isolate = integer(isolates)
    if ((lives[isolate]?.end ?? 0) < clock.now) lives[isolate] = newLife(isolate % regions)
    const { region = '', window } = lives[isolate] ?? {}
    const second = bySecond[Math.floor(clock.now / 1000)] ?? { documents: 0, refused: 0 }
    second.documents++
    const accountId = `account-${integer(2000)}`
    const deps = {
      pool,
      shards: shardsPerRegion,
      region,
      accountId,
      urgency: 'caller',
      quarantined: false,
    } as const
    const print = async () => {
      const slot = await reserveSlot(deps, MAX_WAIT, window)
      await (slot.stub as unknown as { shard: Shard }).shard.print(slot.name, exponential(MEAN_RENDER))
    }
    const again = (error: unknown) => {
      if (!(error instanceof Lost)) throw error
      cut++
      return print()
    }
    await print()
      .catch(again)
      .catch((error: unknown) => {
        if (!(error instanceof Problem || error instanceof Lost)) throw error
        second.refused++
      })
  }

  const arrivals = async () => {
    while (clock.now < end) {
      await clock.sleep(exponential(1000 / perSecond))
      // The load rises to its height in half of the time before the loss.
      if (fraction() < clock.now / (lossAt / 2)) void printDocument()
    }
  }
  void arrivals()
  void clock.sleep(lossAt).then(() => platform.endAll())
  await clock.runUntil(end)

  const shareOf = (from: number, to: number) => {
    const part = bySecond.slice(from, to)
    const sum = (name: 'documents' | 'refused') => part.reduce((total, second) => total + second[name], 0)
    return sum('refused') / Math.max(1, sum('documents'))
  }
  // What is still under way in the last seconds is not judged yet.
  const judged = end / 1000 - MAX_WAIT / 1000
  const recovered = (from: number) =>
    bySecond.slice(from, from + 10).every(({ documents, refused }) => refused < documents / 100)
  let recovery: number | undefined
  for (let from = seconds.before; recovery === undefined && from + 10 <= judged; from++)
    if (recovered(from)) recovery = from - seconds.before
  const mostIn = (times: number[]) =>
    Math.max(
      0,
      ...[...Map.groupBy(times, (at) => Math.floor(at / 1000)).values()].map(({ length }) => length),
    )
  return {
    refusedBefore: shareOf(seconds.before - 30, seconds.before - MAX_WAIT / 1000),
    recovery,
    refusedAfter: shareOf(judged - 20, judged),
    sessions: platform.sessions,
    most: { asked: mostIn(platform.asked), governed: mostIn(governed) },
    overLimit: platform.overLimit,
    asked: platform.asked.length,
    cut,
  }
}
