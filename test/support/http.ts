import { send } from './send'

/** A request with a caller's key. */
export function get(path: string, key: string): Promise<Response> {
  return send('GET', path, { key })
}

/** A JSON request with a caller's key. */
export function post(
  path: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send('POST', path, { key, body, headers })
}
