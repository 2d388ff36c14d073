/** The database's numbered files, over an empty database and over those that releases before them made. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../scripts/migrations.mjs'
import { describeSchema } from '../../scripts/schema.mjs'

/** What schema.sql was when the files began: what the first of them comes to. */
const BEFORE_FILES = readMigrations()[0]?.sql ?? ''

/** What schema.sql was before there were queues: 79df683. */
const BEFORE_QUEUES = `
  CREATE TABLE tasks (
    task_id TEXT PRIMARY KEY, account_id TEXT NOT NULL, kind TEXT NOT NULL, mode TEXT NOT NULL, status TEXT NOT NULL,
    created_at INTEGER NOT NULL, started_at INTEGER, completed_at INTEGER, pages INTEGER, bytes INTEGER,
    credits_charged INTEGER NOT NULL DEFAULT 0, file_key TEXT, file_name TEXT, content_type TEXT, warnings TEXT,
    error TEXT, metadata TEXT, batch_id TEXT, report TEXT, origin TEXT, expires_at INTEGER
  ) STRICT;
  CREATE INDEX tasks_by_account ON tasks (account_id, created_at);
  CREATE INDEX tasks_by_batch ON tasks (batch_id) WHERE batch_id IS NOT NULL;
  CREATE INDEX tasks_by_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE express_answers (account_id TEXT NOT NULL, input_hash TEXT NOT NULL) STRICT;
`

/** A database that `before` made, with all files applied over it. */
function migrated(before: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(before)
  for (const { sql } of readMigrations()) db.exec(sql)
  return db
}

/** Names and statements of all that is in a database, without comments and spaces. */
function shapeOf(db: DatabaseSync) {
  const rows = db.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
  return rows.map(({ name, sql }) => [name, String(sql).replace(/--.*$/gm, '').replace(/\s+/g, '')])
}

/** A row with a value of its own in each column of its table. */
function insertRow(db: DatabaseSync, table: string): Record<string, unknown> {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all()
  const values = columns.map(({ type }, index) => (type === 'INTEGER' ? index : `value ${index}`))
  const names = columns.map(({ name }) => name)
  db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`).run(...values)
  return Object.fromEntries(names.map((name, index) => [String(name), values[index]]))
}

describe('the database', () => {
  it('is described by schema.sql as its numbered files make it', () => {
    expect(readFileSync('schema.sql', 'utf8')).toBe(describeSchema())
  })

  it('has files that are numbered one after the other', () => {
    const numbers = readMigrations().map(({ name }) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it.each([
    ['before there were queues', BEFORE_QUEUES],
    ['before there were numbered files', BEFORE_FILES],
  ])('of a release %s comes to the same shape', (_, before) => {
    expect(shapeOf(migrated(before))).toEqual(shapeOf(migrated('')))
  })

  it('of a release before there were queues keeps its tasks', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(BEFORE_QUEUES)
    const row = insertRow(db, 'tasks')
    for (const { sql } of readMigrations()) db.exec(sql)
    const later = {
      attempt: 0,
      tries: 0,
      lease_ms: null,
      lease_until: null,
      check_at: null,
      input_bytes: null,
    }
    const unset = { batch_index: null, webhook_url: null, erased_at: null, purged_at: null }
    expect(db.prepare('SELECT * FROM tasks').all()).toMatchObject([{ ...row, ...later, ...unset }])
  })

  it('of a release before there were numbered files keeps every row', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(BEFORE_FILES)
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    const rows = tables.map(({ name }) => insertRow(db, String(name)))
    for (const { sql } of readMigrations()) db.exec(sql)
    expect(tables.map(({ name }) => db.prepare(`SELECT * FROM ${name}`).get())).toMatchObject(rows)
  })
})

it('files beside the numbered ones are no migrations', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-migrations-'))
  for (const name of ['0002_b.sql', '0001_a.sql', '.DS_Store', '0001_a.sql~'])
    writeFileSync(path.join(folder, name), '')
  const names = readMigrations(folder).map(({ name }) => name)
  rmSync(folder, { recursive: true })
  expect(names).toEqual(['0001_a.sql', '0002_b.sql'])
})
