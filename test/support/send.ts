import { SELF } from 'cloudflare:test'

/** Any request to the service, with a caller's key and a JSON body where they are given. */
export function send(
  method: string,
  path: string,
  { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  return SELF.fetch(`https://platen.test${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
