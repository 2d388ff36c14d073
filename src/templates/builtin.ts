import { templates } from './builtin.data'
import type { ShippedTemplate } from './manifest'

const byId = new Map(templates.map((template) => [template.id, template]))

/** The templates that come with Platen, by id. */
export function shippedTemplates(): readonly ShippedTemplate[] {
  return templates
}

/** A shipped template; they have no versions, so an id with `@` names none. */
export function findShipped(id: string): ShippedTemplate | undefined {
  return byId.get(id)
}
