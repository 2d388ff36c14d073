/**
 * How an account's object comes to the tables of this release: numbered steps, each taken once and in order, when the
 * object is made and when it is first used under a release that has more of them.
 *
 * A step only adds: tables, and columns that may be null or have a default, so that the release before, which may be
 * rolled back to, reads and writes what it knows. It finds a higher version than its own then, and leaves it. What no
 * release before needs any more may be removed.
 */
import { FIRST_TABLES } from './first-tables'
import type { AccountSql } from './sql'

export type Step = (sql: AccountSql) => void

/** Never changed once released; a new one goes to the end. Its place is the version that it leads to. */
const STEPS: readonly Step[] = [
  makeFirstTables,
  writeFewerRows,
  keepDailyTotals,
  writeFewerRowsStill,
  closeParts,
  keepSettings,
  keepEvents,
  findLinesByNumber,
  renewLeases,
]

/** Takes the steps that are left. To be run in one transaction. */
export function upgradeAccount(sql: AccountSql, steps: readonly Step[] = STEPS): void {
  const version = versionOf(sql)
  if (version >= steps.length) return
  for (const step of steps.slice(version)) step(sql)
  sql.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT')
  sql.exec('DELETE FROM schema_version')
  sql.exec('INSERT INTO schema_version (version) VALUES (?)', steps.length)
}

/** How many steps were taken; 0 for a new object, and for one that a release made before there were steps. */
function versionOf(sql: AccountSql): number {
  const counted = sql.first(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'`)
  return counted ? (sql.one('SELECT version FROM schema_version').version as number) : 0
}

/** Makes the tables, and those of earlier releases whole: releases before this one insert by the order of columns. */
function makeFirstTables(sql: AccountSql): void {
  for (const [name, { sql: create, added = {} }] of Object.entries(FIRST_TABLES)) {
    const columns = columnsOf(sql, name)
    if (columns.length === 0) sql.exec(create)
    else if (Object.keys(added).some((column) => !columns.includes(column))) {
      for (const index of indexesOf(sql, name)) sql.exec(`DROP INDEX ${index}`)
      sql.exec(`ALTER TABLE ${name} RENAME TO former`)
      sql.exec(create)
      const whole = columnsOf(sql, name)
      const values = whole.map((column) => (columns.includes(column) ? column : added[column]))
      sql.exec(`INSERT INTO ${name} (${whole}) SELECT ${values} FROM former`)
      sql.exec('DROP TABLE former')
    }
  }
}

/** Rows of a table that is copied at once. A larger one keeps its form, which costs a row more for each that is added. */
const MAX_ROWS_TO_COPY = 5_000

/**
 * Each row of an index, and of `sqlite_sequence`, is written and paid for like one of the table. The ledger goes to D1 by
 * the number of its last line there (`ledger-projection.ts`), no longer as copies in the outbox.
 */
function writeFewerRows(sql: AccountSql): void {
  sql.exec('DROP INDEX IF EXISTS entries_by_time')
  sql.exec('DROP INDEX IF EXISTS outbox_due')
  sql.exec(`CREATE TABLE ledger_projection (
    seq INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL
  ) STRICT`)
  // Lines that wait in the outbox go from there.
  sql.exec(`INSERT INTO ledger_projection (seq, attempts, due_at)
    SELECT coalesce(max(seq), 0), 0, 0 FROM entries`)
  copyTable(sql, 'entries', { from: 'PRIMARY KEY AUTOINCREMENT', to: 'PRIMARY KEY' })
  copyTable(sql, 'holds', { from: ') STRICT;', to: ') STRICT, WITHOUT ROWID;' })
}

/** Sums of the ledger (`daily-totals.ts`). The alarm adds up the lines that are there. */
function keepDailyTotals(sql: AccountSql): void {
  sql.exec(`CREATE TABLE daily_totals (
    day TEXT NOT NULL, kind TEXT NOT NULL, mode TEXT NOT NULL,
    credits_granted INTEGER NOT NULL, credits_charged INTEGER NOT NULL,
    tasks_completed INTEGER NOT NULL, tasks_failed INTEGER NOT NULL, PRIMARY KEY (day, kind, mode)
  ) STRICT, WITHOUT ROWID`)
  sql.exec('CREATE TABLE ledger_totaled (seq INTEGER NOT NULL) STRICT')
  sql.exec('INSERT INTO ledger_totaled (seq) VALUES (0)')
}

/**
 * The outbox has no index and no counter of its own: it holds what a second brings, and is looked through. The window of POSTs
 * is stored with the balance; the release before begins its own anew. `holds` has no further column, since that release
 * inserts by their order.
 */
function writeFewerRowsStill(sql: AccountSql): void {
  sql.exec('ALTER TABLE account ADD COLUMN posts_opened_at INTEGER')
  sql.exec('ALTER TABLE account ADD COLUMN posts_used INTEGER')
  sql.exec('DROP INDEX IF EXISTS outbox_ref')
  copyTable(sql, 'outbox', { from: 'PRIMARY KEY AUTOINCREMENT', to: 'PRIMARY KEY' })
}

/**
 * Closed parts of the ledger (`closed-ledger.ts`). Resolved holds leave with their lines, so that nothing is found by the
 * time of their end. The release before keeps what is open, and lists no closed lines.
 */
function closeParts(sql: AccountSql): void {
  sql.exec(`CREATE TABLE closed_parts (
    last_seq INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
    credits_left INTEGER NOT NULL
  ) STRICT`)
  sql.exec(`CREATE TABLE closed_totals (
    day TEXT NOT NULL, last_seq INTEGER NOT NULL, kind TEXT NOT NULL, mode TEXT NOT NULL, lines INTEGER NOT NULL,
    credits_granted INTEGER NOT NULL, credits_charged INTEGER NOT NULL,
    tasks_completed INTEGER NOT NULL, tasks_failed INTEGER NOT NULL, PRIMARY KEY (day, last_seq, kind, mode)
  ) STRICT, WITHOUT ROWID`)
  sql.exec('CREATE INDEX closed_totals_by_part ON closed_totals (last_seq)')
  sql.exec('DROP INDEX IF EXISTS holds_resolved')
}

/** What an account has set for itself (`settings-table.ts`). The release before does as if nothing were set. */
function keepSettings(sql: AccountSql): void {
  sql.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
}

/** Events on their way to D1 (`events-table.ts`). The release before raises none, and leaves those that wait. */
function keepEvents(sql: AccountSql): void {
  sql.exec(`CREATE TABLE events (
    event_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, event TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`)
}

/** Lines of a task are found by the times of its hold (`statement-filter.ts`), so that a line is one row and not two. */
function findLinesByNumber(sql: AccountSql): void {
  sql.exec('DROP INDEX IF EXISTS entries_by_task')
}

/**
 * Open holds are found by an index that a new lease leaves as it is: a row less for a queued task. The release before looks
 * through all that are open.
 */
function renewLeases(sql: AccountSql): void {
  sql.exec('DROP INDEX IF EXISTS holds_open')
  sql.exec('CREATE INDEX holds_unresolved ON holds (outcome) WHERE outcome IS NULL')
}

/** Makes one of the first tables anew with a change in its statement, and without the indexes that it no longer has. */
function copyTable(sql: AccountSql, name: string, { from, to }: { from: string; to: string }): void {
  const few = sql.one(`SELECT count(*) AS rows FROM (SELECT 1 FROM ${name} LIMIT ${MAX_ROWS_TO_COPY + 1})`)
  if ((few.rows as number) > MAX_ROWS_TO_COPY) return
  const indexes = indexesOf(sql, name).map(
    (index) => sql.one('SELECT sql FROM sqlite_schema WHERE name = ?', index).sql as string,
  )
  for (const index of indexesOf(sql, name)) sql.exec(`DROP INDEX ${index}`)
  sql.exec(`ALTER TABLE ${name} RENAME TO former`)
  const [create = ''] = (FIRST_TABLES[name]?.sql ?? '').replace(from, to).split(/(?<=;)/)
  sql.exec(create)
  const columns = columnsOf(sql, name)
  sql.exec(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM former`)
  sql.exec('DROP TABLE former')
  for (const index of indexes) sql.exec(index)
}

/** Names in the order of the columns; empty if there is no such table. */
function columnsOf(sql: AccountSql, table: string): string[] {
  return sql.all(`SELECT name FROM pragma_table_info(?)`, table).map(({ name }) => name as string)
}

/** Names of the indexes that were made apart from the table. */
function indexesOf(sql: AccountSql, table: string): string[] {
  const query = `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`
  return sql.all(query, table).map(({ name }) => name as string)
}
