/** JSON Schemas of the description as Markdown tables of their fields. */
import path from 'node:path/posix'

const nameOf = ($ref) => $ref.split('/').at(-1)
/** Text within a cell of a table. */
export const cell = (text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

/**
 * Tables of these schemas, and of every object that their fields hold and that has no page of its own (`pageOf`, by
 * the schema's name). `from` is the path of the page. With `first` the first table has no heading.
 */
export function tablesOf(schemas, { api, pageOf, from, first = false }) {
  const pending = schemas.map((schema) => (typeof schema === 'string' ? { $ref: schema } : schema))
  const seen = new Set()
  const parts = []
  for (let at = 0; at < pending.length; at++) {
    const name = pending[at].$ref && nameOf(pending[at].$ref)
    if (name && seen.has(name)) continue
    if (name) seen.add(name)
    const schema = name ? api.components.schemas[name] : pending[at]
    const here = (other) => pageOf[other] === undefined || pageOf[other] === from
    pending.push(...objectsIn(schema, api).filter(({ $ref }) => here(nameOf($ref))))
    const text = tableOf(schema, { api, pageOf, from })
    if (text) parts.push(first && at === 0 ? text : `### ${name ?? 'Body'}\n\n${text}`)
  }
  return parts.join('\n\n')
}

function tableOf(schema, linking) {
  const branches = schema.anyOf ?? schema.oneOf
  const properties =
    schema.properties ?? Object.assign({}, ...(branches ?? []).map((one) => one.properties ?? {}))
  const rows = Object.entries(properties).map(([name, property]) => {
    const required = schema.required?.includes(name) ? '**required**' : ''
    const text = [required, cell(property.description ?? '')].filter(Boolean).join('. ')
    return `| \`${name}\` | ${typeOf(property, linking)} | ${text} |`
  })
  if (rows.length === 0) return ''
  const note = schema.description ? `${schema.description}\n\n` : ''
  return `${note}| field | type | |\n| --- | --- | --- |\n${rows.join('\n')}`
}

/** References to objects that have fields, anywhere in a schema or a list of them, or in a named one that only leads on. */
function objectsIn(schema, api) {
  if (schema === null || typeof schema !== 'object') return []
  if (schema.$ref) {
    const named = api.components.schemas[nameOf(schema.$ref)]
    return hasFields(named) ? [schema] : objectsIn(named, api)
  }
  return Object.values(schema).flatMap((value) => objectsIn(value, api))
}

const hasFields = (schema) =>
  schema?.properties !== undefined || (schema?.anyOf ?? schema?.oneOf ?? []).some((one) => one.properties)

/** What a field takes, for a cell: `text, 1 to 127 characters`. */
export function typeOf(schema, linking) {
  if (schema.$ref) return linkedType(nameOf(schema.$ref), linking)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return [...new Set(branches.map((one) => typeOf(one, linking)))].join(' or ')
  if (schema.const !== undefined) return value(schema.const)
  if (schema.enum) return schema.enum.map(value).join(', ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, linking)).join(' or ')
  return [kindOf(schema, linking), rangeOf(schema)].filter(Boolean).join(', ')
}

function linkedType(name, { api, pageOf, from }) {
  const schema = api.components.schemas[name]
  if (!hasFields(schema)) return typeOf(schema, { api, pageOf, from })
  const page = pageOf[name]
  if (page === undefined || page === from) return `[${name}](#${name.toLowerCase()})`
  return `[${name}](${path.relative(path.dirname(from), page)}.md)`
}

function kindOf(schema, linking) {
  switch (schema.type) {
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map((one) => typeOf(one, linking)).join(', ')}]`
        : `list of ${typeOf(schema.items ?? {}, linking)}`
    case 'string':
      return schema.format === 'binary'
        ? 'file'
        : schema.format === 'date-time'
          ? 'time'
          : (schema.format ?? 'text')
    case 'boolean':
      return 'true or false'
    case undefined:
      return 'any'
    default:
      return schema.type
  }
}

function rangeOf({ minimum, maximum, minLength, maxLength, maxItems }) {
  const shown = (number) => number.toLocaleString('en-US', { maximumFractionDigits: 20 })
  if (maxItems !== undefined) return `at most ${shown(maxItems)}`
  if (maxLength !== undefined)
    return `${minLength ? `${shown(minLength)} to` : 'up to'} ${shown(maxLength)} characters`
  // The largest whole number is no limit worth telling.
  const isLimited = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (minimum !== undefined && isLimited) return `${shown(minimum)} to ${shown(maximum)}`
  if (isLimited) return `at most ${shown(maximum)}`
  return minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `at least ${shown(minimum)}` : ''
}

const value = (constant) => `\`${typeof constant === 'string' ? constant : JSON.stringify(constant)}\``
