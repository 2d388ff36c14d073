/** What an account has set for itself, one row a name, as JSON. Read once while the object lives. */
import type { EventTarget } from '../../webhooks/event-body'
import type { AccountSql } from './sql'

/** What is set under which name. */
export type AccountSettings = {
  /** Since when the operator has suspended the account, in milliseconds since 1970. */
  suspended: number
  /** What templates look like whose data say nothing of it (`routes/brand.ts`); test keys have their own. */
  'brand:live': Brand
  'brand:test': Brand
  /** Where its events are sent (`routes/account-events.ts`). */
  'events:live': EventTarget
  'events:test': EventTarget
}
export type Brand = Readonly<Record<string, string | undefined>>
type Name = keyof AccountSettings

export class SettingsTable {
  #known: Map<string, unknown> | undefined

  constructor(private readonly sql: AccountSql) {}

  get<N extends Name>(name: N): AccountSettings[N] | undefined {
    this.#known ??= new Map(
      this.sql
        .all('SELECT name, value FROM settings')
        .map((row) => [row.name as string, JSON.parse(row.value as string)]),
    )
    return this.#known.get(name) as AccountSettings[N] | undefined
  }

  /** Sets it, or with `undefined` removes it. Returns whether it was set before. */
  set<N extends Name>(name: N, value: AccountSettings[N] | undefined): boolean {
    const wasSet = this.get(name) !== undefined
    this.forget()
    if (value === undefined) this.sql.exec('DELETE FROM settings WHERE name = ?', name)
    else {
      this.sql.exec(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        JSON.stringify(value),
      )
    }
    return wasSet
  }

  /** Forgets what was read: a change was taken back. */
  forget(): void {
    this.#known = undefined
  }
}
