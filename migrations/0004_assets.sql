-- What an account's documents refer to as `asset:<name>`. The bytes are in R2, under the row's id.
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
