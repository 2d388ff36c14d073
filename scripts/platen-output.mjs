/** What `npm run platen` prints, and with which exit code it ends. */

export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 }

/**
 * Prints `text` (on the error stream unless all is well) and ends.
 * @returns {never}
 */
export function end(code, text) {
  ;(code === EXIT.ok ? console.log : console.error)(text)
  process.exit(code)
}

/** The text of a response that refuses the request. */
export function refusal(status, body, json) {
  if (json) return JSON.stringify(body, null, 2)
  const errors = (body?.errors ?? []).map(
    ({ pointer, message }) => `\n  ${pointer || 'the request'} ${message}`,
  )
  return `${status} ${body?.detail ?? 'refused'}${errors.join('')}`
}

/** One field a line. */
export function fields(record) {
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${Array.isArray(value) ? value.join(' ') : value}`)
    .join('\n')
}

export function keyTable(keys) {
  return table(
    keys.map((key) => ({ ...key, scopes: key.scopes.join(' '), state: key.active ? 'works' : 'ended' })),
    ['key_id', 'mode', 'state', 'scopes', 'created_at', 'expires_at', 'revoked_at'],
  )
}

/** Rows under the names of `columns`; a column that no row has is left out. */
export function table(rows, columns) {
  const shown = columns.filter((name) => rows.length === 0 || rows.some((row) => row[name] !== undefined))
  const lines = [shown, ...rows.map((row) => shown.map((name) => String(row[name] ?? '')))]
  const widths = shown.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
