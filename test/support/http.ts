import { SELF } from 'cloudflare:test'

const origin = 'https://platen.test'

/** A request with a caller's key. */
export function get(path: string, key: string): Promise<Response> {
  return SELF.fetch(origin + path, { headers: { 'x-api-key': key } })
}

/** A JSON request with a caller's key. */
export function post(
  path: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return SELF.fetch(origin + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
