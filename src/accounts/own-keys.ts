/**
 * What a key of scope `manage` does to the keys of its account. No key gives what it does not have itself: not a scope,
 * not live work, not a longer life. A test key sees and changes test keys only. Runs inside a transaction of the
 * account's object, so that two keys that revoke each other do not both succeed.
 */
import { addKey, type KeyView, type NewKey, revokeKey, rotateKey, viewKey } from './admin'
import { activeKey } from './admission'
import type { Mode } from './api-keys'
import { type PlanName, plans } from './plans'
import { isActive, type KeyRow, type Scope, visibleMode } from './scopes'
import type { AccountStore } from './storage/account-store'

/** Keys of each mode that no longer work, as many as are kept to be listed; the oldest go first. */
export const MAX_DEAD_KEYS = 100

/** What is asked of the keys. Times are in milliseconds; of a new key only the hash comes here. */
export type KeyCommand =
  | { do: 'list' }
  | { do: 'add'; next: NewKey }
  | { do: 'restrict'; keyId: string; scopes: Scope[] }
  | { do: 'rotate'; keyId: string; next: Pick<NewKey, 'keyId' | 'keyHash'>; graceMs: number }
  | { do: 'revoke'; keyId: string }

/**
 * Why not. `ending`: the caller's own key was rotated; `mode`: a test key asked for a live one; `scopes`: more than the
 * caller's key, or the key that is restricted, has; `last`: no lasting key of scope `manage` would be left.
 */
export type KeyRefusal =
  | { reason: 'unauthorized' | 'ending' | 'mode' | 'last' }
  | { reason: 'scopes'; lacking: Scope[] }
  | { reason: 'limit'; plan: PlanName; limit: number }

/** A key as its account sees it; `current`: the request was made with it. */
export type OwnKey = KeyView & { current: boolean }

export type KeyResult =
  | { outcome: 'done'; keys: OwnKey[] }
  | { outcome: 'not_found' }
  | ({ outcome: 'refused' } & KeyRefusal)

/** Does it, and returns the keys that the caller sees then. */
export function manageKeys(
  store: AccountStore,
  { keyHash, command }: { keyHash: string; command: KeyCommand },
  now: number,
): KeyResult {
  // Authenticated a moment ago; the key may have been revoked or restricted since.
  const caller = activeKey(store, keyHash, now)?.key
  if (!caller?.scopes.includes('manage')) return refused({ reason: 'unauthorized' })
  if (command.do !== 'list') {
    forgetDeadKeys(store, 'live', now)
    forgetDeadKeys(store, 'test', now)
  }
  const refusal = change(store, { caller, command, now })
  if (refusal) return refusal
  return {
    outcome: 'done',
    keys: visibleKeys(store, caller).map((key) => ({
      ...viewKey(key, now),
      current: key.keyId === caller.keyId,
    })),
  }
}

/** The keys that the caller's key sees. */
function visibleKeys(store: AccountStore, caller: KeyRow): KeyRow[] {
  return store.keys.all().filter((key) => !visibleMode(caller.mode) || key.mode === caller.mode)
}

type Change = { caller: KeyRow; command: KeyCommand; now: number }

/** Makes the change; returns why not. */
function change(store: AccountStore, { caller, command, now }: Change): KeyResult | undefined {
  if (command.do === 'list') return undefined
  if (caller.expiresAt !== null) return refused({ reason: 'ending' })
  if (command.do === 'add') {
    const { mode, scopes } = command.next
    const refusal = givingRefusal(caller, { mode, scopes }) ?? limitRefusal(store, now)
    if (refusal) return refused(refusal)
    addKey(store, command.next, now)
    return undefined
  }
  const key = visibleKeys(store, caller).find(({ keyId }) => keyId === command.keyId)
  if (!key || (command.do !== 'revoke' && !isActive(key, now))) return { outcome: 'not_found' }
  switch (command.do) {
    case 'rotate': {
      // One that ends at once makes room for the new one, also where the plan allows fewer than there are.
      const isMore = command.graceMs > 0
      const refusal = givingRefusal(caller, key) ?? (isMore ? limitRefusal(store, now) : undefined)
      if (refusal) return refused(refusal)
      rotateKey(store, command, now)
      return undefined
    }
    case 'restrict': {
      const lacking = command.scopes.filter((scope) => !key.scopes.includes(scope))
      if (lacking.length > 0) return refused({ reason: 'scopes', lacking })
      if (!command.scopes.includes('manage') && isLastManager(store, key)) return refused({ reason: 'last' })
      store.keys.save({ ...key, scopes: command.scopes })
      return undefined
    }
    case 'revoke':
      if (isLastManager(store, key)) return refused({ reason: 'last' })
      revokeKey(store, key.keyId, now)
      return undefined
  }
}

function refused(refusal: KeyRefusal): KeyResult {
  return { outcome: 'refused', ...refusal }
}

/** Whether the caller's key may give somebody a key of such mode and scopes. */
function givingRefusal(
  caller: KeyRow,
  { mode, scopes }: Pick<KeyRow, 'mode' | 'scopes'>,
): KeyRefusal | undefined {
  if (caller.mode === 'test' && mode === 'live') return { reason: 'mode' }
  const lacking = scopes.filter((scope) => !caller.scopes.includes(scope))
  return lacking.length > 0 ? { reason: 'scopes', lacking } : undefined
}

function limitRefusal(store: AccountStore, now: number): KeyRefusal | undefined {
  const { plan } = store.profile()
  const limit = plans[plan].keys
  const active = store.keys.all().filter((key) => isActive(key, now)).length
  return active + 1 > limit ? { reason: 'limit', plan, limit } : undefined
}

/** Whether nobody could manage the keys without this one: those that end are not counted, nor test keys for live ones. */
function isLastManager(store: AccountStore, key: KeyRow): boolean {
  return (
    isLastingManager(key) &&
    !store.keys
      .all()
      .some(
        (other) =>
          other.keyId !== key.keyId &&
          isLastingManager(other) &&
          (other.mode === 'live' || other.mode === key.mode),
      )
  )
}

function isLastingManager({ scopes, expiresAt, revokedAt }: KeyRow): boolean {
  return scopes.includes('manage') && expiresAt === null && revokedAt === null
}

/** A key that is forgotten is refused like one that is not known. */
function forgetDeadKeys(store: AccountStore, mode: Mode, now: number): void {
  const dead = store.keys.all().filter((key) => key.mode === mode && !isActive(key, now))
  for (const { keyId } of dead.slice(0, Math.max(0, dead.length - MAX_DEAD_KEYS))) store.keys.delete(keyId)
}
