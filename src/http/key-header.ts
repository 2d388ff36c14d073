/** The header that a key comes in, and what is told to those who send none, or something else in its place. */

import { Problem } from '../errors'
import type { AppContext } from './context'

/** The key as it was sent: `X-API-Key`, else `Authorization: Bearer`. Throws `unauthorized` if there is none, or two. */
export function keyHeader(c: AppContext): string {
  const own = c.req.header('x-api-key')
  if (own?.includes(',')) throw unauthorized('X-API-Key came twice: send one key.')
  if (own && /^bearer\s|^["']/i.test(own))
    throw unauthorized('X-API-Key is the key alone: leave out "Bearer" and quotes.')
  if (own) {
    assertNoPlaceholder('X-API-Key is', own)
    assertNotForeign(own)
    return own
  }
  const authorization = c.req.header('authorization')
  if (!authorization)
    throw unauthorized(
      `Send your key in the header X-API-Key, or as Authorization: Bearer.${misplacedKey(c)}`,
    )
  assertNoPlaceholder('The key in Authorization is', authorization.trim().replace(/^bearer /i, ''))
  const [scheme = '', token = '', ...more] = authorization.trim().split(' ')
  if (scheme.toLowerCase() === 'bearer' && token !== '' && more.length === 0) {
    assertNotForeign(token)
    return token
  }
  throw unauthorized('Authorization must be "Bearer", a space and your key; or send the key in X-API-Key.')
}

/** Throws `unauthorized` for what examples and shells write in the place of a key. */
function assertNoPlaceholder(begin: string, key: string): void {
  if (!/^(?:\$\{?\w{1,40}\}?|<[^<>]{1,40}>|your[-_ ]?(?:api[-_ ]?)?key)$/i.test(key)) return
  throw unauthorized(
    `${begin} ${JSON.stringify(key)}, which stands for a key: put your own there. A shell fills in $KEY between double quotes alone.`,
  )
}

/** What has the form of another secret than a key of ours, and what it is; its letters are never repeated. */
const FOREIGN_KEYS: readonly (readonly [form: RegExp, what: string])[] = [
  [/^[spr]k[-_]/, 'This is the key of another service (it begins with sk, pk or rk)'],
  [/^eyJ[\w-]{1,2000}\./, 'This is a token of a login (JWT)'],
  [/^(?:AKIA|ASIA|AIza|ghp_|github_pat_|xox[bp]-|SG\.)/, 'This is the key of another service'],
  [/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, 'This is a UUID, which no key is'],
  [/^key_/, 'This is the id of a key, and the key itself was shown when it was made'],
  [/^acc_/, 'This is the id of an account, and not a key of it'],
]

/** Throws `unauthorized` for what is certainly no key of this service. */
function assertNotForeign(key: string): void {
  const [, what] = FOREIGN_KEYS.find(([form]) => form.test(key)) ?? []
  if (what !== undefined) throw unauthorized(`Send a valid key in the header X-API-Key. ${what}.`)
}

/** Where else a key was sent. */
function misplacedKey(c: AppContext): string {
  const header = ['api-key', 'apikey', 'x-api-token', 'x-auth-token', 'x-apikey', 'x-access-token'].find(
    (name) => c.req.header(name),
  )
  if (header) return ` It came in the header ${header}.`
  const field = ['api_key', 'apikey', 'key', 'token', 'access_token', 'user_credentials'].find(
    (name) => c.req.query(name) !== undefined,
  )
  return field ? ` It came in the address, which others may log: make a new one (${field}).` : ''
}

function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', { detail })
}
