/**
 * Who may open a browser now. The platform allows an account a number of sessions and a few new ones a second; hundreds of
 * pool objects that each tried would be refused most of the time, and whoever tries most often would win. So one object
 * asks the platform for its limits, once a second at most, and lets those that ask open browsers within them, in turn.
 *
 * It only rations: the platform counts. Where the limits are not known, everybody may open.
 */
import { sleep } from '../time/waiting'

/** What the platform says of the account; the local one names no sessions. */
export type PlatformLimits = {
  activeSessions?: readonly unknown[]
  maxConcurrentSessions: number
  allowedBrowserAcquisitions: number
  /** Milliseconds. */
  timeUntilNextAllowedBrowserAcquisition: number
}

/** `retryAfter`: seconds. */
export type OpeningAnswer = { ok: true } | { ok: false; retryAfter: number }

/** How long what the platform said is believed. */
const LOOK_MS = 1000
/** The same where it says nothing. */
const LOOK_AGAIN_MS = 60_000
/** Who asks waits so long at most. */
const MAX_WAIT_MS = 3000
/** More would not have their turn within that time. */
const MAX_WAITING = 20
/** Seconds until who was refused asks again: one that has no browser, and one that wants another before its own is used up. */
const RETRY_AFTER = { needed: 2, successor: 30 }
/** Share of the sessions that are kept for who has none. */
const KEPT_SHARE = 0.05

type Waiting = { allow: () => void }

export class OpeningGovernor {
  readonly #waiting: Waiting[] = []
  /** Browsers that may be opened until the next look. */
  #left = 0
  #room = 0
  #lookAt = 0
  #serving: Promise<void> | undefined

  constructor(private readonly readLimits: () => Promise<PlatformLimits | undefined>) {}

  /**
   * Whether a browser may be opened, at once or within 3 s. A `successor` follows a browser that still serves: it is allowed
   * one only if nobody waits and there are enough.
   */
  async ask({ successor }: { successor: boolean }): Promise<OpeningAnswer> {
    if (successor) return await this.#askForSuccessor()
    if (this.#waiting.length >= MAX_WAITING) return { ok: false, retryAfter: RETRY_AFTER.needed }
    return await new Promise((resolve) => {
      const waiting: Waiting = {
        allow: () => {
          clearTimeout(timer)
          resolve({ ok: true })
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve({ ok: false, retryAfter: RETRY_AFTER.needed })
      }, MAX_WAIT_MS)
      this.#waiting.push(waiting)
      this.#serving ??= this.#serve().finally(() => {
        this.#serving = undefined
      })
    })
  }

  async #askForSuccessor(): Promise<OpeningAnswer> {
    const refused = { ok: false, retryAfter: RETRY_AFTER.successor } as const
    if (this.#waiting.length > 0) return refused
    if (Date.now() >= this.#lookAt) await this.#look()
    if (this.#waiting.length > 0 || this.#left < 1 || this.#room < 1) return refused
    this.#left--
    this.#room--
    return { ok: true }
  }

  /** Lets who waits open browsers, as they may, until nobody waits. */
  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      const now = Date.now()
      if (now >= this.#lookAt) await this.#look()
      else if (this.#left < 1) await sleep(this.#lookAt - now)
      else {
        this.#left--
        this.#room--
        this.#waiting.shift()?.allow()
      }
    }
  }

  /** Asks the platform. */
  async #look(): Promise<void> {
    const limits = await this.readLimits().catch(() => undefined)
    if (!limits) {
      this.#left = this.#room = Number.POSITIVE_INFINITY
      this.#lookAt = Date.now() + LOOK_AGAIN_MS
      return
    }
    const { activeSessions = [], maxConcurrentSessions: most } = limits
    const free = Math.max(0, most - activeSessions.length)
    this.#left = Math.min(limits.allowedBrowserAcquisitions, free)
    this.#room = free - Math.ceil(most * KEPT_SHARE)
    const wait = this.#left < 1 ? Number(limits.timeUntilNextAllowedBrowserAcquisition) || 0 : 0
    this.#lookAt = Date.now() + Math.min(Math.max(LOOK_MS, wait), LOOK_AGAIN_MS)
  }
}
