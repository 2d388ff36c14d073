import { coerce } from './coerce'
import type { TemplateSource } from './manifest'

/**
 * The invoice after EN 16931 (`options.invoice`) that a template's data holds, by the mapping its manifest
 * declares. Undefined where the template declares none, or where the data has nothing of it.
 */
export function invoiceOf(template: TemplateSource, data: Record<string, unknown>) {
  const { invoice, variables } = template
  if (!invoice) return undefined
  const fitted = variables ? coerce(variables, data) : data
  const fields = Object.entries(invoice).flatMap(([field, variable]) =>
    fitted[variable] === undefined ? [] : [[field, fitted[variable]] as const],
  )
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
