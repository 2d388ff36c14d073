/** How much an account may store: templates with their versions, endpoints and assets. The limits are the plan's. */
import { Problem } from '../errors'

export type StorageLimits = {
  templates: number
  /** Latest versions of a template that are kept; older ones are removed. */
  templateVersions: number
  endpoints: number
  assets: number
  /** All templates' versions and drafts, and endpoints, as JSON, and assets together, in bytes. */
  storedBytes: number
}

const COUNT_TEMPLATES = `(SELECT count(*) FROM (
    SELECT category, name FROM template_versions WHERE account_id = ?1
    UNION SELECT category, name FROM template_drafts WHERE account_id = ?1))`

const SUM_BYTES = `(SELECT coalesce(sum(octet_length(source)), 0) FROM template_versions WHERE account_id = ?1)
    + (SELECT coalesce(sum(octet_length(source)), 0) FROM template_drafts WHERE account_id = ?1)
    + (SELECT coalesce(sum(octet_length(config)), 0) FROM endpoints WHERE account_id = ?1)
    + (SELECT coalesce(sum(bytes), 0) FROM assets WHERE account_id = ?1)`

/** Names that templates ever had, for each that the plan allows: a deleted one's last version number is kept. */
const NAMES_PER_TEMPLATE = 10

/** What sealed passwords may add to what `checkStorage` has counted. */
const SEALING_BYTES = 10_000

export type StorageOwner = { accountId: string; plan: string; limits: StorageLimits }
export type StoredThing =
  | { template: { category: string; name: string } }
  | { endpoint: string }
  | { asset: { mode: string; name: string } }
type Addition = { bytes: number } & StoredThing

type Usage = { templates: number; names: number; endpoints: number; assets: number; bytes: number }
/** Whether what is put is there, and of a template whether its name ever was. */
type Known = { exists: boolean; hadName: boolean }

/**
 * Throws `plan_limit` if the account may not store one more template, endpoint or asset, or `bytes` more. What is replaced
 * counts as it is. Requests at the same moment may all pass here: `writeWithinQuota` stops those that are too many. Returns
 * what to give it: an account that has more than its plan allows, since that was changed, may still replace what it has.
 */
export async function checkStorage(
  db: D1Database,
  { accountId, plan, limits }: StorageOwner,
  adds: Addition,
): Promise<StorageOwner> {
  const [usage, known] = await db.batch<Partial<Usage> & { found?: number; had_name?: number }>([
    db
      .prepare(
        `SELECT ${COUNT_TEMPLATES} AS templates,
           (SELECT count(*) FROM templates WHERE account_id = ?1) AS names,
           (SELECT count(*) FROM endpoints WHERE account_id = ?1 AND deleted = 0) AS endpoints,
           (SELECT count(*) FROM assets WHERE account_id = ?1) AS assets,
           ${SUM_BYTES} AS bytes`,
      )
      .bind(accountId),
    lookUp(db, accountId, adds),
  ])
  const { templates = 0, names = 0, endpoints = 0, assets = 0, bytes = 0 } = usage?.results[0] ?? {}
  const { found, had_name } = known?.results[0] ?? {}
  const used = { templates, names, endpoints, assets, bytes, exists: found === 1, hadName: had_name === 1 }
  const reason = reasonAgainst(used, limits, adds)
  if (reason)
    throw new Problem('plan_limit', { detail: `The ${plan} plan allows ${reason}, or change the plan.` })
  const [maxTemplates, maxEndpoints, maxAssets] = [
    Math.max(limits.templates, templates, Math.ceil(names / NAMES_PER_TEMPLATE)),
    Math.max(limits.endpoints, endpoints),
    Math.max(limits.assets, assets),
  ]
  return {
    accountId,
    plan,
    limits: { ...limits, templates: maxTemplates, endpoints: maxEndpoints, assets: maxAssets },
  }
}

/**
 * Runs `writes` in one transaction, which fails with `plan_limit` if the account stores more after it than its plan
 * allows: of requests at the same moment only those that fit are done.
 */
export async function writeWithinQuota<Row>(
  db: D1Database,
  { accountId, plan, limits }: StorageOwner,
  writes: D1PreparedStatement[],
): Promise<D1Result<Row>[]> {
  // `json` fails on what is no JSON, and takes the writes back.
  const guard = db
    .prepare(
      `SELECT json(iif(
         ${COUNT_TEMPLATES} <= ?2
         AND (SELECT count(*) FROM templates WHERE account_id = ?1) <= ?3
         AND (SELECT count(*) FROM endpoints WHERE account_id = ?1 AND deleted = 0) <= ?4
         AND ${SUM_BYTES} <= ?5
         AND (SELECT count(*) FROM assets WHERE account_id = ?1) <= ?6,
         'true', 'too much'))`,
    )
    .bind(
      accountId,
      limits.templates,
      limits.templates * NAMES_PER_TEMPLATE,
      limits.endpoints,
      limits.storedBytes + SEALING_BYTES,
      limits.assets,
    )
  return await db.batch<Row>([...writes, guard]).catch((cause: unknown) => {
    if (!String(cause).includes('malformed JSON')) throw cause
    const detail = `The ${plan} plan allows no more templates, endpoints and assets than other requests have stored. Delete some, or change the plan.`
    throw new Problem('plan_limit', { detail, cause })
  })
}

/** Asks whether what is put is there. */
function lookUp(db: D1Database, accountId: string, thing: StoredThing): D1PreparedStatement {
  if ('template' in thing)
    return db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM template_versions WHERE account_id = ?1 AND category = ?2 AND name = ?3)
             OR EXISTS (SELECT 1 FROM template_drafts WHERE account_id = ?1 AND category = ?2 AND name = ?3) AS found,
           EXISTS (SELECT 1 FROM templates WHERE account_id = ?1 AND category = ?2 AND name = ?3) AS had_name`,
      )
      .bind(accountId, thing.template.category, thing.template.name)
  if ('asset' in thing)
    return db
      .prepare('SELECT EXISTS (SELECT 1 FROM assets WHERE account_id = ? AND mode = ? AND name = ?) AS found')
      .bind(accountId, thing.asset.mode, thing.asset.name)
  return db
    .prepare(
      'SELECT EXISTS (SELECT 1 FROM endpoints WHERE account_id = ? AND slug = ? AND deleted = 0) AS found',
    )
    .bind(accountId, thing.endpoint)
}

function reasonAgainst(used: Usage & Known, limits: StorageLimits, adds: Addition): string | undefined {
  if (used.bytes + adds.bytes > limits.storedBytes) {
    const [most, now] = [limits.storedBytes, used.bytes].map((count) => count.toLocaleString('en'))
    return `${most} bytes of templates, their versions and drafts, endpoints and assets, and ${now} are stored. Delete some`
  }
  if (used.exists) return undefined
  const isTemplate = 'template' in adds
  if (isTemplate && used.templates >= limits.templates)
    return `${limits.templates} templates. Delete one you do not need`
  if (isTemplate && !used.hadName && used.names >= limits.templates * NAMES_PER_TEMPLATE)
    return `${limits.templates * NAMES_PER_TEMPLATE} names of templates, deleted ones included. Use one of them again`
  if ('asset' in adds && used.assets >= limits.assets)
    return `${limits.assets} assets. Delete one you do not need`
  if ('endpoint' in adds && used.endpoints >= limits.endpoints)
    return `${limits.endpoints} endpoints. Delete one you do not need`
  return undefined
}
