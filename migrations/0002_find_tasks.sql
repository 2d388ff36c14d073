-- Tasks by kind, state and metadata. Lists have what is kept alone, so that tombstones do not slow the last page.
CREATE INDEX tasks_listed ON tasks (account_id, created_at, task_id)
  WHERE erased_at IS NULL AND purged_at IS NULL;
DROP INDEX IF EXISTS tasks_by_account;
CREATE INDEX tasks_listed_by_kind ON tasks (account_id, kind, created_at, task_id)
  WHERE erased_at IS NULL AND purged_at IS NULL;
-- Most tasks are completed, so only the others need an index of their states.
CREATE INDEX tasks_listed_by_status ON tasks (account_id, status, created_at, task_id)
  WHERE status <> 'completed' AND erased_at IS NULL AND purged_at IS NULL;
CREATE INDEX tasks_listed_of_test_keys ON tasks (account_id, created_at, task_id)
  WHERE mode = 'test' AND erased_at IS NULL AND purged_at IS NULL;

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

INSERT INTO task_metadata (account_id, name, value, created_at, task_id)
SELECT account_id, key, iif(type IN ('true', 'false'), type, CAST(atom AS TEXT)), created_at, task_id
FROM (SELECT * FROM tasks WHERE json_valid(metadata) AND erased_at IS NULL AND purged_at IS NULL) AS t, json_each(t.metadata) AS field
WHERE field.type IN ('text', 'integer', 'real', 'true', 'false') AND length(field.key) <= 64 AND length(field.atom) <= 200;
