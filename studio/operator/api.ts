/** The operator's API, called with the token of this tab. */
import { ConnectionError, errorOf } from '../../clients/typescript/src/errors'
import { forgetKept } from '../shell/use-kept'

const TOKEN = 'platen-operator'

export const readToken = () => sessionStorage.getItem(TOKEN) ?? ''

export function keepToken(token: string): void {
  if (token) sessionStorage.setItem(TOKEN, token)
  else {
    sessionStorage.removeItem(TOKEN)
    forgetKept('operator/')
  }
}

export type Listed = { account_id: string; name: string; plan: string; created_at: string }
export type Accounts = { accounts: Listed[]; next_cursor: string | null }
export type Made = { account_id: string; api_key: string }
export type Pool = { browsers: number; shards: number; slots: number; used: number; waiting: number }
export type Health = { status: string; checks: Record<string, string> }

export type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Response>

/** Throws as the client of the API does. `path` begins behind `/admin/v1`. */
export function operatorOf(token: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`/admin/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new ConnectionError('The service could not be reached.', { cause })
    })
    // A part that is down is an answer of its own.
    if (response.ok || (response.status === 503 && path === '/health')) return response
    throw await errorOf(response)
  }
}
