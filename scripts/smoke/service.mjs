/** A deployed service as the smoke test asks it: with an account of its own, and one version of it if that is wanted. */

const ACCOUNT_NAME = 'smoke test'
/** More than one smoke test costs. */
const CREDITS = 200
const TRIES = 4
/** Accounts a request lists: the most. */
const PAGE = 500

/** @typedef {Awaited<ReturnType<typeof openService>>} Service */

/**
 * @param {object} target
 * @param {string} target.url Origin of the service.
 * @param {string} target.adminToken
 * @param {{ worker: string, version: string }} [target.override] The version that is to answer, of those deployed.
 * @param {number} [target.patienceMs] How long it may take until that version, or anything, is reached.
 */
export async function openService({ url, adminToken, override, patienceMs = 0 }) {
  const own = override && {
    'Cloudflare-Workers-Version-Overrides': `${override.worker}="${override.version}"`,
  }

  /** Sends a request; one that finds no room, or no connection, is sent again. */
  async function send(path, init = {}) {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(new URL(path, url), {
        ...init,
        headers: { ...own, ...init.headers },
        signal: AbortSignal.timeout(90_000),
      }).catch((error) => error)
      const isBusy = answer instanceof Error || answer.status === 503 || answer.status === 429
      if (!isBusy || attempt === TRIES) {
        if (answer instanceof Error) throw answer
        return answer
      }
      const seconds = answer instanceof Error ? 1 : Number(answer.headers.get('Retry-After') ?? 1)
      if (!(answer instanceof Error)) await answer.body?.cancel()
      await pause(Math.min(seconds, 15) * 1000)
    }
  }

  /** Asks the operator's API; throws an Error with the problem's text. */
  async function admin(method, path, body) {
    const answer = await send(`/admin/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const result = await answer.json().catch(() => ({}))
    if (!answer.ok) {
      const told = result.detail ?? JSON.stringify(result)
      throw new Error(`${method} /admin/v1${path}: ${answer.status} ${told}`)
    }
    return result
  }

  const health = await healthOf(admin, { version: override?.version, until: Date.now() + patienceMs })
  const { accountId, key, keyId } = await openAccount(admin)
  return {
    health,
    admin,
    /** Sends the account's request. */
    ask: (path, body) =>
      send(path, {
        method: body ? 'POST' : 'GET',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    /** Ends the key. The account stays for the next time. */
    async close() {
      const revoked = await send(`/admin/v1/accounts/${accountId}/keys/${keyId}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${adminToken}` },
      })
      await revoked.body?.cancel()
    },
  }
}

/** What each part says, once the version that is wanted answers. Throws an Error if that takes longer than `until`. */
async function healthOf(admin, { version, until }) {
  for (;;) {
    const health = await admin('GET', '/health').catch((error) => error)
    if (!(health instanceof Error) && (!version || health.version === version)) return health
    if (Date.now() > until) {
      if (health instanceof Error) throw health
      throw new Error(`version ${version} is not reached: ${health.version} answers`)
    }
    await pause(2000)
  }
}

/**
 * The account of earlier smoke tests; undefined if there is none. It may be the oldest of many, so every page is read.
 */
async function findAccount(admin) {
  let cursor = ''
  do {
    const { accounts, next_cursor } = await admin('GET', `/accounts?limit=${PAGE}${cursor}`)
    const known = accounts.find(({ name }) => name === ACCOUNT_NAME)
    if (known) return known
    cursor = next_cursor && `&cursor=${next_cursor}`
  } while (cursor)
  return undefined
}

/** The account of earlier smoke tests or a new one, with credits and a key. */
async function openAccount(admin) {
  const known = await findAccount(admin)
  if (!known) {
    const made = await admin('POST', '/accounts', { name: ACCOUNT_NAME, plan: 'Max', credits: CREDITS })
    return { accountId: made.account_id, key: made.api_key, keyId: made.key_id }
  }
  const { account_id: accountId } = known
  const { credits_left } = await admin('GET', `/accounts/${accountId}`)
  if (credits_left < CREDITS)
    await admin('POST', `/accounts/${accountId}/credits`, { amount: CREDITS, reason: 'smoke test' })
  const made = await admin('POST', `/accounts/${accountId}/keys`, { mode: 'live' })
  return { accountId, key: made.api_key, keyId: made.key_id }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
