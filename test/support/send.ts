import { SELF } from 'cloudflare:test'
import { described } from './described'

/** Any request to the service, with a caller's key and a JSON body if they are given. Fails if the response is not as the description says. */
export async function send(
  method: string,
  path: string,
  { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await SELF.fetch(`https://platen.test${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return await described({ method, path }, response)
}
