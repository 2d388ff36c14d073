/**
 * The account against a model of a few lines, over random histories of commands (600 in CI): grants, holds, settlements,
 * releases, duplicates of all of them, passing time, alarms, failing D1, and power cuts between any two statements.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccount, grantCredits } from '../../src/accounts/admin'
import { beginWork } from '../../src/accounts/admission'
import { available } from '../../src/accounts/ledger'
import { flushOutbox } from '../../src/accounts/outbox'
import { plans } from '../../src/accounts/plans'
import type { Reply } from '../../src/accounts/reply'
import { expireOverdue, raiseHold, releaseWork, settleWork } from '../../src/accounts/settlement'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { runs } from '../support/runs'
import { FakeD1, ObjectStorage, PowerCut } from '../support/sqlite'

const schema = readFileSync('schema.sql', 'utf8')
const reply: Reply = { kind: 'json', status: 200, body: 'first', facts: {} }

/** A command; `cut`: the power fails before that statement of it, and then it is sent again. */
type Command = { cut: number | undefined } & (
  | { do: 'grant'; amount: number; id: number }
  | {
      do: 'begin'
      task: number
      items: { credits: number; leaseMs: number; synchronous: boolean }[]
      idempotent: { key: string; fingerprint: string } | undefined
    }
  | { do: 'settle'; task: number; credits: number | undefined; answered: boolean }
  | { do: 'raise'; task: number; credits: number }
  | { do: 'release'; task: number; answered: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'alarm'; d1: 'before' | 'after' | undefined }
  | { do: 'evict' }
)

type Item = { taskId: string; credits: number; leaseMs: number; synchronous: boolean }

type Line = { type: string; credits: number; credits_left: number; task_id: string }

const tasks = 8
const task = fc.integer({ min: 0, max: tasks - 1 })
const item = fc.record({
  credits: fc.integer({ min: 0, max: 6 }),
  leaseMs: fc.constantFrom(5_000, 60_000),
  synchronous: fc.boolean(),
})
const idempotent = fc.record({ key: fc.constantFrom('a', 'b'), fingerprint: fc.constantFrom('x', 'x', 'y') })
const action = fc.oneof(
  fc.record({ do: fc.constant('grant' as const), amount: fc.integer({ min: -5, max: 12 }), id: fc.nat(5) }),
  fc.record({
    do: fc.constant('begin' as const),
    task,
    items: fc.array(item, { maxLength: 3 }),
    idempotent: fc.option(idempotent, { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    task,
    credits: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
    answered: fc.boolean(),
  }),
  fc.record({ do: fc.constant('raise' as const), task, credits: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('release' as const), task, answered: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 4_000, 30_000, 25 * 3_600_000) }),
  fc.record({
    do: fc.constant('alarm' as const),
    d1: fc.constantFrom(undefined, undefined, 'before', 'after'),
  }),
  fc.record({ do: fc.constant('evict' as const) }),
)
const command: fc.Arbitrary<Command> = fc
  .tuple(action, fc.option(fc.nat(12), { nil: undefined }))
  .map(([one, cut]) => ({ ...one, cut }) as Command)

/** What the account must be, in the fewest words. */
class Model {
  granted = 20
  settled = 0
  readonly grants = new Map<number, number>()
  readonly holds = new Map<
    string,
    {
      credits: number
      synchronous: boolean
      until: number
      outcome?: 'settled' | 'released'
      charged: number
    }
  >()
  readonly calls = new Map<
    string,
    {
      fingerprint: string
      requestId: string
      taskId: string | null
      answered: boolean
      lease: number
      until: number
    }
  >()

  get open() {
    return [...this.holds.values()].filter((hold) => !hold.outcome)
  }

  get available() {
    return this.granted - this.settled - this.open.reduce((sum, hold) => sum + hold.credits, 0)
  }

  expire(now: number) {
    for (const hold of this.open) if (hold.until <= now) hold.outcome = 'released'
  }
}

class History {
  readonly storage = new ObjectStorage()
  readonly d1 = new FakeD1(schema)
  store = new AccountStore(this.storage.sql)
  readonly model = new Model()
  now = 1_000_000

  constructor() {
    this.#change(() =>
      createAccount(
        this.store,
        {
          accountId: 'acc_model',
          name: 'Model',
          plan: 'Free',
          credits: 20,
          webhookSecret: '',
          keyHash: 'hash',
          keyId: 'key',
          mode: 'live',
          scopes: ['render'],
        },
        this.now,
      ),
    )
  }

  async run(command: Command): Promise<void> {
    const { model, now } = this
    switch (command.do) {
      case 'grant': {
        const { amount, id } = command
        const result = this.#cut(command, () =>
          grantCredits(this.store, { amount, reason: 'model', grantId: `${id}` }, now),
        )
        const before = model.grants.get(id)
        if (before !== undefined) {
          expect(result.outcome).toBe(before === amount ? 'granted' : 'mismatch')
          return
        }
        const refused = model.available + amount < 0
        expect(result.outcome).toBe(refused ? 'refused' : 'granted')
        if (!refused) {
          model.grants.set(id, amount)
          model.granted += amount
        }
        return
      }
      case 'begin':
        return this.#begin(command)
      case 'settle': {
        const taskId = `tsk_${command.task}.0`
        const hold = model.holds.get(taskId)
        const result = this.#cut(command, () =>
          settleWork(
            this.store,
            {
              taskId,
              ...(command.credits !== undefined && { credits: command.credits }),
              ...(command.answered && { reply }),
            },
            now,
          ),
        )
        if (hold && !hold.outcome) {
          hold.outcome = 'settled'
          hold.charged = Math.min(command.credits ?? hold.credits, hold.credits)
          model.settled += hold.charged
          if (command.answered) this.#answered(taskId)
        }
        expect(result).toEqual({
          outcome: hold?.outcome ?? 'released',
          credits_charged: hold?.charged ?? 0,
          credits_left: model.available,
        })
        return
      }
      case 'raise': {
        const taskId = `tsk_${command.task}.0`
        const hold = model.holds.get(taskId)
        const { credits } = command
        const result = this.#cut(command, () => raiseHold(this.store, { taskId, credits }, now))
        const more = Math.max(0, credits - (hold?.credits ?? 0))
        const held = hold !== undefined && !hold.outcome && more <= model.available
        if (hold && held) hold.credits += more
        expect(result).toEqual({ held, available: model.available })
        return
      }
      case 'release': {
        const taskId = `tsk_${command.task}.0`
        const hold = model.holds.get(taskId)
        const result = this.#cut(command, () =>
          releaseWork(this.store, { taskId, reason: 'model', ...(command.answered && { reply }) }, now),
        )
        if (hold && !hold.outcome) {
          hold.outcome = 'released'
          if (command.answered) this.#answered(taskId)
          else
            for (const [key, call] of model.calls)
              if (call.taskId === taskId && !call.answered) model.calls.delete(key)
        }
        expect(result).toMatchObject({
          outcome: hold?.outcome ?? 'released',
          credits_left: model.available,
        })
        return
      }
      case 'wait':
        this.now += command.ms
        return
      case 'alarm':
        this.#cut(command, () => this.#expire())
        model.expire(now)
        return this.#flush(command.d1)
      case 'evict':
        this.store = new AccountStore(this.storage.sql)
        return
    }
  }

  /** The ledger's own arithmetic, and that it says what the model says. */
  check(): void {
    const { balance } = this.store.profile()
    expect(available(balance)).toBe(this.model.available)
    expect(available(balance)).toBeGreaterThanOrEqual(0)
    const entries = this.#rows('SELECT * FROM entries ORDER BY seq') as unknown as Line[]
    const held = new Map<string, number>()
    let left = 0
    // One comparison, since each of vitest's takes longer than a command.
    const sums = entries.map(({ type, credits, task_id }) => {
      if (type === 'hold') held.set(task_id, (held.get(task_id) ?? 0) + credits)
      if (type === 'settle') left += (held.get(task_id) ?? Number.NaN) - credits
      else left += type === 'hold' ? -credits : credits
      return left
    })
    expect(entries.map(({ credits_left }) => credits_left)).toEqual(sums)
    expect(left).toBe(this.model.available)
  }

  /** All leases over, D1 well again: what then stands in D1 is what the object has. */
  async quiet(): Promise<void> {
    const unsent = () =>
      this.#rows(
        'SELECT id FROM outbox UNION ALL SELECT seq FROM entries WHERE seq > (SELECT seq FROM ledger_projection)',
      ).length > 0
    for (let round = 0; round < 40 && (round < 2 || unsent()); round++) {
      this.now += 6 * 60_000
      this.storage.transaction(() => this.#expire())
      this.model.expire(this.now)
      await this.#flush(undefined)
    }
    this.check()
    expect(this.store.profile().balance.held).toBe(0)
    const lines = 'seq, at, type, task_id, kind, mode, credits, credits_left, reason'
    expect(this.d1.database.prepare(`SELECT ${lines} FROM ledger ORDER BY seq`).all()).toEqual(
      this.#rows(`SELECT ${lines} FROM entries WHERE type <> 'hold' ORDER BY seq`),
    )
    const resolved = this.d1.database
      .prepare('SELECT task_id, status, credits_charged FROM tasks ORDER BY task_id')
      .all()
    expect(resolved.map((row) => ({ ...row }))).toEqual(
      [...this.model.holds]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([task_id, { outcome, charged }]) => ({
          task_id,
          status: outcome === 'settled' ? 'completed' : 'failed',
          credits_charged: charged,
        })),
    )
    const perHold = this.#rows(
      `SELECT task_id, sum(type = 'hold') > 0 AS held, sum(type != 'hold') AS resolved FROM entries
       WHERE task_id IS NOT NULL GROUP BY task_id`,
    )
    for (const row of perHold) expect(row).toMatchObject({ held: 1, resolved: 1 })
  }

  #begin(command: Command & { do: 'begin' }): void {
    const { model, now } = this
    const work = command.items.map((one, index) => ({
      ...one,
      kind: 'transform',
      taskId: `tsk_${command.task}.${index}`,
    }))
    const result = this.#cut(command, () => {
      expireOverdue(this.store, now)
      return beginWork(this.store, {
        begin: {
          call: { keyHash: 'hash', scope: 'render' },
          needs: {},
          work,
          idempotency: command.idempotent && {
            ...command.idempotent,
            route: 'POST /v1/transform',
            requestId: `req_${command.task}`,
          },
        },
        waiting: 0,
        now,
      })
    })
    model.expire(now)

    const outcome = result.outcome === 'refused' ? result.code : result.outcome
    const fresh = work.filter((one) => !model.holds.has(one.taskId))
    expect(outcome).toBe(this.#expected(command, fresh))
    if (outcome !== 'go') return
    for (const { taskId, credits, synchronous, leaseMs } of fresh)
      model.holds.set(taskId, { credits, synchronous, until: now + leaseMs, charged: 0 })
    const awaited = work.filter((one) => one.synchronous).map((one) => one.leaseMs)
    if (command.idempotent)
      model.calls.set(command.idempotent.key, {
        fingerprint: command.idempotent.fingerprint,
        requestId: `req_${command.task}`,
        taskId: work.length === 1 ? (work[0]?.taskId ?? null) : null,
        answered: false,
        lease: now + (awaited.length > 0 ? Math.max(...awaited) : 90_000),
        until: now + 24 * 3_600_000,
      })
  }

  #expected(command: Command & { do: 'begin' }, fresh: Item[]): string {
    const { model, now } = this
    const { key = '', fingerprint = '' } = command.idempotent ?? {}
    const call = model.calls.get(key)
    const remembered = call && call.until > now ? call : undefined
    const own = remembered && !remembered.answered && remembered.requestId === `req_${command.task}`
    if (command.idempotent && remembered && !own) {
      if (remembered.fingerprint !== fingerprint) return 'idempotency_mismatch'
      return remembered.answered || remembered.lease <= now ? 'replay' : 'idempotency_in_flight'
    }
    if (fresh.reduce((sum, one) => sum + one.credits, 0) > model.available) return 'insufficient_credits'
    const synchronous = fresh.filter((one) => one.synchronous).length
    const running = model.open.filter((hold) => hold.synchronous).length
    const full = synchronous > 0 && running + synchronous > plans.Free.synchronousRenders
    return full ? 'too_many_renders' : 'go'
  }

  #answered(taskId: string): void {
    for (const call of this.model.calls.values()) if (call.taskId === taskId) call.answered = true
  }

  #expire(): void {
    expireOverdue(this.store, this.now)
    this.store.idempotency.removeExpired(this.now)
  }

  async #flush(fails: 'before' | 'after' | undefined): Promise<void> {
    this.d1.fails = fails
    await flushOutbox(this.store, { db: this.d1.binding, now: this.now })
  }

  /** The command, with the power cut where it says: nothing of it stays, and it is sent again. */
  #cut<T>({ cut }: Command, change: () => T): T {
    if (cut !== undefined) {
      this.storage.statementsUntilCut = cut
      try {
        const result = this.storage.transaction(change)
        this.storage.statementsUntilCut = Number.POSITIVE_INFINITY
        return result
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error
        this.storage.statementsUntilCut = Number.POSITIVE_INFINITY
        this.store = new AccountStore(this.storage.sql)
        this.check()
      }
    }
    return this.#change(change)
  }

  #change<T>(change: () => T): T {
    return this.storage.transaction(change)
  }

  #rows(query: string) {
    return this.storage.database.prepare(query).all()
  }
}

describe('the ledger', () => {
  it('keeps its invariants over every history of random commands, and D1 equals it after quiet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 24 }), async (commands) => {
        const history = new History()
        for (const one of commands) {
          await history.run(one)
          history.check()
        }
        await history.quiet()
      }),
      { numRuns: runs(600, 50) },
    )
  }, 600_000)
})
