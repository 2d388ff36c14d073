/** Sums of the ledger, added up by day or not, are those of its lines. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf, readStatement } from '../../src/accounts/statement'
import type { StatementFilter } from '../../src/accounts/statement-filter'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { runs } from '../support/runs'
import { ObjectStorage } from '../support/sqlite'

const HOUR = 60 * 60 * 1000
const START = Date.UTC(2026, 0, 30)

type Line = {
  type: 'grant' | 'hold' | 'settle' | 'release' | 'expire'
  kind: string | null
  mode: string | null
  credits: number
  after: number
}

const task = fc.record({
  type: fc.constantFrom('hold' as const, 'settle' as const, 'release' as const, 'expire' as const),
  kind: fc.constantFrom('transform', 'qrcode'),
  mode: fc.constantFrom('live', 'test'),
  credits: fc.nat(4),
  // Also a clock that was behind.
  after: fc.integer({ min: -HOUR / 2, max: 20 * HOUR }),
})
const grant = fc.record({
  type: fc.constant('grant' as const),
  kind: fc.constant(null),
  mode: fc.constant(null),
  credits: fc.integer({ min: -5, max: 50 }),
  after: fc.nat(HOUR),
})
const moment = fc.oneof(
  fc.integer({ min: -2, max: 14 }).map((day) => START + day * 24 * HOUR),
  fc.integer({ min: -30, max: 300 }).map((hour) => START + hour * HOUR + 1),
)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const filters = fc.record({
  from: optional(moment),
  to: optional(moment),
  kind: optional(fc.constantFrom('transform', 'qrcode')),
  mode: optional(fc.constantFrom('live', 'test')),
  limit: fc.constantFrom(2, 100),
})

function accountWith(lines: readonly Line[]): { storage: ObjectStorage; store: AccountStore } {
  const storage = new ObjectStorage()
  const store = new AccountStore(storage.sql)
  const balance = { granted: 0, settled: 0, held: 0 }
  store.create({ accountId: 'acc_1', name: '', plan: 'Pro', createdAt: 1, webhookSecret: '', balance })
  const insert = storage.database.prepare(
    'INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left) VALUES (?, ?, ?, ?, ?, ?, 0)',
  )
  let at = START
  for (const [index, { type, kind, mode, credits, after }] of lines.entries()) {
    at += after
    insert.run(at, type, `tsk_${index}`, kind, mode, credits)
  }
  return { storage, store }
}

/** Closes parts of so many lines, while there are any that were added up; `archive` gets them. */
function closeParts(
  { storage, store }: ReturnType<typeof accountWith>,
  partLines: number,
  archive: Archive,
): void {
  storage.database.exec('UPDATE ledger_projection SET seq = (SELECT coalesce(max(seq), 0) FROM entries)')
  const closing = { partLines, openLines: 0, keepMs: 0 }
  for (;;) {
    const part = store.closed.nextPart(1e14, closing)
    if (!part) return
    archive.set(part.last, `[${part.lines.join()}]`)
    store.closed.close(part)
    // A crash before the object knew it: closed again, which changes nothing.
    store.closed.close(part)
  }
}
type Archive = Map<number, string>

/** All pages of a statement, each of which reads what it says it needs. */
function readAll(storage: ObjectStorage, archive: Archive, filter: StatementFilter) {
  const page = (before?: number) => {
    const asked = { ...filter, before }
    const needed = partsOf(storage.sql, asked).map(({ last }) => last)
    return readStatement(storage.sql, asked, new Map(needed.map((last) => [last, archive.get(last) ?? ''])))
  }
  const first = page()
  const seqs = first.lines.map(({ seq }) => seq)
  for (let { next } = first; next !== null; ) {
    const { lines, next: after } = page(next)
    seqs.push(...lines.map(({ seq }) => seq))
    next = after
  }
  const { totals, by_day } = first
  return { seqs, totals: { ...totals }, by_day: by_day.map((day) => ({ ...day })) }
}

/** The same by adding up line by line. */
function expected(all: unknown[], { from, to, kind, mode }: StatementFilter) {
  const lines = all.filter((one) => {
    const line = one as { at: number; kind: string | null; mode: string | null }
    const inTime = line.at >= (from ?? -1e15) && line.at < (to ?? 1e15)
    return inTime && (!kind || line.kind === kind) && (!mode || line.mode === mode)
  }) as { at: number; type: string; kind: string; credits: number; seq: number }[]
  const sums = (of: typeof lines) => ({
    credits_charged: of.reduce((sum, { type, credits }) => sum + (type === 'settle' ? credits : 0), 0),
    tasks_completed: of.filter(({ type }) => type === 'settle').length,
    tasks_failed: of.filter(({ type }) => type === 'release' || type === 'expire').length,
  })
  const groups = Map.groupBy(
    lines,
    ({ at, kind: name }) => `${new Date(at).toISOString().slice(0, 10)} ${name}`,
  )
  const days = [...groups].map(([name, of]) => {
    const [day = '', kindOf = ''] = name.split(' ')
    return { day, kind: kindOf, ...sums(of) }
  })
  return {
    seqs: lines.map(({ seq }) => seq),
    totals: {
      credits_granted: lines.reduce((sum, { type, credits }) => sum + (type === 'grant' ? credits : 0), 0),
      ...sums(lines),
    },
    by_day: days
      .filter(({ tasks_completed, tasks_failed }) => tasks_completed + tasks_failed > 0)
      .sort((one, other) =>
        `${other.day}` < one.day ? -1 : other.day > one.day ? 1 : one.kind < other.kind ? -1 : 1,
      ),
  }
}

it('a statement has the same lines and sums, however much was added up and closed before', () => {
  const additions = fc.array(
    fc.record({
      maxLines: fc.integer({ min: 1, max: 30 }),
      partLines: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(task, task, grant), { maxLength: 40 }),
      additions,
      fc.array(filters, { minLength: 1, maxLength: 6 }),
      (lines, added, asked) => {
        const account = accountWith(lines)
        const { storage, store } = account
        const all = storage.database.prepare('SELECT * FROM entries ORDER BY seq DESC').all()
        const archive: Archive = new Map()
        for (const { maxLines, partLines } of added) {
          store.totals.addUp(1, maxLines)
          if (partLines !== null) closeParts(account, partLines, archive)
        }
        for (const filter of asked) expect(readAll(storage, archive, filter)).toEqual(expected(all, filter))
      },
    ),
    { numRuns: runs(200, 30) },
  )
})

it('sums of whole days that were added up read no lines', () => {
  const { storage, store } = accountWith([])
  storage.database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
    INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left)
      SELECT ${START} + i * ${365 * 24 * HOUR} / 25000, iif(i % 2, 'settle', 'hold'), i, 'transform', 'live', 2, 0 FROM n`)
  let rounds = 1
  while (store.totals.addUp()) rounds++
  expect(rounds).toBe(3)
  storage.database.exec('DELETE FROM entries')
  const { totals, by_day } = readStatement(
    storage.sql,
    {
      from: START,
      to: START + 365 * 24 * HOUR,
      limit: 20,
    },
    new Map(),
  )
  expect(totals).toMatchObject({ tasks_completed: 12_500, credits_charged: 25_000 })
  expect(by_day).toHaveLength(365)
})
