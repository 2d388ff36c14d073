/** Grants that were made under an id of the operator's, so that a repeat grants nothing. */
import type { AccountSql } from './sql'

/** What was granted, and the credits that were available then. */
export type Grant = { amount: number; reason: string; creditsLeft: number }

export class GrantsTable {
  constructor(private readonly rows: AccountSql) {}

  /** The grant that was made under this id; `undefined` if there was none. */
  find(grantId: string): Grant | undefined {
    const row = this.rows.first('SELECT * FROM grants WHERE grant_id = ?', grantId)
    return (
      row && {
        amount: row.amount as number,
        reason: row.reason as string,
        creditsLeft: row.credits_left as number,
      }
    )
  }

  save(grantId: string, { amount, reason, creditsLeft }: Grant): void {
    this.rows.exec(
      'INSERT INTO grants (grant_id, amount, reason, credits_left) VALUES (?, ?, ?, ?)',
      grantId,
      amount,
      reason,
      creditsLeft,
    )
  }
}
