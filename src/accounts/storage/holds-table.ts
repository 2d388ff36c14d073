/** The table of holds: credits that tasks hold, and how each hold ended. */
import type { Hold } from '../ledger'
import { addWork, countWork, type OpenWork } from '../open-holds'
import type { AlarmSchedule } from './alarm-schedule'
import { holdFromRow } from './first-tables'
import type { AccountSql } from './sql'

/** How many cache keys are remembered whose file was just made. */
const MAX_JUST_MADE = 1_000

/** Credits that are held for tasks, and how each hold ended. */
export class HoldsTable {
  #openWork: OpenWork | undefined
  /** No open hold's lease is over before; `undefined` if that is to be looked up. */
  #soonest: number | undefined
  /** When the file of a cache key was charged, the oldest first. In memory only. */
  readonly #madeAt = new Map<string, number>()

  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  /** Forgets what was read: a change was taken back. */
  forget(): void {
    this.#openWork = undefined
    this.#soonest = undefined
  }

  find(taskId: string): Hold | undefined {
    const row = this.rows.first('SELECT * FROM holds WHERE task_id = ?', taskId)
    return row && holdFromRow(row)
  }

  save(hold: Hold): void {
    this.#countOpen(hold)
    const { taskId, kind, mode, credits, synchronous, heldAt, expiresAt, resolution, cacheKey } = hold
    this.rows.exec(
      `INSERT INTO holds (
         task_id, kind, mode, credits, synchronous, held_at, expires_at, outcome, charged, resolved_at, reason, cache_key
       ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (task_id) DO UPDATE SET credits = excluded.credits, outcome = excluded.outcome,
         charged = excluded.charged, resolved_at = excluded.resolved_at, reason = excluded.reason`,
      taskId,
      kind,
      mode,
      credits,
      synchronous ? 1 : 0,
      heldAt,
      expiresAt,
      resolution?.outcome ?? null,
      resolution?.charged ?? null,
      resolution?.at ?? null,
      resolution?.reason ?? null,
      cacheKey ?? null,
    )
    if (!resolution) {
      this.schedule.add(expiresAt)
      if (this.#soonest !== undefined) this.#soonest = Math.min(this.#soonest, expiresAt)
    }
    if (resolution?.outcome === 'settled' && cacheKey !== undefined)
      this.#rememberMade(cacheKey, resolution.at)
  }

  /** Gives open holds a new lease; returns how many of them are open. */
  extend(taskIds: readonly string[], expiresAt: number): number {
    this.schedule.add(expiresAt)
    return this.rows.all(
      `UPDATE holds SET expires_at = ? WHERE outcome IS NULL
       AND task_id IN (SELECT value FROM json_each(?)) RETURNING task_id`,
      expiresAt,
      JSON.stringify(taskIds),
    ).length
  }

  /** Whether work on a task has not ended. */
  isOpen(taskId: string): boolean {
    return this.rows.first('SELECT 1 FROM holds WHERE task_id = ? AND outcome IS NULL', taskId) !== undefined
  }

  /** Whether another task than `taskId` is making the file of this cache key. */
  isUnderWay({ cacheKey, taskId }: { cacheKey: string; taskId: string }): boolean {
    const query = 'SELECT 1 FROM holds WHERE cache_key = ? AND task_id <> ? AND outcome IS NULL'
    return this.rows.first(query, cacheKey, taskId) !== undefined
  }

  /** Whether the file of this cache key was charged since then. */
  wasMadeSince(cacheKey: string, since: number): boolean {
    return (this.#madeAt.get(cacheKey) ?? 0) >= since
  }

  /**
   * Open holds whose lease is over at `now`. There is no index of leases, so that a new lease is one row: open holds, of which
   * an account may have thousands, are looked through when the next of them may be over.
   */
  overdue(now: number): Hold[] {
    this.#soonest ??= this.soonestEnd() ?? Number.POSITIVE_INFINITY
    if (now < this.#soonest) return []
    this.#soonest = undefined
    return this.rows
      .all('SELECT * FROM holds WHERE outcome IS NULL AND expires_at <= ? ORDER BY expires_at', now)
      .map(holdFromRow)
  }

  /** Has `overdue` look through the open holds the next time, whatever is known of them. */
  lookAgain(): void {
    this.#soonest = undefined
  }

  /** When the lease of an open hold is over next; `undefined` if there is none. */
  soonestEnd(): number | undefined {
    const { soonest } = this.rows.one('SELECT min(expires_at) AS soonest FROM holds WHERE outcome IS NULL')
    return (soonest ?? undefined) as number | undefined
  }

  /** All holds that are not resolved. */
  open(): Hold[] {
    return this.rows.all('SELECT * FROM holds WHERE outcome IS NULL').map(holdFromRow)
  }

  /** What is held together. */
  credits(): number {
    return this.rows.one('SELECT coalesce(sum(credits), 0) AS held FROM holds WHERE outcome IS NULL')
      .held as number
  }

  /** How much work has not ended. Read once, then counted along, since an account may have thousands of open holds. */
  openWork(): Readonly<OpenWork> {
    this.#openWork ??= countWork(this.open())
    return this.#openWork
  }

  /** Counts `hold` along, in the place of what is stored of it. */
  #countOpen(hold: Hold): void {
    if (!this.#openWork) return
    const before = this.find(hold.taskId)
    if (before && !before.resolution) addWork(this.#openWork, before, -1)
    if (!hold.resolution) addWork(this.#openWork, hold, 1)
  }

  #rememberMade(cacheKey: string, at: number): void {
    this.#madeAt.delete(cacheKey)
    this.#madeAt.set(cacheKey, at)
    const [oldest] = this.#madeAt.size > MAX_JUST_MADE ? this.#madeAt.keys() : []
    if (oldest !== undefined) this.#madeAt.delete(oldest)
  }
}
