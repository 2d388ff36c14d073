/**
 * First tries of an account's webhooks that are under way, which D1 does not know: one of each task, and so many of each
 * receiver as D1 lets be under way. In memory: an object that was reset has forgotten them, and a webhook may then be
 * sent twice under its id.
 */
import { MAX_IN_FLIGHT } from '../webhooks/delivery-store'

/** Longer than a try takes whose end is never told. */
const LEASE_MS = 60_000

export class FirstTries {
  readonly #underWay = new Map<string, { receiver: string; until: number }>()

  begin({ taskId, receiver }: { taskId: string; receiver: string }, now: number): 'begun' | 'busy' | 'over' {
    for (const [id, { until }] of this.#underWay) if (until <= now) this.#underWay.delete(id)
    if (this.#underWay.has(taskId)) return 'over'
    const same = [...this.#underWay.values()].filter((one) => one.receiver === receiver)
    if (same.length >= MAX_IN_FLIGHT) return 'busy'
    this.#underWay.set(taskId, { receiver, until: now + LEASE_MS })
    return 'begun'
  }

  end(taskId: string): void {
    this.#underWay.delete(taskId)
  }
}
