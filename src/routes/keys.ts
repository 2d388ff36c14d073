/**
 * `/v1/keys`: the keys of the caller's own account, with a key of scope `manage`. Making one takes no `Idempotency-Key`:
 * to repeat the response, the key would have to be stored.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import type { KeyCommand, OwnKey } from '../accounts/own-keys'
import { limitByPlan } from '../accounts/plans'
import { DEFAULT_SCOPES } from '../accounts/scopes'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppEnv } from '../http/context'
import { commandKeys, missingKey } from '../http/key-commands'
import { graceSeconds, keyMode, keyState, keyStateExample, scopeList, showKey } from '../http/key-schemas'
import { makeKey } from '../http/make-key'
import { jsonRoute, route } from '../http/route'
import { time } from '../http/shared-schemas'

const ownKey = keyState
  .extend({ current: z.boolean().describe('Whether this request was made with it.') })
  .meta({ id: 'OwnKey' })

const ownKeyExample: z.input<typeof ownKey> = { ...keyStateExample, current: true }

const madeKey = keyState
  .extend({
    api_key: z.string().describe('Shown this once.'),
    old_key_expires_at: time.optional().describe('After a rotation.'),
  })
  .meta({ id: 'MadeKey' })

const madeExample: z.input<typeof madeKey> = {
  ...keyStateExample,
  ...{ key_id: 'key_02', scopes: ['render', 'read'], api_key: 'plt_live_Kef0HvRM1yW0YIW0oZ…' },
}

const getKeys = jsonRoute(
  {
    operationId: 'listOwnKeys',
    summary: 'The keys of the account',
    description:
      'Without their secrets, oldest first; of those of each mode that no longer work the newest hundred. A test key sees test keys only. Scope `manage`.',
    response: {
      status: 200,
      description: 'The keys.',
      schema: z.object({ keys: z.array(ownKey).describe('Oldest first.') }),
      example: { keys: [ownKeyExample] },
    },
  },
  async (c) => {
    const keys = await commandKeys(await authenticate(c, 'manage'), { do: 'list' })
    return { keys: keys.map(show) }
  },
)

const postKey = jsonRoute(
  {
    operationId: 'createOwnKey',
    summary: 'Make another key of the account',
    description:
      'The key is in the response and is shown this once. It has no scope that the caller’s key lacks, and a test key makes test keys only. ' +
      `Keys that work at once, by plan: ${limitByPlan(({ keys }) => keys)}. Scope \`manage\`.`,
    body: z.strictObject({
      mode: keyMode.optional().describe('By default that of the caller’s key.'),
      scopes: scopeList
        .optional()
        .describe(
          `By default those of ${DEFAULT_SCOPES.live.join(', ')} (a test key: ${DEFAULT_SCOPES.test.join(', ')}).`,
        ),
    }),
    example: { mode: 'live', scopes: ['render', 'read'] },
    maxBodyBytes: MAX_BODY.fields,
    response: { status: 201, description: 'The new key.', schema: madeKey, example: madeExample },
    errors: ['plan_limit'],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'manage')
    const { mode = caller.mode, scopes = [...DEFAULT_SCOPES[mode]] } = await body()
    const { keyId, keyHash, apiKey } = await makeKey(c, { accountId: caller.accountId, mode })
    const made = await changed(caller, { do: 'add', next: { keyId, keyHash, mode, scopes } }, keyId)
    return { ...showKey(made), api_key: apiKey }
  },
)

const patchKey = jsonRoute(
  {
    operationId: 'restrictOwnKey',
    summary: 'Take scopes from a key',
    description:
      'The key has only these scopes from its next request on; scopes cannot be added. 403 if no lasting key would have `manage`. Scope `manage`.',
    body: z.strictObject({ scopes: scopeList.describe('Those that it keeps.') }),
    example: { scopes: ['read'] },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'The key as it is now.',
      schema: ownKey,
      example: { ...ownKeyExample, scopes: ['read'], current: false },
    },
    errors: ['not_found'],
  },
  async (c, { body, path }) => {
    const caller = await authenticate(c, 'manage')
    const { scopes } = await body()
    const keyId = path('key_id')
    return show(await changed(caller, { do: 'restrict', keyId, scopes }, keyId))
  },
)

const postRotate = jsonRoute(
  {
    operationId: 'rotateOwnKey',
    summary: 'Make a key in place of another, which still works for the grace period',
    description:
      'The new key has the mode and the scopes of the old one, and is shown this once. A key can rotate itself, and any key whose scopes it has. Scope `manage`.',
    body: z.strictObject({ grace_seconds: graceSeconds }),
    example: { grace_seconds: 3600 },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 201,
      description: 'The new key.',
      schema: madeKey,
      example: { ...madeExample, old_key_expires_at: '2026-11-21T09:00:00.000Z' },
    },
    errors: ['not_found', 'plan_limit'],
  },
  async (c, { body, path }) => {
    const caller = await authenticate(c, 'manage')
    const { grace_seconds } = await body()
    const oldId = path('key_id')
    const before = await commandKeys(caller, { do: 'list' })
    const { mode } = keyOf(before, oldId)
    const { keyId, keyHash, apiKey } = await makeKey(c, { accountId: caller.accountId, mode })
    const keys = await commandKeys(caller, {
      ...{ do: 'rotate', keyId: oldId, graceMs: grace_seconds * 1000 },
      next: { keyId, keyHash },
    })
    return {
      ...showKey(keyOf(keys, keyId)),
      api_key: apiKey,
      old_key_expires_at: showKey(keyOf(keys, oldId)).expires_at,
    }
  },
)

const deleteKey = route(
  {
    operationId: 'revokeOwnKey',
    summary: 'Revoke a key, from its next request on',
    description:
      'The key is refused from the next request on; what it began is finished. A key can revoke itself; 403 if no lasting key would have `manage`. Scope `manage`.',
    responses: { 204: { description: 'Done.' } },
    errors: ['not_found'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'manage')
    await commandKeys(caller, { do: 'revoke', keyId: path('key_id') })
    return c.body(null, 204)
  },
)

export const keys = new Hono<AppEnv>()
  .get('/', getKeys)
  .post('/', postKey)
  .patch('/:key_id', patchKey)
  .post('/:key_id/rotate', postRotate)
  .delete('/:key_id', deleteKey)

/** Does it, and returns the key of this id as it is then. */
async function changed(caller: Caller, command: KeyCommand, keyId: string): Promise<OwnKey> {
  return keyOf(await commandKeys(caller, command), keyId)
}

/** Throws `not_found`. */
function keyOf(keys: readonly OwnKey[], keyId: string): OwnKey {
  const key = keys.find((one) => one.keyId === keyId)
  if (!key) throw missingKey()
  return key
}

function show(key: OwnKey): z.input<typeof ownKey> {
  return { ...showKey(key), current: key.current }
}
