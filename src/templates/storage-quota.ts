/** How much an account may store: templates with their versions, and endpoints. The limits are the plan's. */
import { Problem } from '../errors'

export type StorageLimits = {
  templates: number
  /** Latest versions of a template that are kept; older ones are removed. */
  templateVersions: number
  endpoints: number
  /** All templates' versions and endpoints together, as JSON, in bytes. */
  storedBytes: number
}

/** Names that templates ever had, for each that the plan allows: a deleted one's last version number is kept. */
const NAMES_PER_TEMPLATE = 10

type Usage = { templates: number; names: number; endpoints: number; bytes: number; exists: number }

/**
 * Throws `plan_limit` if the account may not store one more template or endpoint, or `bytes` more. What is replaced
 * counts as it is. Two requests at the same moment may both pass, the next one does not.
 */
export async function checkStorage(
  db: D1Database,
  { accountId, plan, limits }: { accountId: string; plan: string; limits: StorageLimits },
  adds: { bytes: number } & ({ template: { category: string; name: string } } | { endpoint: string }),
): Promise<void> {
  const exists =
    'template' in adds
      ? db
          .prepare(
            'SELECT count(*) AS n FROM template_versions WHERE account_id = ? AND category = ? AND name = ?',
          )
          .bind(accountId, adds.template.category, adds.template.name)
      : db
          .prepare('SELECT count(*) AS n FROM endpoints WHERE account_id = ? AND slug = ? AND deleted = 0')
          .bind(accountId, adds.endpoint)
  const [usage, known] = await db.batch<Partial<Usage> & { n?: number }>([
    db
      .prepare(
        `SELECT (SELECT count(*) FROM (SELECT DISTINCT category, name FROM template_versions WHERE account_id = ?1)) AS templates,
           (SELECT count(*) FROM templates WHERE account_id = ?1) AS names,
           (SELECT count(*) FROM endpoints WHERE account_id = ?1 AND deleted = 0) AS endpoints,
           (SELECT coalesce(sum(octet_length(source)), 0) FROM template_versions WHERE account_id = ?1)
             + (SELECT coalesce(sum(octet_length(config)), 0) FROM endpoints WHERE account_id = ?1) AS bytes`,
      )
      .bind(accountId),
    exists,
  ])
  const { templates = 0, names = 0, endpoints = 0, bytes = 0 } = usage?.results[0] ?? {}
  const used = { templates, names, endpoints, bytes, exists: known?.results[0]?.n ?? 0 }
  const reason = reasonAgainst(used, limits, { isTemplate: 'template' in adds, bytes: adds.bytes })
  if (reason)
    throw new Problem('plan_limit', { detail: `The ${plan} plan allows ${reason}, or change the plan.` })
}

function reasonAgainst(
  used: Usage,
  limits: StorageLimits,
  { isTemplate, bytes }: { isTemplate: boolean; bytes: number },
): string | undefined {
  if (used.bytes + bytes > limits.storedBytes) {
    const [most, now] = [limits.storedBytes, used.bytes].map((count) => count.toLocaleString('en'))
    return `${most} bytes of templates, their versions and endpoints, and ${now} are stored. Delete some`
  }
  if (used.exists > 0) return undefined
  if (isTemplate && used.templates >= limits.templates)
    return `${limits.templates} templates. Delete one you do not need`
  if (isTemplate && used.names >= limits.templates * NAMES_PER_TEMPLATE)
    return `${limits.templates * NAMES_PER_TEMPLATE} names of templates, deleted ones included. Use one of them again`
  if (!isTemplate && used.endpoints >= limits.endpoints)
    return `${limits.endpoints} endpoints. Delete one you do not need`
  return undefined
}
