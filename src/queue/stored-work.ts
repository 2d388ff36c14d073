/** What a dispatcher has taken over and not ended, in its own database. */
import type { Versioned } from '../format-version'
import type { QueueClass } from '../tasks/messages'
import type { QueuedWork } from './fair-queue'

/** A task or a delivery that a message names. `returns` is how often a task came back for another try. */
export type DispatchedWork = QueuedWork & Versioned & { returns: number }

export class StoredWork {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      `CREATE TABLE IF NOT EXISTS work (
         id TEXT PRIMARY KEY, queue_class TEXT NOT NULL, work TEXT NOT NULL
       ) STRICT, WITHOUT ROWID`,
    )
  }

  /** Stores work; what is there stays as it is. */
  add(queueClass: QueueClass, work: readonly DispatchedWork[]): void {
    for (const one of work)
      this.sql.exec(
        'INSERT OR IGNORE INTO work (id, queue_class, work) VALUES (?, ?, ?)',
        one.id,
        queueClass,
        JSON.stringify(one),
      )
  }

  remove(id: string): void {
    this.sql.exec('DELETE FROM work WHERE id = ?', id)
  }

  all(): DispatchedWork[] {
    return this.sql
      .exec<{ work: string }>('SELECT work FROM work')
      .toArray()
      .map(({ work }) => JSON.parse(work) as DispatchedWork)
  }

  /** The class of the work, which is the same of all; `undefined` if there is none. */
  queueClass(): QueueClass | undefined {
    const [row] = this.sql.exec<{ queue_class: QueueClass }>('SELECT queue_class FROM work LIMIT 1').toArray()
    return row?.queue_class
  }
}
