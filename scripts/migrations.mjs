/**
 * The database's numbered files in `migrations/`, each applied once and never changed afterwards. A deployment applies
 * them by `wrangler d1 migrations apply`, a local start by `applyMigrations`, into the same list of what was applied.
 */
import fs from 'node:fs'
import path from 'node:path'
import { unstable_splitSqlQuery as split } from 'wrangler'
import { root } from './browser.mjs'

/** The table that wrangler keeps, as wrangler makes it. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** The files of `folder` that wrangler applies, in that order, each with its text. */
export function readMigrations(folder = path.join(root, 'migrations')) {
  const names = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name), 'utf8') }))
}

/** Applies what was not applied yet, each file in one transaction. Throws what the database says of one that fails. */
export async function applyMigrations(db) {
  await db.prepare(APPLIED).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all()
  const applied = new Set(results.map(({ name }) => name))
  for (const { name, sql } of readMigrations().filter((one) => !applied.has(one.name))) {
    const statements = split(sql).map((statement) => db.prepare(statement))
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)])
  }
}
