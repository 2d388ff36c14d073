/**
 * What an express endpoint has answered before: the hash of an input, and the task whose file is the answer. The
 * hash covers the endpoint's revision and the template's version, so a change of either misses by itself.
 */
import { fileKey } from '../deliver/files'

export type ExpressAnswer = {
  taskId: string
  fileName: string
  pages: number
  expiresAt: number
  bytes: Uint8Array
}

/** SHA-256 of `input` with its keys in order: `{a, b}` and `{b, a}` are one input. */
export async function inputHash(input: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(ordered(input))),
  )
  return Buffer.from(digest).toString('base64url')
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  )
}

type Stores = { db: D1Database; files: R2Bucket }
type Row = { task_id: string; file_name: string; pages: number; expires_at: number }

/** The stored answer to an input, while its file is kept. */
export async function findAnswer(
  { db, files }: Stores,
  { accountId, hash, now }: { accountId: string; hash: string; now: number },
): Promise<ExpressAnswer | undefined> {
  const row = await db
    .prepare(
      'SELECT task_id, file_name, pages, expires_at FROM express_answers WHERE account_id = ? AND input_hash = ? AND expires_at > ?',
    )
    .bind(accountId, hash, now)
    .first<Row>()
  const file = row && (await files.get(fileKey(row.task_id)))
  if (!row || !file) return undefined
  const { task_id: taskId, file_name: fileName, pages, expires_at: expiresAt } = row
  return { taskId, fileName, pages, expiresAt, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Whether an input has a stored answer, without reading it. */
export async function hasAnswer(
  { db, files }: Stores,
  { accountId, hash, now }: { accountId: string; hash: string; now: number },
): Promise<boolean> {
  const row = await db
    .prepare('SELECT task_id FROM express_answers WHERE account_id = ? AND input_hash = ? AND expires_at > ?')
    .bind(accountId, hash, now)
    .first<Pick<Row, 'task_id'>>()
  return row !== null && (await files.head(fileKey(row.task_id))) !== null
}

/** Remembers the answer to an input, over an older one, and forgets what has expired. */
export async function rememberAnswer(
  db: D1Database,
  answer: {
    accountId: string
    hash: string
    taskId: string
    fileName: string
    pages: number
    expiresAt: number
    now: number
  },
): Promise<void> {
  const { accountId, hash, taskId, fileName, pages, expiresAt, now } = answer
  await db.batch([
    db
      .prepare(
        `INSERT INTO express_answers (account_id, input_hash, task_id, file_name, pages, expires_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET task_id = excluded.task_id, file_name = excluded.file_name,
           pages = excluded.pages, expires_at = excluded.expires_at`,
      )
      .bind(accountId, hash, taskId, fileName, pages, expiresAt),
    db.prepare('DELETE FROM express_answers WHERE expires_at <= ?').bind(now),
  ])
}
