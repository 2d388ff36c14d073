/** The accounts as D1 lists them, for the operator. */

export type ListedAccount = { account_id: string; name: string; plan: string; created_at: number }

/** A page of accounts, newest first, after the account that `cursor` names; `next` is null on the last page. */
export async function listAccounts(
  db: D1Database,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ page: ListedAccount[]; next: string | null }> {
  const older = cursor
    ? 'WHERE (created_at, account_id) < (SELECT created_at, account_id FROM accounts WHERE account_id = ?2)'
    : ''
  const { results } = await db
    .prepare(
      `SELECT account_id, name, plan, created_at FROM accounts ${older} ORDER BY created_at DESC, account_id DESC LIMIT ?1`,
    )
    .bind(limit + 1, ...(cursor ? [cursor] : []))
    .all<ListedAccount>()
  const page = results.slice(0, limit)
  return { page, next: results.length > limit ? (page.at(-1)?.account_id ?? null) : null }
}
