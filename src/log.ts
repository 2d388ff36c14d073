/** One JSON line an event, with the request's id. Documents, their names, keys and addresses' queries never come here. */
export type Log = (event: string, facts?: Record<string, unknown>) => void

/** The log of one request. Errors go to the error stream with their cause, which callers never see. */
export function logFor(requestId: string): Log {
  return (event, facts = {}) => {
    const line = JSON.stringify({ event, request_id: requestId, ...facts }, (_, value) =>
      value instanceof Error ? { error: String(value), stack: value.stack, cause: value.cause } : value,
    )
    if ('error' in facts) console.error(line)
    else console.log(line)
  }
}

/**
 * A request's path as it is logged: a file's address without its name, which is the caller's title or `filename`, and no key
 * or webhook secret that was put where an id belongs.
 */
export function loggedPath(path: string): string {
  return path
    .replace(/^(\/files(?:\/(?:tsk|bat)_\w+)?)(?:\/.*)?$/s, '$1')
    .replace(/(plt_(?:live|test)_|whsec_)[^/]+/g, '$1…')
}
