/** Steps of an account's object, from the tables of every release that had others. */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { grantCredits } from '../../src/accounts/admin'
import { flushOutbox } from '../../src/accounts/outbox'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { FIRST_TABLES } from '../../src/accounts/storage/first-tables'
import { type Step, upgradeAccount } from '../../src/accounts/storage/migrations'
import { AccountSql } from '../../src/accounts/storage/sql'
import { FakeD1, ObjectStorage, PowerCut } from '../support/sqlite'

const profile = {
  accountId: 'acc_1',
  name: 'One',
  plan: 'Pro' as const,
  createdAt: 1,
  webhookSecret: 'whsec_1',
  balance: { granted: 150, settled: 3, held: 2 },
}

/** Tables as they were before: in 79df683 all of these, in 32790b1~1 only `grants`. */
const FORMER = {
  grants: 'CREATE TABLE grants (grant_id TEXT PRIMARY KEY, credits_left INTEGER NOT NULL) STRICT;',
  calls: `CREATE TABLE calls (
      route TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, task_id TEXT, answer TEXT,
      lease_until INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (route, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX calls_by_task ON calls (task_id);
    CREATE INDEX calls_by_expiry ON calls (expires_at);`,
  holds: `CREATE TABLE holds (
      task_id TEXT PRIMARY KEY, kind TEXT NOT NULL, mode TEXT NOT NULL, credits INTEGER NOT NULL,
      synchronous INTEGER NOT NULL, held_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      outcome TEXT, charged INTEGER, resolved_at INTEGER, reason TEXT
    ) STRICT;
    CREATE INDEX holds_open ON holds (expires_at) WHERE outcome IS NULL;
    CREATE INDEX holds_resolved ON holds (resolved_at) WHERE outcome IS NOT NULL;`,
  webhook_secrets: '',
}
const releases = {
  '79df683': FORMER,
  '32790b1~1': { grants: FORMER.grants },
  '56ccf61': {},
}

/** An account of a release whose tables were the first ones but `former`, with a grant, an open hold and a reply. */
function accountOf(former: Record<string, string>): ObjectStorage {
  const storage = new ObjectStorage()
  for (const [name, { sql }] of Object.entries(FIRST_TABLES)) storage.database.exec(former[name] ?? sql)
  const { accountId, name, plan, createdAt, webhookSecret, balance } = profile
  storage.database
    .prepare('INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(accountId, name, plan, createdAt, webhookSecret, balance.granted, balance.settled, balance.held)
  storage.database.exec(`
    INSERT INTO entries (at, type, credits, credits_left, reason) VALUES
      (1, 'grant', 100, 100, 'account created'), (2, 'grant', 50, 150, 'promised');
    INSERT INTO grants (grant_id, credits_left ${former.grants ? '' : ', amount, reason'})
      VALUES ('first', 150 ${former.grants ? '' : ", 50, 'promised'"});
    INSERT INTO holds (task_id, kind, mode, credits, synchronous, held_at, expires_at)
      VALUES ('tsk_1', 'transform', 'live', 2, 0, 3, 9000);
    INSERT INTO calls (route, key, fingerprint, task_id, answer, lease_until, expires_at ${former.calls ? '' : ', request_id'})
      VALUES ('POST /v1/transform', 'key', 'f', 'tsk_0', '{"kind":"json"}', 4, 9000 ${former.calls ? '' : ", ''"});`)
  return storage
}

function open(storage: ObjectStorage): AccountStore {
  const store = new AccountStore(storage.sql)
  storage.transaction(() => store.upgrade())
  return store
}

/** Names and columns of all tables, and the names of their indexes. */
function shapeOf(storage: ObjectStorage) {
  const tables = storage.database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name`)
    .all()
  return tables.map(({ name }) => ({
    name,
    columns: storage.database.prepare(`PRAGMA table_info(${name})`).all(),
    indexes: storage.database
      .prepare('SELECT name FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY name')
      .all(String(name)),
  }))
}

function newAccount(): ObjectStorage {
  const storage = new ObjectStorage()
  new AccountStore(storage.sql).create(profile)
  return storage
}

describe.each(Object.entries(releases))('an account of %s', (_, former: Record<string, string>) => {
  it('comes to the tables of a new one', () => {
    const storage = accountOf(former)
    open(storage)
    expect(shapeOf(storage)).toEqual(shapeOf(newAccount()))
  })

  it('keeps what it stored', () => {
    const store = open(accountOf(former))
    expect(store.profile()).toEqual(profile)
    expect(store.holds.find('tsk_1')).toMatchObject({ credits: 2, expiresAt: 9000, resolution: null })
    const call = { route: 'POST /v1/transform', key: 'key' }
    expect(store.idempotency.find(call)).toMatchObject({ taskId: 'tsk_0', reply: { kind: 'json' } })
  })

  it('repeats a grant of before as such, and tells another under its id apart', () => {
    const store = open(accountOf(former))
    const repeat = grantCredits(store, { grantId: 'first', amount: 50, reason: 'promised' }, 10)
    expect(repeat).toEqual({ outcome: 'granted', credits_left: 150, replayed: true })
    const other = grantCredits(store, { grantId: 'first', amount: 51, reason: 'promised' }, 10)
    expect(other).toEqual({ outcome: 'mismatch' })
  })

  it('is as it was before, whenever the power is cut', () => {
    const reference = accountOf(former)
    const before = shapeOf(reference)
    let cuts = 0
    for (let statements = 0; ; statements++) {
      const storage = accountOf(former)
      storage.statementsUntilCut = statements
      try {
        open(storage)
        break
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error
      }
      expect(shapeOf(storage)).toEqual(before)
      cuts++
    }
    expect(cuts).toBeGreaterThan(3)
  })
})

/** Types and numbers of the lines that D1 has of the ledger, after all was sent. */
async function projected(store: AccountStore): Promise<unknown[]> {
  const d1 = new FakeD1(fs.readFileSync('schema.sql', 'utf8'))
  for (let round = 0; round < 3; round++) await flushOutbox(store, { db: d1.binding, now: 1e12 + round })
  return d1.database
    .prepare('SELECT seq, type FROM ledger ORDER BY seq')
    .all()
    .map((row) => ({ ...row }))
}

/** What the release before does when a line is appended: it copies it to the outbox. */
function appendAsBefore({ database }: ObjectStorage, type: string): void {
  database.exec(`
    INSERT INTO entries (at, type, task_id, kind, mode, credits, credits_left)
      VALUES (5, '${type}', 'tsk_1', 'transform', 'live', 2, 0);
    INSERT INTO outbox (topic, ref, payload, due_at)
      SELECT 'entry', seq, json_object('account_id', 'acc_1', 'seq', seq, 'at', at, 'type', type, 'task_id', task_id,
        'kind', kind, 'mode', mode, 'credits', credits, 'credits_left', credits_left, 'reason', reason), at
      FROM entries ORDER BY seq DESC LIMIT 1;`)
}

describe('the ledger in D1', () => {
  it('gets the lines that wait in the outbox of the release before, and those after them, once', async () => {
    const storage = accountOf({})
    appendAsBefore(storage, 'hold')
    const store = open(storage)
    grantCredits(store, { amount: 5, reason: 'new' }, 10)
    // The first two were sent by the release before.
    expect(await projected(store)).toEqual([
      { seq: 3, type: 'hold' },
      { seq: 4, type: 'grant' },
    ])
    expect(storage.database.prepare('SELECT id FROM outbox').all()).toEqual([])
  })

  it('is whole again after the release before was rolled back to and left', async () => {
    const storage = accountOf({})
    grantCredits(open(storage), { amount: 5, reason: 'not sent before the rollback' }, 10)
    appendAsBefore(storage, 'settle')
    const store = open(storage)
    grantCredits(store, { amount: 6, reason: 'after it' }, 20)
    expect(await projected(store)).toEqual([
      { seq: 3, type: 'grant' },
      { seq: 4, type: 'settle' },
      { seq: 5, type: 'grant' },
    ])
  })

  it('waits longer after each failure, and then has all', async () => {
    const storage = newAccount()
    const store = new AccountStore(storage.sql)
    grantCredits(store, { amount: 5, reason: 'one' }, 10)
    const d1 = new FakeD1(fs.readFileSync('schema.sql', 'utf8'))
    d1.fails = 'before'
    const dues: (number | null)[] = []
    for (let now = 1e9; dues.length < 5; now = dues.at(-1) ?? 0) {
      await flushOutbox(store, { db: d1.binding, now })
      dues.push(store.nextDue())
    }
    expect(dues).toEqual([1_000, 3_000, 7_000, 15_000, 31_000].map((ms) => 1e9 + ms))
    expect(await projected(store)).toEqual([{ seq: 1, type: 'grant' }])
    expect(store.nextDue()).toBeNull()
  })
})

it('tables of many rows keep their form, and work', () => {
  const storage = accountOf({})
  storage.database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100)
    INSERT INTO entries (at, type, credits, credits_left) SELECT i, 'grant', 1, i FROM n`)
  const store = open(storage)
  const sql = storage.database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'entries'`).get()?.sql
  expect(sql).toContain('AUTOINCREMENT')
  grantCredits(store, { amount: 5, reason: 'one more' }, 10_000)
  expect(store.profile().balance.granted).toBe(155)
  expect(open(storage).profile().balance.granted).toBe(155)
})

describe('the steps', () => {
  const note =
    (name: string, taken: string[]): Step =>
    () =>
      taken.push(name)

  it('are taken once each, in their order', () => {
    const sql = new AccountSql(new ObjectStorage().sql)
    const taken: string[] = []
    const steps = ['one', 'two', 'three'].map((name) => note(name, taken))
    for (const count of [1, 1, 3, 3]) upgradeAccount(sql, steps.slice(0, count))
    expect(taken).toEqual(['one', 'two', 'three'])
  })

  it('of a later release stay taken, when the one before is rolled back to and left again', () => {
    const sql = new AccountSql(new ObjectStorage().sql)
    const taken: string[] = []
    const steps = ['one', 'two'].map((name) => note(name, taken))
    for (const count of [2, 1, 2]) upgradeAccount(sql, steps.slice(0, count))
    expect(taken).toEqual(['one', 'two'])
  })

  it('make no tables in an object of no account', () => {
    const storage = new ObjectStorage()
    open(storage)
    expect(shapeOf(storage)).toEqual([])
  })
})

it('every INSERT names its columns, so that a column more does not break the release before', () => {
  const sources = fs.globSync('src/**/*.ts').map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
  const unnamed = sources.filter(({ text }) => /INSERT[A-Z ]* INTO \w+\s+(VALUES|SELECT)/.test(text))
  expect(unnamed.map(({ file }) => file)).toEqual([])
})
