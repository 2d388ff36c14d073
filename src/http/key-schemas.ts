/** What the routes of keys share, the operator's and an account's own. */
import { z } from 'zod'
import type { KeyView } from '../accounts/admin'
import { scopes } from '../accounts/scopes'
import { time } from './shared-schemas'

const DAY_SECONDS = 86_400
const MAX_GRACE_SECONDS = 30 * DAY_SECONDS

export const keyMode = z
  .enum(['live', 'test'])
  .describe('A test key charges nothing and stamps its documents.')
export const keyId = z.string().describe('Id of the key, to rotate or revoke it; not the key itself.')
export const keyScopes = z.array(z.enum(scopes)).describe('What the key may be used for.')

/** Scopes that are asked for, each once. */
export const scopeList = z
  .array(z.enum(scopes))
  .min(1)
  .transform((list) => [...new Set(list)])

export const graceSeconds = z
  .int()
  .min(0)
  .max(MAX_GRACE_SECONDS)
  .default(DAY_SECONDS)
  .describe('How long the old key still works, to the millisecond; 0 ends it at once.')

/** A key without its secret. */
export const keyState = z.object({
  key_id: keyId,
  mode: keyMode,
  scopes: keyScopes,
  active: z.boolean().describe('Whether it works now.'),
  created_at: time,
  expires_at: time.optional().describe('End of the grace period of a rotated key.'),
  revoked_at: time.optional().describe('When it was revoked (ISO 8601, UTC).'),
})

export const keyStateExample: z.input<typeof keyState> = {
  key_id: 'key_01',
  mode: 'live',
  scopes: ['render', 'read', 'manage'],
  active: true,
  created_at: '2026-11-20T09:30:00.000Z',
}

/** The state of a key; absent fields are left out. */
export function showKey(key: KeyView): z.input<typeof keyState> {
  return {
    key_id: key.keyId,
    mode: key.mode,
    scopes: key.scopes,
    active: key.active,
    created_at: new Date(key.createdAt).toISOString(),
    expires_at: key.expiresAt === null ? undefined : new Date(key.expiresAt).toISOString(),
    revoked_at: key.revokedAt === null ? undefined : new Date(key.revokedAt).toISOString(),
  }
}
