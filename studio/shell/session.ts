/** The key of this tab, and the API that is called with it. */
import { type Operations, Platen } from '../../clients/typescript/src/index'
import { type Sent, Transport } from '../../clients/typescript/src/transport'
import { forgetKept } from './use-kept'

const KEY = 'platen-key'

export type Balance = Operations['getCredits']['result']

export type Session = {
  key: string
  mode: 'live' | 'test'
  platen: Platen
  /** For what the client has no method for. Throws as the client does. */
  send: (sent: Sent) => Promise<Response>
  balance: Balance | undefined
  /** Asks for the balance again, after something was charged. */
  refresh: () => void
  signOut: () => void
}

/** Whether the address has a key: also one that was opened where the Studio is open already. */
export function isKeyGiven(): boolean {
  return new URLSearchParams(location.hash.slice(1)).has('key')
}

/** The key of this tab and, if it is another one, that of the link which was opened: whoever is signed in decides. */
export type Keys = { key: string; offered: string }

/** Takes the key out of the address, where `npm start` puts it, so that neither history nor a copied address has it. */
export function takeKey(): Keys {
  const kept = sessionStorage.getItem(KEY) ?? ''
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!given) return { key: kept, offered: '' }
  history.replaceState(null, '', location.pathname)
  if (kept && kept !== given) return { key: kept, offered: given }
  keepKey(given)
  return { key: given, offered: '' }
}

/** What tells keys apart and is no secret: their kind and account, and how they end. */
export function nameOfKey(key: string): string {
  return key.length < 40 ? key.slice(0, 4) : `${key.slice(0, 25)}…${key.slice(-4)}`
}

export function keepKey(key: string): void {
  if (key) sessionStorage.setItem(KEY, key)
  else {
    sessionStorage.removeItem(KEY)
    forgetKept()
  }
}

/** A deletion waits until it can no longer be undone, which may be when the page is left: it is sent all the same. */
function send(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(address, { ...init, keepalive: init?.method === 'DELETE' })
}

/** The API with a key. Somebody waits at the screen: what does not pass at once is told. */
export function connect(key: string): Pick<Session, 'key' | 'mode' | 'platen' | 'send'> {
  const settings = { key, url: location.origin, retries: 1, maxWait: 2, fetch: send }
  const transport = new Transport(settings)
  return {
    key,
    mode: key.startsWith('plt_test_') ? 'test' : 'live',
    platen: new Platen(settings),
    send: (sent) => transport.send(sent),
  }
}
