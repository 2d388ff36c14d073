import { env } from 'cloudflare:test'
import schema from '../../schema.sql?raw'

/** Applies `schema.sql` to the test's D1, as `npm start` does. */
export async function applySchema(): Promise<void> {
  const statements = schema
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
}
