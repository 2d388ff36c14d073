-- Results that go to their callers' buckets (`deliver_to`): one row a task.
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

-- Since when an account is suspended: for the operator's list; the account's object decides.
ALTER TABLE accounts ADD COLUMN suspended_at INTEGER;
