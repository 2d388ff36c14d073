/** The table of the account's API keys. */
import type { KeyRow } from '../scopes'
import { keyFromRow } from './first-tables'
import type { AccountSql } from './sql'

/** The account's API keys, by the hashes of their texts. */
export class KeysTable {
  constructor(private readonly rows: AccountSql) {}

  byHash(hash: string): KeyRow | undefined {
    const row = this.rows.first('SELECT * FROM keys WHERE hash = ?', hash)
    return row && keyFromRow(row)
  }

  byId(keyId: string): KeyRow | undefined {
    const row = this.rows.first('SELECT * FROM keys WHERE key_id = ?', keyId)
    return row && keyFromRow(row)
  }

  all(): KeyRow[] {
    return this.rows.all('SELECT * FROM keys ORDER BY created_at, key_id').map(keyFromRow)
  }

  delete(keyId: string): void {
    this.rows.exec('DELETE FROM keys WHERE key_id = ?', keyId)
  }

  save({ keyId, hash, mode, scopes, createdAt, expiresAt, revokedAt }: KeyRow): void {
    this.rows.exec(
      `INSERT OR REPLACE INTO keys (key_id, hash, mode, scopes, created_at, expires_at, revoked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      keyId,
      hash,
      mode,
      scopes.join(' '),
      createdAt,
      expiresAt,
      revokedAt,
    )
  }
}
