/** `/admin/v1/accounts/{account_id}/keys`: making, rotating and revoking keys. */
import { Hono } from 'hono'
import { z } from 'zod'
import { DEFAULT_SCOPES } from '../../accounts/scopes'
import { MAX_BODY } from '../../http/body'
import type { AppEnv } from '../../http/context'
import { graceSeconds, keyId, keyMode, keyScopes, scopeList } from '../../http/key-schemas'
import { makeKey } from '../../http/make-key'
import { accountIdOf, accountObject, found, missing } from '../../http/operator-account'
import { jsonRoute, route } from '../../http/route'
import { time } from '../../http/shared-schemas'

const newKey = z
  .strictObject({
    mode: keyMode.default('live').describe('A test key charges nothing and stamps its documents.'),
    scopes: scopeList
      .optional()
      .describe(
        `By default ${DEFAULT_SCOPES.live.join(', ')} for a live key and ${DEFAULT_SCOPES.test.join(', ')} for a test key.`,
      ),
  })
  .transform(({ mode, scopes }) => ({ mode, scopes: scopes ?? [...DEFAULT_SCOPES[mode]] }))

const keyResponse = z
  .object({
    key_id: keyId,
    api_key: z.string().describe('Shown this once.'),
    mode: keyMode,
    scopes: keyScopes,
    old_key_expires_at: time.optional().describe('After a rotation.'),
  })
  .meta({ id: 'Key' })

const keyExample: z.input<typeof keyResponse> = {
  key_id: 'key_01',
  api_key: 'plt_live_Kef0HvRM1yW0YIW0oZ…',
  mode: 'live',
  scopes: ['render', 'read'],
}

const postKey = jsonRoute(
  {
    operationId: 'createKey',
    summary: 'Make another key',
    description: 'The key is in the response and is shown this once.',
    access: 'operator',
    body: newKey,
    example: { mode: 'live', scopes: ['render', 'read'] },
    maxBodyBytes: MAX_BODY.fields,
    response: { status: 201, description: 'Make another key.', schema: keyResponse, example: keyExample },
    errors: ['not_found'],
  },
  async (c, { body }) => {
    const { mode, scopes } = await body()
    const { keyId, keyHash, apiKey } = await makeKey(c, { accountId: accountIdOf(c), mode })
    found(await accountObject(c).addKey({ keyId, keyHash, mode, scopes }))
    return { key_id: keyId, api_key: apiKey, mode, scopes }
  },
)

const postRotate = jsonRoute(
  {
    operationId: 'rotateKey',
    summary: 'Make a key in place of another, which still works for the grace period',
    description: 'The new key has the mode and the scopes of the old one, and is shown this once.',
    access: 'operator',
    body: z.strictObject({
      grace_seconds: graceSeconds,
    }),
    example: { grace_seconds: 3600 },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 201,
      description: 'Make a key in place of another, which still works for the grace period.',
      schema: keyResponse,
      example: { ...keyExample, old_key_expires_at: '2026-11-21T09:00:00.000Z' },
    },
    errors: ['not_found'],
  },
  async (c, { body, path }) => {
    const { grace_seconds } = await body()
    const account = accountObject(c)
    const old = found(await account.summary()).keys.find(({ keyId }) => keyId === path('key_id'))
    if (!old) throw missing('key')
    const { keyId, keyHash, apiKey } = await makeKey(c, { accountId: accountIdOf(c), mode: old.mode })
    const result = await account.rotateKey({
      keyId: old.keyId,
      next: { keyId, keyHash },
      graceMs: grace_seconds * 1000,
    })
    if (result.outcome === 'not_found') throw missing('key that still works')
    return {
      key_id: keyId,
      api_key: apiKey,
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
    description: 'The key is refused from the next request on; what it began is finished.',
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
