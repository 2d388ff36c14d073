/** The example of an operation's body, from the API's description: what "Try it in the Studio" of the reference opens. */
import { isRecord } from '../form/data-path'

/** Rejects if the description cannot be read. An operation without an example has an empty one. */
export async function exampleBody(path: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch('/openapi.json', { signal })
  const found = ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'example'].reduce(
    (inner: unknown, name) => (isRecord(inner) ? inner[name] : undefined),
    await response.json(),
  )
  return isRecord(found) ? found : {}
}
