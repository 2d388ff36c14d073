/**
 * The variables of a template, with what its manifest's `invoice` implies: a variable that holds a field of the
 * e-invoice may hold all of that field, so that nothing the caller gave is lost on the way into the XML.
 */
import { design } from './builtin.data'
import type { TemplateSource, Variables } from './manifest'

type Declared = Pick<TemplateSource, 'variables' | 'invoice'>

const merged = new WeakMap<Variables, Variables>()

/** What the data of a template may hold; undefined if the template declares nothing. */
export function variablesSchema({ variables, invoice }: Declared): Variables | undefined {
  if (!variables || !invoice) return variables
  const known = merged.get(variables)
  if (known) return known
  let all = variables
  for (const [field, variable] of Object.entries(invoice)) {
    const term = propertyAt(design.invoice, field.split('.'))
    if (term) all = mergeVariables(all, nested(variable.split('.'), term))
  }
  merged.set(variables, all)
  return all
}

const propertyAt = (schema: Variables, path: readonly string[]): Variables | undefined =>
  path.reduce<Variables | undefined>(
    (place, key) =>
      place?.properties && Object.hasOwn(place.properties, key) ? place.properties[key] : undefined,
    schema,
  )

const nested = (path: readonly string[], term: Variables): Variables =>
  path.reduceRight<Variables>((inner, key) => ({ type: 'object', properties: { [key]: inner } }), term)

/** Both schemas in one. What is declared wins. An object or a list that is declared without its content takes any content already. */
export function mergeVariables(declared: Variables, implied: Variables): Variables {
  if (declared.type !== implied.type) return declared
  if (declared.type === 'object') {
    if (!declared.properties) return declared
    const names = new Set([...Object.keys(declared.properties), ...Object.keys(implied.properties ?? {})])
    const properties = Object.fromEntries(
      [...names].map((name) => [name, either(own(declared, name), own(implied, name))]),
    )
    return { ...implied, ...declared, properties }
  }
  if (declared.type === 'array') {
    if (!declared.items) return declared
    return { ...implied, ...declared, items: either(declared.items, implied.items) }
  }
  return { ...implied, ...declared }
}

const own = ({ properties = {} }: Variables, name: string) =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

const either = (declared: Variables | undefined, implied: Variables | undefined): Variables =>
  declared && implied ? mergeVariables(declared, implied) : (declared ?? implied ?? {})
