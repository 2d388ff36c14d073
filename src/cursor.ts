/** Where a page of a list ended, as callers carry it to the next page (`next_cursor`). */

/** A position in a list that runs from the newest entry to the oldest; `createdAt` in milliseconds. */
export type Cursor = { createdAt: number; id: string }

export function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** Returns `undefined` for text that `writeCursor` did not make. */
export function readCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15}) (\w{1,64})$/.exec(Buffer.from(text, 'base64url').toString())
  return match ? { createdAt: Number(match[1]), id: match[2] ?? '' } : undefined
}

/**
 * The first `limit` of the rows, of which one more was asked for. `last` is where the next page begins; `undefined` if
 * there is none.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit)
  return { page, last: rows.length > limit ? page.at(-1) : undefined }
}
