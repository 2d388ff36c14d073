/** A template that becomes the next version: proved, within the plan, stored and shown. */
import type { z } from 'zod'
import type { PlanName } from '../accounts/plans'
import { runLongWork } from '../memory/long-work'
import { readsMs } from '../templates/compile-page'
import { findCustom, putCustom, type Stored, type TemplateName, type Version } from '../templates/custom'
import { noVersion } from '../templates/find-template'
import type { TemplateSource } from '../templates/manifest'
import { findTemplateMistakes } from '../templates/template-mistakes'
import { validateTemplate } from '../templates/validate-template'
import { checkPlanStorage } from './check-plan-storage'
import type { AppContext } from './context'
import { hangUpSignal } from './hang-up'
import { showTemplate, type templateResponse } from './template-view'

/**
 * Stores the next version; throws `not_found` if it was a draft that ended meanwhile. Returns it as it is shown, and
 * what is odd about it: a page that is the name of a file, a sample or essentials that it does not read. Throws as
 * `validateTemplate` and `checkStorage`.
 */
export async function storeVersion(
  c: AppContext,
  caller: { accountId: string; plan: PlanName },
  { name, source, endsDraft }: { name: TemplateName; source: Stored; endsDraft?: boolean | undefined },
): Promise<{ body: z.input<typeof templateResponse>; warnings: string[] }> {
  const template = { ...source, id: `${name.category}/${name.name}` }
  const turn = { accountId: caller.accountId, signal: hangUpSignal(c) }
  await validateTemplate(template, turn)
  const owner = await checkPlanStorage(c, caller, { thing: { template: name }, source })
  const version = await putCustom(c.env.DB, { name, source, owner, now: c.get('startedAt'), endsDraft })
  if (version === undefined) throw noVersion('draft', name)
  const warnings = await runLongWork(readsMs(template), () => findTemplateMistakes(template), turn)
  return { body: showTemplate({ ...template, id: `${template.id}@${version}` }), warnings }
}

/** One version, or the draft. Throws `not_found`. */
export async function requireVersion(
  db: D1Database,
  accountId: string,
  name: TemplateName,
  version: Version,
): Promise<TemplateSource> {
  const found = await findCustom(db, accountId, { ...name, version })
  if (found) return found
  throw noVersion(version, name)
}

/** As it is stored. */
export function withoutId({ id: _id, ...source }: TemplateSource): Stored {
  return source
}
