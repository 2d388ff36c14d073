/** The tables that an account's object begins with, and what their rows say. */

import type { Mode } from '../api-keys'
import type { Hold } from '../ledger'
import type { KeyRow, Scope } from '../scopes'
import type { SqlRow } from './sql'

type Table = {
  /** Makes it and its indexes. */
  sql: string
  /** Columns that some releases before `schema_version` did not have: what stands there then, as SQL over such a row. */
  added?: Record<string, string>
}

/** What was granted under an id, as the ledger has it: it names no ids, but what was left after each grant. */
const grantedAs = (column: string, unknown: string) =>
  `coalesce((SELECT ${column} FROM entries WHERE type = 'grant' AND entries.credits_left = former.credits_left
    ORDER BY seq DESC LIMIT 1), ${unknown})`

/** The tables of step 1 (`migrations.ts`). What comes later is added by further steps, never here. */
export const FIRST_TABLES: Record<string, Table> = {
  account: {
    sql: `CREATE TABLE account (
      account_id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, created_at INTEGER NOT NULL,
      webhook_secret TEXT NOT NULL,
      granted INTEGER NOT NULL, settled INTEGER NOT NULL, held INTEGER NOT NULL
    ) STRICT;`,
  },
  keys: {
    sql: `CREATE TABLE keys (
      key_id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, mode TEXT NOT NULL, scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER
    ) STRICT;`,
  },
  holds: {
    sql: `CREATE TABLE holds (
      task_id TEXT PRIMARY KEY, kind TEXT NOT NULL, mode TEXT NOT NULL, credits INTEGER NOT NULL,
      synchronous INTEGER NOT NULL, held_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      outcome TEXT, charged INTEGER, resolved_at INTEGER, reason TEXT, cache_key TEXT
    ) STRICT;
    CREATE INDEX holds_under_way ON holds (cache_key) WHERE outcome IS NULL AND cache_key IS NOT NULL;
    CREATE INDEX holds_open ON holds (expires_at) WHERE outcome IS NULL;
    CREATE INDEX holds_resolved ON holds (resolved_at) WHERE outcome IS NOT NULL;`,
    added: { cache_key: 'NULL' },
  },
  entries: {
    sql: `CREATE TABLE entries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, type TEXT NOT NULL, task_id TEXT, kind TEXT,
      mode TEXT, credits INTEGER NOT NULL, credits_left INTEGER NOT NULL, reason TEXT
    ) STRICT;
    CREATE INDEX entries_by_task ON entries (task_id);
    CREATE INDEX entries_by_time ON entries (at);`,
  },
  webhook_secrets: {
    sql: 'CREATE TABLE webhook_secrets (secret TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;',
  },
  grants: {
    sql: `CREATE TABLE grants (
      grant_id TEXT PRIMARY KEY, amount INTEGER NOT NULL, reason TEXT NOT NULL, credits_left INTEGER NOT NULL
    ) STRICT;`,
    added: { amount: grantedAs('credits', '0'), reason: grantedAs('reason', "''") },
  },
  calls: {
    sql: `CREATE TABLE calls (
      route TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, request_id TEXT NOT NULL,
      task_id TEXT, answer TEXT, lease_until INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (route, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX calls_by_task ON calls (task_id);
    CREATE INDEX calls_by_expiry ON calls (expires_at);`,
    added: { request_id: "''" },
  },
  windows: {
    sql: `CREATE TABLE windows (
      method TEXT PRIMARY KEY, opened_at INTEGER NOT NULL, used INTEGER NOT NULL
    ) STRICT;`,
  },
  outbox: {
    sql: `CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, ref TEXT NOT NULL, payload TEXT NOT NULL,
      due_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outbox_due ON outbox (due_at);
    CREATE INDEX outbox_ref ON outbox (ref);`,
  },
}

export function keyFromRow(row: SqlRow): KeyRow {
  return {
    keyId: row.key_id as string,
    hash: row.hash as string,
    mode: row.mode as Mode,
    scopes: (row.scopes as string).split(' ').filter(Boolean) as Scope[],
    createdAt: row.created_at as number,
    expiresAt: row.expires_at as number | null,
    revokedAt: row.revoked_at as number | null,
  }
}

export function holdFromRow(row: SqlRow): Hold {
  return {
    taskId: row.task_id as string,
    kind: row.kind as string,
    mode: row.mode as Mode,
    credits: row.credits as number,
    synchronous: row.synchronous === 1,
    heldAt: row.held_at as number,
    expiresAt: row.expires_at as number,
    ...(row.cache_key !== null && { cacheKey: row.cache_key as string }),
    resolution:
      row.outcome === null
        ? null
        : {
            outcome: row.outcome as 'settled' | 'released',
            charged: row.charged as number,
            at: row.resolved_at as number,
            reason: row.reason as string | null,
          },
  }
}
