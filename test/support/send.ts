import { SELF } from 'cloudflare:test'
import { described } from './described'

/** Any request to the service, with a caller's key and a JSON body, or a file as the body, if they are given. Fails if the response is not as the description says. */
export async function send(
  method: string,
  path: string,
  {
    key,
    body,
    file,
    headers = {},
  }: {
    key?: string
    body?: unknown
    file?: BodyInit | undefined
    headers?: Record<string, string>
  } = {},
): Promise<Response> {
  const response = await SELF.fetch(`https://platen.test${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(file !== undefined && { body: file }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return await described({ method, path }, response)
}
