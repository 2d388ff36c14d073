/** The public API, called with the key of this tab. */
import { TEXTS } from './texts'

const KEY = 'platen-key'

export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  format?: string
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  /** The fields to begin with, as dotted paths. */
  'x-first'?: string[]
  /** The field of an object that a text in its place stands for. */
  'x-scalar'?: string
}
export type Listed = { id: string; label: string; category: string }
export type Template = Listed & { variables?: Schema; sample?: Record<string, unknown>; invoice?: unknown }

/** Takes the key out of the address, where `npm start` puts it, so that neither history nor a copied address has it. */
export function takeKey(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (given) {
    sessionStorage.setItem(KEY, given)
    history.replaceState(null, '', location.pathname)
  }
  return sessionStorage.getItem(KEY) ?? ''
}

export function keepKey(key: string): void {
  if (key) sessionStorage.setItem(KEY, key)
  else sessionStorage.removeItem(KEY)
}

/** Throws an error whose message is for people. */
export async function call(
  key: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new Error(TEXTS.unreachable)
  })
  if (answer.ok) return answer
  const problem = await answer.json().catch(() => ({}))
  const errors: { pointer: string; message: string }[] = problem.errors ?? []
  const said = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('\n')
  throw new Error(said || problem.detail || `${answer.status}`)
}

export async function read<T>(key: string, path: string): Promise<T> {
  return await (await call(key, path)).json()
}
