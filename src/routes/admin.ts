/** `/admin/v1`: what an operator does with accounts, keys and credits, behind the secret `ADMIN_TOKEN`. */

import { Hono } from 'hono'
import type { z } from 'zod'
import { accountOf } from '../accounts/account-client'
import type { Summary } from '../accounts/admin'
import { isAccountId, mintKey, newAccountId } from '../accounts/keys'
import { listAccounts } from '../accounts/projection'
import { scopes } from '../accounts/scopes'
import { Problem } from '../errors'
import { MAX_BODY, readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { idempotencyKeyOf } from '../http/idempotency'
import { parseShape } from '../http/validation'
import { newId } from '../ids'
import { accountChange, accountsQuery, newAccount, newGrant, newKey, rotation } from '../requests/accounts'
import { operatorToken, signingSecret } from '../settings'
import { newWebhookSecret } from '../webhooks/sign'
import { readQuery, shownLine } from './usage'

export const admin = new Hono<AppEnv>()

admin.use(async (c, next) => {
  await requireOperator(c)
  await next()
})

admin.post('/accounts', async (c) => {
  const body = await read(c, newAccount)
  const accountId = newAccountId()
  const keyId = newId('key')
  const { key, hash } = await mintKey({ accountId, mode: 'live', secret: signingSecret(c.env) })
  const webhookSecret = newWebhookSecret()
  const first = { keyId, keyHash: hash, mode: 'live' as const, scopes: [...scopes] }
  await objectOf(c, accountId).create({ accountId, ...body, ...first, webhookSecret })
  return c.json(
    {
      account_id: accountId,
      name: body.name,
      plan: body.plan,
      credits_left: body.credits,
      api_key: key,
      key_id: keyId,
      webhook_secret: webhookSecret,
    },
    201,
  )
})

admin.get('/accounts', async (c) => {
  const { limit, cursor } = parseShape(accountsQuery, c.req.query())
  const { page, next } = await listAccounts(c.env.DB, { limit, cursor })
  return c.json({
    accounts: page.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })),
    next_cursor: next,
  })
})

admin.get('/accounts/:id', async (c) => c.json(shown(found(await objectOf(c).summary()))))

admin.patch('/accounts/:id', async (c) => {
  const { name, plan } = await read(c, accountChange)
  const change = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) }
  return c.json(shown(found(await objectOf(c).update(change))))
})

admin.post('/accounts/:id/credits', async (c) => {
  const body = await read(c, newGrant)
  const grantId = idempotencyKeyOf(c)
  const result = found(await objectOf(c).grant({ ...body, ...(grantId !== undefined && { grantId }) }))
  if (result.outcome === 'refused') {
    throw new Problem('insufficient_credits', {
      detail: `No more than ${result.available} can be taken back: that is what is available.`,
    })
  }
  if (result.outcome === 'mismatch') {
    throw new Problem('idempotency_mismatch', {
      detail:
        'Another amount or reason was granted under this Idempotency-Key. Send this grant with a key of its own.',
    })
  }
  if (result.replayed) c.header('Idempotent-Replayed', 'true')
  return c.json({ credits_left: result.credits_left })
})

admin.post('/accounts/:id/keys', async (c) => {
  const { mode, scopes } = await read(c, newKey)
  const accountId = accountIdOf(c)
  const keyId = newId('key')
  const { key, hash } = await mintKey({ accountId, mode, secret: signingSecret(c.env) })
  found(await objectOf(c).addKey({ keyId, keyHash: hash, mode, scopes }))
  return c.json({ key_id: keyId, api_key: key, mode, scopes }, 201)
})

admin.post('/accounts/:id/keys/:key/rotate', async (c) => {
  const { grace_seconds } = await read(c, rotation)
  const accountId = accountIdOf(c)
  const account = objectOf(c)
  const old = found(await account.summary()).keys.find(({ keyId }) => keyId === c.req.param('key'))
  if (!old) throw missing('key')
  const keyId = newId('key')
  const { key, hash } = await mintKey({ accountId, mode: old.mode, secret: signingSecret(c.env) })
  const result = await account.rotateKey({
    keyId: old.keyId,
    next: { keyId, keyHash: hash },
    graceMs: grace_seconds * 1000,
  })
  if (result.outcome === 'not_found') throw missing('key that still works')
  return c.json(
    {
      key_id: keyId,
      api_key: key,
      mode: result.mode,
      scopes: result.scopes,
      old_key_expires_at: new Date(result.oldExpiresAt).toISOString(),
    },
    201,
  )
})

admin.delete('/accounts/:id/keys/:key', async (c) => {
  const result = await objectOf(c).revokeKey(c.req.param('key'))
  if (result.outcome === 'not_found') throw missing('key')
  return c.body(null, 204)
})

admin.get('/accounts/:id/ledger', async (c) => {
  const { lines, next } = found(await objectOf(c).statement(readQuery(c)))
  return c.json({ entries: lines.map(shownLine), next_cursor: next === null ? null : `${next}` })
})

admin.get('/accounts/:id/usage', async (c) => {
  const { totals, by_day, credits_left, credits_held } = found(await objectOf(c).statement(readQuery(c)))
  return c.json({ credits_left, credits_held, totals, by_day })
})

/** Compares hashes, so that neither length nor content of the token shows in the time taken. */
async function requireOperator(c: AppContext): Promise<void> {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const [a, b] = await Promise.all([given, operatorToken(c.env)].map(sha256))
  if (!a || !b || !crypto.subtle.timingSafeEqual(a, b)) {
    // One count for all callers: an address can be made up where no proxy vouches for it, and the right token passes.
    if (given && !(await c.env.LIMIT_OPERATOR.limit({ key: 'operator' })).success) {
      throw new Problem('rate_limited', {
        detail: 'Too many wrong operator tokens came in the last minute. Wait a minute.',
        retryAfter: 60,
      })
    }
    throw new Problem('unauthorized', {
      detail: 'Send the operator token as "Authorization: Bearer ADMIN_TOKEN".',
    })
  }
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
}

function accountIdOf(c: AppContext): string {
  const id = c.req.param('id') ?? ''
  if (!isAccountId(id)) throw missing('account')
  return id
}

function objectOf(c: AppContext, accountId = accountIdOf(c)) {
  return accountOf(c.env.ACCOUNT, accountId)
}

/** `result`, unless the object says that there is no such account. */
function found<T extends object>(result: T): Exclude<T, { outcome: 'not_found' }> {
  if ('outcome' in result && result.outcome === 'not_found') throw missing('account')
  return result as Exclude<T, { outcome: 'not_found' }>
}

function missing(what: string): Problem {
  return new Problem('not_found', { detail: `There is no such ${what}. Check the id in the address.` })
}

function shown(summary: Summary) {
  return {
    account_id: summary.accountId,
    name: summary.name,
    plan: summary.plan,
    credits_left: summary.credits_left,
    credits_granted: summary.granted,
    credits_settled: summary.settled,
    credits_held: summary.held,
    created_at: new Date(summary.createdAt).toISOString(),
    keys: summary.keys.map((key) => ({
      key_id: key.keyId,
      mode: key.mode,
      scopes: key.scopes,
      active: key.active,
      created_at: new Date(key.createdAt).toISOString(),
      ...(key.expiresAt !== null && { expires_at: new Date(key.expiresAt).toISOString() }),
      ...(key.revokedAt !== null && { revoked_at: new Date(key.revokedAt).toISOString() }),
    })),
  }
}

async function read<Schema extends z.ZodType>(c: AppContext, schema: Schema): Promise<z.output<Schema>> {
  return parseShape(schema, await readJson(c, MAX_BODY.fields))
}
