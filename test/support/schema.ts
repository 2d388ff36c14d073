import { applyD1Migrations, env } from 'cloudflare:test'
import { taskDatabases } from '../../src/databases'

/** Applies `migrations/` to the test's databases, as `npm start` does, and empties them: test files share them. */
export async function applySchema(): Promise<void> {
  await Promise.all(taskDatabases(env).map(applyAndEmpty))
}

async function applyAndEmpty(db: D1Database): Promise<void> {
  await applyD1Migrations(db, env.TEST_MIGRATIONS)
  const { results } = await db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all<{
    name: string
  }>()
  const tables = results.filter(({ name }) => !/^(sqlite|_cf|d1)_/.test(name))
  await db.batch(tables.map(({ name }) => db.prepare(`DELETE FROM ${name}`)))
}
