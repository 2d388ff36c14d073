-- The tables of the first numbered release. `schema.sql` made them before, so there may be none, or those of any earlier
-- release: all come to the same shape, and rows stay. Later files need not do that.

-- Releases without queues had these columns of `tasks` only. Rows are copied into the whole table.
CREATE TABLE IF NOT EXISTS tasks (
  task_id TEXT PRIMARY KEY, account_id TEXT, kind TEXT, mode TEXT, status TEXT, created_at INTEGER, started_at INTEGER,
  completed_at INTEGER, pages INTEGER, bytes INTEGER, credits_charged INTEGER, file_key TEXT, file_name TEXT,
  content_type TEXT, warnings TEXT, error TEXT, metadata TEXT, batch_id TEXT, report TEXT, origin TEXT, expires_at INTEGER
) STRICT;
ALTER TABLE tasks RENAME TO former_tasks;

CREATE TABLE tasks (
  -- One row a task, synchronous ones included. Times are milliseconds since 1970.
  task_id         TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL,
  kind            TEXT NOT NULL,
  mode            TEXT NOT NULL,
  status          TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  started_at      INTEGER,
  completed_at    INTEGER,
  pages           INTEGER,
  bytes           INTEGER,
  credits_charged INTEGER NOT NULL DEFAULT 0,
  file_key        TEXT,
  file_name       TEXT,
  content_type    TEXT,
  warnings        TEXT,
  error           TEXT,
  metadata        TEXT,
  batch_id        TEXT,
  report          TEXT,
  origin          TEXT,
  expires_at      INTEGER,
  -- From here on for work that was queued. `attempt` counts claims and fences off stale ones; `tries` counts those
  -- that began, without the ones that found no browser free.
  attempt         INTEGER NOT NULL DEFAULT 0,
  tries           INTEGER NOT NULL DEFAULT 0,
  lease_ms        INTEGER,
  lease_until     INTEGER,
  -- When the sweep looks whether the task was lost.
  check_at        INTEGER,
  input_bytes     INTEGER,
  batch_index     INTEGER,
  -- Until the delivery is made from it.
  webhook_url     TEXT,
  -- The caller deleted the task; contents are gone, and once more when `expires_at` has passed.
  erased_at       INTEGER,
  -- Contents were removed after `expires_at`.
  purged_at       INTEGER
) STRICT;
-- A name that a former table lacks means the outer one, of `absent`.
INSERT INTO tasks (
  task_id, account_id, kind, mode, status, created_at, started_at, completed_at, pages, bytes, credits_charged,
  file_key, file_name, content_type, warnings, error, metadata, batch_id, report, origin, expires_at,
  attempt, tries, lease_ms, lease_until, check_at, input_bytes, batch_index, webhook_url, erased_at, purged_at
)
SELECT
  task_id, account_id, kind, mode, status, created_at, started_at, completed_at, pages, bytes, credits_charged,
  file_key, file_name, content_type, warnings, error, metadata, batch_id, report, origin, expires_at,
  (SELECT attempt FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT tries FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT lease_ms FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT lease_until FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT check_at FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT input_bytes FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT batch_index FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT webhook_url FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT erased_at FROM former_tasks AS t WHERE t.task_id = former.task_id),
  (SELECT purged_at FROM former_tasks AS t WHERE t.task_id = former.task_id)
FROM former_tasks AS former, (
  SELECT
    0 AS attempt, 0 AS tries, NULL AS lease_ms, NULL AS lease_until, NULL AS check_at, NULL AS input_bytes,
    NULL AS batch_index, NULL AS webhook_url, NULL AS erased_at, NULL AS purged_at
) AS absent;
DROP TABLE former_tasks;
CREATE INDEX tasks_by_account ON tasks (account_id, created_at);
CREATE INDEX tasks_by_batch ON tasks (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX tasks_to_purge ON tasks (expires_at) WHERE expires_at IS NOT NULL AND purged_at IS NULL;
-- What names no such time: ended by its account alone.
CREATE INDEX tasks_to_purge_by_end ON tasks (completed_at) WHERE expires_at IS NULL AND purged_at IS NULL;
-- Nobody paid for these: their rows end.
CREATE INDEX tasks_to_delete ON tasks (purged_at) WHERE purged_at IS NOT NULL AND credits_charged = 0;
CREATE INDEX tasks_to_check ON tasks (check_at) WHERE status IN ('pending', 'processing');
CREATE INDEX tasks_to_notify ON tasks (completed_at) WHERE webhook_url IS NOT NULL AND status IN ('completed', 'failed');

-- A cache that no release reads any more.
DROP TABLE IF EXISTS express_answers;

CREATE TABLE IF NOT EXISTS batches (
  batch_id   TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  count      INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS deliveries (
  -- One row a webhook: what is sent, when it is tried next, and what came of each try.
  delivery_id TEXT PRIMARY KEY,
  account_id  TEXT NOT NULL,
  task_id     TEXT NOT NULL,
  -- Account and origin of the address: what is limited together.
  receiver    TEXT NOT NULL,
  url         TEXT,
  -- Sent byte for byte at every try; removed with its task.
  body        TEXT,
  status      TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  ended_at    INTEGER,
  attempt     INTEGER NOT NULL DEFAULT 0,
  tries       INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  due_at      INTEGER NOT NULL,
  -- When the sweep looks whether the message was lost.
  check_at    INTEGER NOT NULL,
  -- JSON array of {at, status or error, ms}.
  log         TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_by_account ON deliveries (account_id, created_at);
CREATE INDEX IF NOT EXISTS deliveries_by_task ON deliveries (task_id);
CREATE INDEX IF NOT EXISTS deliveries_to_check ON deliveries (check_at) WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS deliveries_by_receiver ON deliveries (receiver, lease_until) WHERE status = 'pending';

CREATE TABLE IF NOT EXISTS accounts (
  -- The accounts by name, for operators: written by each account's object through its outbox, like the ledger.
  account_id TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  plan       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS accounts_by_time ON accounts (created_at, account_id);

CREATE TABLE IF NOT EXISTS ledger (
  -- The ledger's projection: written by each account's object through its outbox; the object is the truth.
  account_id   TEXT NOT NULL,
  seq          INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  type         TEXT NOT NULL,
  task_id      TEXT,
  kind         TEXT,
  mode         TEXT,
  credits      INTEGER NOT NULL,
  credits_left INTEGER NOT NULL,
  reason       TEXT,
  PRIMARY KEY (account_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ledger_by_time ON ledger (at);

CREATE TABLE IF NOT EXISTS templates (
  -- Own templates. The head row stays after a deletion, so that a version's number never means two things.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  version    INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, category, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS template_versions (
  -- One row a version, never changed. `source` is JSON: manifest, page, style and sample.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  version    INTEGER NOT NULL,
  source     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, category, name, version)
) STRICT;

CREATE TABLE IF NOT EXISTS endpoints (
  -- Studio endpoints. A row with `deleted` hides a starter endpoint of the same slug.
  account_id TEXT NOT NULL,
  slug       TEXT NOT NULL,
  revision   TEXT NOT NULL,
  config     TEXT NOT NULL,
  deleted    INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, slug)
) STRICT, WITHOUT ROWID;
