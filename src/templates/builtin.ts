/** The templates that come with Platen, as `scripts/templates.mjs` packed them. */
import { templates } from './builtin.data'
import type { BuiltinTemplate } from './manifest'

const byId = new Map(templates.map((template) => [template.id, template]))

/** The templates that come with Platen, by id. */
export function builtinTemplates(): readonly BuiltinTemplate[] {
  return templates
}

/** A shipped template; they have no versions, so an id with `@` names none. */
export function findBuiltin(id: string): BuiltinTemplate | undefined {
  return byId.get(id)
}
