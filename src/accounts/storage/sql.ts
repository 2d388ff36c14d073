/** The object's SQLite database, as its tables ask it. */
export type SqlRow = Record<string, SqlStorageValue>

/** The object's SQLite database. */
export class AccountSql {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  exec(query: string, ...values: SqlStorageValue[]): void {
    this.#sql.exec(query, ...values)
  }

  all(query: string, ...values: SqlStorageValue[]): SqlRow[] {
    return this.#sql.exec<SqlRow>(query, ...values).toArray()
  }

  first(query: string, ...values: SqlStorageValue[]): SqlRow | undefined {
    return this.all(query, ...values)[0]
  }

  /** The only row; throws if there are none or several. */
  one(query: string, ...values: SqlStorageValue[]): SqlRow {
    return this.#sql.exec<SqlRow>(query, ...values).one()
  }
}
