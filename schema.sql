-- D1: what is queried across accounts or longer than an account's object keeps it. Generated from migrations/ by
-- `npm run schema`: to change it, add a numbered file there.

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
CREATE INDEX tasks_by_batch ON tasks (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX tasks_to_purge ON tasks (expires_at) WHERE expires_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX tasks_to_purge_by_end ON tasks (completed_at) WHERE expires_at IS NULL AND purged_at IS NULL;
CREATE INDEX tasks_to_delete ON tasks (purged_at) WHERE purged_at IS NOT NULL AND credits_charged = 0;
CREATE INDEX tasks_to_check ON tasks (check_at) WHERE status IN ('pending', 'processing');
CREATE INDEX tasks_to_notify ON tasks (completed_at) WHERE webhook_url IS NOT NULL AND status IN ('completed', 'failed');
CREATE INDEX tasks_listed ON tasks (account_id, created_at, task_id)
  WHERE erased_at IS NULL AND purged_at IS NULL;
CREATE INDEX tasks_listed_by_kind ON tasks (account_id, kind, created_at, task_id)
  WHERE erased_at IS NULL AND purged_at IS NULL;
CREATE INDEX tasks_listed_by_status ON tasks (account_id, status, created_at, task_id)
  WHERE status <> 'completed' AND erased_at IS NULL AND purged_at IS NULL;
CREATE INDEX tasks_listed_of_test_keys ON tasks (account_id, created_at, task_id)
  WHERE mode = 'test' AND erased_at IS NULL AND purged_at IS NULL;
CREATE TRIGGER task_metadata_of_new AFTER INSERT ON tasks WHEN json_valid(new.metadata) BEGIN
  INSERT OR IGNORE INTO task_metadata (account_id, name, value, created_at, task_id)
  SELECT new.account_id, key, iif(type IN ('true', 'false'), type, CAST(atom AS TEXT)), new.created_at, new.task_id
  FROM json_each(new.metadata)
  WHERE type IN ('text', 'integer', 'real', 'true', 'false') AND length(key) <= 64 AND length(atom) <= 200
  LIMIT 20;
END;
CREATE TRIGGER task_metadata_of_changed AFTER UPDATE OF metadata ON tasks
  WHEN old.metadata IS NOT new.metadata AND json_valid(coalesce(old.metadata, new.metadata)) BEGIN
  DELETE FROM task_metadata
  WHERE (account_id, name, value, created_at, task_id) IN (
    SELECT old.account_id, key, iif(type IN ('true', 'false'), type, CAST(atom AS TEXT)), old.created_at, old.task_id
    FROM json_each(coalesce(old.metadata, '{}')) WHERE atom IS NOT NULL
  );
  INSERT OR IGNORE INTO task_metadata (account_id, name, value, created_at, task_id)
  SELECT new.account_id, key, iif(type IN ('true', 'false'), type, CAST(atom AS TEXT)), new.created_at, new.task_id
  FROM json_each(coalesce(new.metadata, '{}'))
  WHERE type IN ('text', 'integer', 'real', 'true', 'false') AND length(key) <= 64 AND length(atom) <= 200
  LIMIT 20;
END;
CREATE TRIGGER task_metadata_of_deleted AFTER DELETE ON tasks WHEN json_valid(old.metadata) BEGIN
  DELETE FROM task_metadata
  WHERE (account_id, name, value, created_at, task_id) IN (
    SELECT old.account_id, key, iif(type IN ('true', 'false'), type, CAST(atom AS TEXT)), old.created_at, old.task_id
    FROM json_each(old.metadata) WHERE atom IS NOT NULL
  );
END;

CREATE TABLE batches (
  batch_id   TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  count      INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE deliveries (
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
, event TEXT, mode TEXT) STRICT;
CREATE INDEX deliveries_by_account ON deliveries (account_id, created_at);
CREATE INDEX deliveries_by_task ON deliveries (task_id);
CREATE INDEX deliveries_to_check ON deliveries (check_at) WHERE status = 'pending';
CREATE INDEX deliveries_by_receiver ON deliveries (receiver, lease_until) WHERE status = 'pending';
CREATE INDEX deliveries_of_events ON deliveries (created_at) WHERE event IS NOT NULL;

CREATE TABLE accounts (
  -- The accounts by name, for operators: written by each account's object through its outbox, like the ledger.
  account_id TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  plan       TEXT NOT NULL,
  created_at INTEGER NOT NULL
, suspended_at INTEGER) STRICT;
CREATE INDEX accounts_by_time ON accounts (created_at, account_id);

CREATE TABLE ledger (
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
CREATE INDEX ledger_by_time ON ledger (at);

CREATE TABLE templates (
  -- Own templates. The head row stays after a deletion, so that a version's number never means two things.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  version    INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, label TEXT, orientation TEXT,
  PRIMARY KEY (account_id, category, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE template_versions (
  -- One row a version, never changed. `source` is JSON: manifest, page, style and sample.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  version    INTEGER NOT NULL,
  source     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, category, name, version)
) STRICT;
CREATE TRIGGER template_label_of_latest AFTER INSERT ON template_versions WHEN json_valid(new.source) BEGIN
  UPDATE templates SET label = new.source ->> '$.label', orientation = new.source ->> '$.orientation'
  WHERE account_id = new.account_id AND category = new.category AND name = new.name AND version = new.version;
END;

CREATE TABLE endpoints (
  -- Studio endpoints. A row with `deleted` hides a starter endpoint of the same slug.
  account_id TEXT NOT NULL,
  slug       TEXT NOT NULL,
  revision   TEXT NOT NULL,
  config     TEXT NOT NULL,
  deleted    INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE task_metadata (
  -- What tasks are found by: plain values of their metadata as text. Written by the triggers alone, whatever release
  -- writes the task.
  account_id TEXT NOT NULL,
  name       TEXT NOT NULL,
  value      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  task_id    TEXT NOT NULL,
  PRIMARY KEY (account_id, name, value, created_at, task_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE template_drafts (
  -- At most one draft of each own template, whether it has versions or not. `source` is as in `template_versions`.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  source     TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, category, name)
) STRICT;

CREATE TABLE assets (
  -- One row a name; test and live keys have their own. A file is never changed: another one gets another id.
  account_id   TEXT NOT NULL,
  mode         TEXT NOT NULL,
  name         TEXT NOT NULL,
  asset_id     TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes        INTEGER NOT NULL,
  sha256       TEXT NOT NULL,
  updated_at   INTEGER NOT NULL,
  PRIMARY KEY (account_id, mode, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE uploads (
  task_id     TEXT PRIMARY KEY,
  account_id  TEXT NOT NULL,
  -- Of the address, for its caller: the address itself is a secret.
  host        TEXT NOT NULL,
  -- The address, encrypted; removed once no try follows.
  target      TEXT,
  -- waiting (for the end of the task), pending, delivered, failed
  status      TEXT NOT NULL,
  attempt     INTEGER NOT NULL DEFAULT 0,
  tries       INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  due_at      INTEGER NOT NULL,
  ended_at    INTEGER,
  -- Why the last try failed.
  error       TEXT,
  -- When the sweep looks whether the message was lost.
  check_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_to_check ON uploads (check_at) WHERE status IN ('waiting', 'pending');

CREATE TABLE views (
  task_id    TEXT NOT NULL,
  -- Seconds since 1970; no two links of a task end in the same one.
  expires    INTEGER NOT NULL,
  view_id    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The row stays, so that the link is known not to work.
  revoked_at INTEGER,
  PRIMARY KEY (task_id, expires)
) STRICT, WITHOUT ROWID;
