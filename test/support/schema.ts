import { applyD1Migrations, env } from 'cloudflare:test'

/** Applies `migrations/` to the test's D1, as `npm start` does, and empties it: test files share one database. */
export async function applySchema(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const { results } = await env.DB.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all<{
    name: string
  }>()
  const tables = results.filter(({ name }) => !/^(sqlite|_cf|d1)_/.test(name))
  await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`)))
}
