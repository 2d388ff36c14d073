/** What the service asks of D1, read at D1's own interface: each request is one transaction there. */
import { env } from 'cloudflare:test'

/** `params` is what its statements were given, as JSON. */
export type D1Request = { sql: string; params: string; rowsWritten: number; writes: boolean }

type Statement = D1PreparedStatement & { statement: string; params: unknown[] }

const ACCOUNT_IDS = /acc_\w{16}/g

/**
 * The requests to D1 while `use` lasts. Those that name accounts and not `accountId` are left out: files share an isolate,
 * and what a former one began may still be waiting there. What names no account may be a former one's, too.
 */
export async function d1Requests(
  accountId: string,
  use: (requests: D1Request[]) => Promise<unknown>,
): Promise<D1Request[]> {
  const requests: D1Request[] = []
  const record = (statements: Statement[], results: D1Result[]) => {
    const params = JSON.stringify(statements.map(({ params }) => params))
    const accounts = params.match(ACCOUNT_IDS)
    if (accounts && !accounts.includes(accountId)) return
    const texts = statements.map(({ statement }) => statement.trim().replace(/\s+/g, ' '))
    requests.push({
      sql: texts.map((text) => text.slice(0, 60)).join('; '),
      params,
      rowsWritten: results.reduce((sum, { meta }) => sum + meta.rows_written, 0),
      writes: texts.some((text) => !text.startsWith('SELECT')),
    })
  }
  const database = Object.getPrototypeOf(env.DB)
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  const former = { batch: database.batch, all: statement.all, run: statement.run, first: statement.first }
  database.batch = async function (statements: Statement[]) {
    const results = await former.batch.call(this, statements)
    record(statements, results)
    return results
  }
  for (const name of ['all', 'run'] as const)
    statement[name] = async function (this: Statement) {
      const result = await former[name].call(this)
      record([this], [result])
      return result
    }
  // Alone, it tells nothing of rows.
  statement.first = async function (this: Statement, column?: string) {
    const { results } = await this.all<Record<string, unknown>>()
    const row = results[0] ?? null
    return row && column !== undefined ? row[column] : row
  }
  try {
    await use(requests)
  } finally {
    Object.assign(database, { batch: former.batch })
    Object.assign(statement, { all: former.all, run: former.run, first: former.first })
  }
  return requests
}
