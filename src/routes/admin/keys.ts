/** `/admin/v1/accounts/{account_id}/keys`: making, rotating and revoking keys. */
import { Hono } from 'hono'
import { z } from 'zod'
import { mintKey } from '../../accounts/keys'
import { DEFAULT_SCOPES, scopes } from '../../accounts/scopes'
import { MAX_BODY } from '../../http/body'
import type { AppEnv } from '../../http/context'
import { accountIdOf, accountObject, found, keyMode, missing } from '../../http/operator-account'
import { jsonRoute, route } from '../../http/route'
import { time } from '../../http/shared-schemas'
import { newId } from '../../ids'
import { signingSecret } from '../../settings'

const DAY_SECONDS = 86_400
const MAX_GRACE_SECONDS = 30 * DAY_SECONDS

const newKey = z
  .strictObject({
    mode: keyMode.default('live').describe('A test key charges nothing and stamps its documents.'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .optional()
      .describe(
        `By default ${DEFAULT_SCOPES.live.join(', ')} for a live key and ${DEFAULT_SCOPES.test.join(', ')} for a test key.`,
      ),
  })
  .transform(({ mode, scopes }) => ({ mode, scopes: [...new Set(scopes ?? DEFAULT_SCOPES[mode])] }))

const keyResponse = z.object({
  key_id: z.string(),
  api_key: z.string().describe('Shown this once.'),
  mode: keyMode,
  scopes: z.array(z.enum(scopes)),
  old_key_expires_at: time.optional().describe('After a rotation.'),
})

const postKey = jsonRoute(
  {
    operationId: 'createKey',
    summary: 'Make another key',
    access: 'operator',
    body: newKey,
    maxBodyBytes: MAX_BODY.fields,
    response: { status: 201, description: 'Make another key.', schema: keyResponse },
    errors: ['not_found'],
  },
  async (c, { body }) => {
    const { mode, scopes } = await body()
    const accountId = accountIdOf(c)
    const keyId = newId('key')
    const { key, hash } = await mintKey({ accountId, mode, secret: signingSecret(c.env) })
    found(await accountObject(c).addKey({ keyId, keyHash: hash, mode, scopes }))
    return { key_id: keyId, api_key: key, mode, scopes }
  },
)

const postRotate = jsonRoute(
  {
    operationId: 'rotateKey',
    summary: 'Make a key in place of another, which still works for the grace period',
    access: 'operator',
    body: z.strictObject({
      grace_seconds: z
        .int()
        .min(0)
        .max(MAX_GRACE_SECONDS)
        .default(DAY_SECONDS)
        .describe('How long the old key still works, to the millisecond; 0 ends it at once.'),
    }),
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 201,
      description: 'Make a key in place of another, which still works for the grace period.',
      schema: keyResponse,
    },
    errors: ['not_found'],
  },
  async (c, { body, path }) => {
    const { grace_seconds } = await body()
    const accountId = accountIdOf(c)
    const account = accountObject(c)
    const old = found(await account.summary()).keys.find(({ keyId }) => keyId === path('key_id'))
    if (!old) throw missing('key')
    const keyId = newId('key')
    const { key, hash } = await mintKey({ accountId, mode: old.mode, secret: signingSecret(c.env) })
    const result = await account.rotateKey({
      keyId: old.keyId,
      next: { keyId, keyHash: hash },
      graceMs: grace_seconds * 1000,
    })
    if (result.outcome === 'not_found') throw missing('key that still works')
    return {
      key_id: keyId,
      api_key: key,
      mode: result.mode,
      scopes: result.scopes,
      old_key_expires_at: new Date(result.oldExpiresAt).toISOString(),
    }
  },
)

const deleteKey = route(
  {
    operationId: 'revokeKey',
    summary: 'Revoke a key, from its next request on',
    access: 'operator',
    responses: { 204: { description: 'Done.' } },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const result = await accountObject(c).revokeKey(path('key_id'))
    if (result.outcome === 'not_found') throw missing('key')
    return c.body(null, 204)
  },
)

export const keys = new Hono<AppEnv>()
  .post('/:account_id/keys', postKey)
  .post('/:account_id/keys/:key_id/rotate', postRotate)
  .delete('/:account_id/keys/:key_id', deleteKey)
