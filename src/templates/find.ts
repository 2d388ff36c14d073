/** Templates by their id, wherever they are kept. */
import { Problem } from '../errors'
import { findBuiltin } from './builtin'
import { findCustom, parseTemplateId } from './custom'
import type { TemplateSource } from './manifest'

/** The template of an id, shipped or the account's own. Throws `not_found`, for a malformed id too. */
export async function requireTemplate(
  db: D1Database,
  accountId: string,
  id: string,
): Promise<TemplateSource> {
  const builtin = findBuiltin(id)
  if (builtin) return builtin
  const name = parseTemplateId(id)
  const own = name && (await findCustom(db, accountId, name))
  if (!own) throw noTemplate()
  return own
}

export function noTemplate(): Problem {
  return new Problem('not_found', {
    detail: 'There is no such template. GET /v1/templates lists all.',
  })
}
