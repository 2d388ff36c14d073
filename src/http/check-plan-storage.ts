/** Whether an account's plan lets it store one more template, version, draft, endpoint or asset. */
import { type PlanName, plans } from '../accounts/plans'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage, type StorageOwner, type StoredThing } from '../templates/storage-quota'
import { addBesideOthers } from './caller-pace'
import type { AppContext } from './context'

/** `source` is stored as `thing`. Returns what to give whoever writes it. Throws `plan_limit`. */
export async function checkPlanStorage(
  c: AppContext,
  { accountId, plan }: { accountId: string; plan: PlanName },
  { thing, ...stored }: { thing: StoredThing } & ({ source: unknown } | { bytes: number }),
): Promise<StorageOwner> {
  const quota = { accountId, plan, limits: plans[plan].storage }
  const bytes = 'bytes' in stored ? stored.bytes : sizeInStorage(stored.source)
  const countedAs = c.get('countedAs') ?? 'POST'
  // A file goes elsewhere than to the database.
  if ('source' in stored) addBesideOthers((pace, now) => pace.addStored(accountId, countedAs, bytes, now))
  return await checkStorage(c.env.DB, quota, { ...thing, bytes })
}
