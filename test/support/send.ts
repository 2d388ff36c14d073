import { SELF } from 'cloudflare:test'
import { described } from './described'

/**
 * Any request to the service, with a caller's key and a JSON body, or a file as the body, if they are given. Fails if
 * the response is not as the description says.
 */
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
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await SELF.fetch(`https://platen.test${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      // As every client says over a connection.
      ...(text && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }),
      ...headers,
    },
    ...(file !== undefined && { body: file }),
    ...(text !== undefined && { body: text }),
  })
  return await described({ method, path }, response)
}
