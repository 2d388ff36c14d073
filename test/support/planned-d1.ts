/** D1 over Node's SQLite that keeps how each statement is done (`EXPLAIN QUERY PLAN`), where it stands, and how long it took. */
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type Planned = {
  sql: string
  /** File of `src` that prepared it, and the place there. */
  file: string
  site: string
  /** Lines of the plan. */
  plan: string[]
  /** The longest that it took, in milliseconds. */
  ms: number
}

type Prepared = { sql: string; place: string; values: SQLInputValue[] }

export class PlannedD1 {
  readonly statements = new Map<string, Planned>()
  /** Whether statements are only done. */
  isFilling = false
  readonly #prepared = new Map<string, StatementSync>()
  readonly database: DatabaseSync

  constructor(schema: string, file = ':memory:') {
    this.database = new DatabaseSync(file)
    this.database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
    this.database.exec(schema)
  }

  readonly binding = {
    prepare: (sql: string) => this.#bound({ sql, place: this.isFilling ? '' : callerIn('src'), values: [] }),
    batch: async (statements: Prepared[]) => {
      this.database.exec('BEGIN')
      try {
        const results = statements.map((statement) => this.#run(statement))
        this.database.exec('COMMIT')
        return results
      } catch (error) {
        this.database.exec('ROLLBACK')
        throw error
      }
    },
  } as unknown as D1Database

  #bound(prepared: Prepared): object {
    return {
      ...prepared,
      bind: (...values: SQLInputValue[]) => this.#bound({ ...prepared, values }),
      all: async () => this.#run(prepared),
      run: async () => this.#run(prepared),
      first: async (column?: string) => {
        const [row] = this.#run(prepared).results
        return row === undefined ? null : column === undefined ? row : row[column]
      },
    }
  }

  #run({ sql, place, values }: Prepared) {
    if (!this.isFilling) this.#explain({ sql, place, values })
    const statement = this.#prepared.get(sql) ?? this.database.prepare(sql)
    this.#prepared.set(sql, statement)
    const startedAt = performance.now()
    const results = statement.all(...values)
    const ms = performance.now() - startedAt
    const planned = this.statements.get(`${place} ${sql}`)
    if (planned) planned.ms = Math.max(planned.ms, ms)
    const [counted] = this.database.prepare('SELECT changes() AS changes').all()
    return { results, meta: { changes: Number(counted?.changes), size_after: 0 } }
  }

  #explain({ sql, place, values }: Prepared): void {
    const rows = this.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
    const plan = rows.map(({ detail }) => String(detail))
    const [file = ''] = place.split(':')
    this.statements.set(`${place} ${sql}`, { sql, file, site: place, plan, ms: 0 })
  }
}

/** The innermost caller in a folder: its file, line and column. */
function callerIn(folder: string): string {
  const root = path.resolve(folder)
  const lines = (new Error().stack ?? '').split('\n')
  for (const line of lines) {
    const at = line.indexOf(root)
    if (at >= 0) return path.relative('.', line.slice(at)).replace(/\)$/, '')
  }
  return ''
}
