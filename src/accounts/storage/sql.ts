/** SQL of an object, as rows. */
import type { Row } from './schema'

export class Rows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  exec(query: string, ...values: SqlStorageValue[]): void {
    this.#sql.exec(query, ...values)
  }

  all(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }

  first(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.all(query, ...values)[0]
  }

  /** The only row; throws where there are none or several. */
  one(query: string, ...values: SqlStorageValue[]): Row {
    return this.#sql.exec<Row>(query, ...values).one()
  }
}
