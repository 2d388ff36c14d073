/** `npm run schema`: writes what the files of `migrations/` come to into `schema.sql`, for readers. */
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from './browser.mjs'
import { readMigrations } from './migrations.mjs'

const HEAD = `-- D1: what is queried across accounts or longer than an account's object keeps it. Generated from migrations/ by
-- \`npm run schema\`: to change it, add a numbered file there.
`

/** The whole schema as SQL: each table, then its indexes and triggers. */
export function describeSchema() {
  const db = new DatabaseSync(':memory:')
  for (const { sql } of readMigrations()) db.exec(sql)
  const described = (type, table) =>
    db
      .prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? AND tbl_name GLOB ? AND sql IS NOT NULL')
      .all(type, table)
  const tables = described('table', '*').map(({ name, sql }) => [
    sql,
    ...described('index', name).map((index) => index.sql),
    ...described('trigger', name).map((trigger) => trigger.sql),
  ])
  return [HEAD, ...tables.map((statements) => statements.map((sql) => `${sql};\n`).join(''))].join('\n')
}

if (process.argv[1] === import.meta.filename)
  fs.writeFileSync(path.join(root, 'schema.sql'), describeSchema())
