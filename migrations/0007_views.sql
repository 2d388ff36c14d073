-- Links that show a task's file to people without a key (`/v1/status/{task_id}/view`): one row a link, by the second at
-- which it ends, which stands in the link. A link that has no row here was made before, and works until it ends.
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
