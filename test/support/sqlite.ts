/** The two storage interfaces of the account over Node's SQLite, with a power cut wherever a test wants one. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export class PowerCut extends Error {}

/** Prepares each statement of a database once. */
function statementsOf(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (query: string): StatementSync => {
    const statement = prepared.get(query) ?? database.prepare(query)
    prepared.set(query, statement)
    return statement
  }
}

/** `SqlStorage` as far as the account uses it; the cut comes before the n-th statement from now. */
export class ObjectStorage {
  readonly database = new DatabaseSync(':memory:')
  readonly #statement = statementsOf(this.database)
  statementsUntilCut = Number.POSITIVE_INFINITY

  readonly sql = {
    exec: (query: string, ...values: SQLInputValue[]) => {
      if (this.statementsUntilCut-- <= 0) throw new PowerCut()
      const rows = this.#run(query, values)
      return { toArray: () => rows, one: () => single(rows) }
    },
  } as unknown as SqlStorage

  /** Runs `change` as the platform does: all of it or, after a throw, nothing. */
  transaction<T>(change: () => T): T {
    this.database.exec('BEGIN')
    try {
      const result = change()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      this.database.exec('ROLLBACK')
      throw error
    }
  }

  #run(query: string, values: SQLInputValue[]) {
    if (values.length > 0 || !query.includes(';')) return this.#statement(query).all(...values)
    this.database.exec(query)
    return []
  }
}

/** D1 as far as the outbox uses it. A batch fails before it does anything, or after it did everything. */
export class FakeD1 {
  readonly database = new DatabaseSync(':memory:')
  readonly #statement = statementsOf(this.database)
  fails: 'before' | 'after' | undefined

  constructor(schema: string) {
    this.database.exec(schema)
  }

  readonly binding = {
    prepare: (query: string) => ({ bind: (...values: SQLInputValue[]) => ({ query, values }) }),
    batch: async (statements: { query: string; values: SQLInputValue[] }[]) => {
      if (this.fails === 'before') throw new Error('D1 cannot be reached')
      this.database.exec('BEGIN')
      for (const { query, values } of statements) this.#statement(query).run(...values)
      this.database.exec('COMMIT')
      if (this.fails === 'after') throw new Error('D1 did it, but the answer was lost')
    },
  } as unknown as D1Database
}

function single<Row>(rows: Row[]): Row {
  const [row] = rows
  if (rows.length !== 1 || !row) throw new Error(`expected one row, got ${rows.length}`)
  return row
}
