import { env } from 'cloudflare:test'
import schema from '../../schema.sql?raw'

/** Applies `schema.sql` to the test's D1, as `npm start` does, and empties it: test files share one database. */
export async function applySchema(): Promise<void> {
  const tables = [...schema.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, table]) => table)
  const statements = schema
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
    .concat(tables.map((table) => `DELETE FROM ${table}`))
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
}
