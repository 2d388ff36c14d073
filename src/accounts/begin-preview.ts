/** Whether a preview may be made: the key, the plan's number at once and a day. Its rate was counted before. */
import { activeKey, isSuspended, type KeyUse } from './admission'
import { plans } from './plans'
import type { PreviewSessions } from './preview-sessions'
import { secondsLeft } from './quotas'
import type { RateWindows } from './rate-windows'
import type { Refusal } from './refusal'
import type { AccountStore } from './storage/account-store'
import type { Restriction } from './strikes'

/** Seconds after which a preview has probably ended. */
const PREVIEW_SECONDS = 1

/** `id` is the preview's own; `session` names what it is a preview of, within the account and the key's mode. */
export type BeginPreview = { call: KeyUse; id: string; session: string | undefined }
export type BegunPreview = { outcome: 'go'; restriction: Restriction | undefined } | Refusal

/** Begins a preview and counts it, or says why not. Nothing is written that its caller would wait for. */
export function beginPreview(
  store: AccountStore,
  { sessions, windows }: { sessions: PreviewSessions; windows: RateWindows },
  { call, id, session, now }: BeginPreview & { now: number },
): { outcome: 'go' } | Refusal {
  // Authenticated a moment ago; the key may have been revoked since.
  const known = activeKey(store, call.keyHash, now)
  if (!known?.key.scopes.includes(call.scope)) return { outcome: 'refused', code: 'unauthorized' }
  if (call.scope === 'render' && isSuspended(store)) return { outcome: 'refused', code: 'account_suspended' }
  // Asked again, since the first reply was lost: it is counted already.
  if (sessions.has(id)) return { outcome: 'go' }
  const { key, profile } = known
  const { plan } = profile
  const { atOnce, perDay } = plans[plan].previews
  const ofMode = session === undefined ? undefined : `${key.mode}:${session}`
  if (sessions.countBeside(ofMode, now) >= atOnce) {
    const crowded = { limit: atOnce, retryAfter: PREVIEW_SECONDS }
    return { outcome: 'refused', code: 'preview_quota', plan, quota: 'atOnce', ...crowded }
  }
  const day = windows.previewsOfDay(now)
  if (day.used >= perDay) {
    const spent = { limit: perDay, retryAfter: secondsLeft(day, now) }
    return { outcome: 'refused', code: 'preview_quota', plan, quota: 'perDay', ...spent }
  }
  windows.countPreview()
  sessions.begin(id, ofMode, now)
  return { outcome: 'go' }
}
