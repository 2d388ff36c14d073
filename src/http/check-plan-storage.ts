/** Whether an account's plan lets it store one more template, version, draft, endpoint or asset. */
import { type PlanName, plans } from '../accounts/plans'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage, type StorageOwner, type StoredThing } from '../templates/storage-quota'
import { addBesideOthers } from './caller-pace'

/** `source` is stored as `thing`. Returns what to give whoever writes it. Throws `plan_limit`. */
export async function checkPlanStorage(
  db: D1Database,
  { accountId, plan }: { accountId: string; plan: PlanName },
  { thing, ...stored }: { thing: StoredThing } & ({ source: unknown } | { bytes: number }),
): Promise<StorageOwner> {
  const quota = { accountId, plan, limits: plans[plan].storage }
  const bytes = 'bytes' in stored ? stored.bytes : sizeInStorage(stored.source)
  // A file goes elsewhere than to the database.
  if ('source' in stored) addBesideOthers((pace, now) => pace.addStored(accountId, bytes, now))
  return await checkStorage(db, quota, { ...thing, bytes })
}
