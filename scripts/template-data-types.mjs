/** The TypeScript types of the built-in templates' data, from their variables. What several share has a name. */
import { comment } from './client-types.mjs'

/** @param {Record<string, any>} templates JSON Schemas by the templates' ids. */
export function dataTypes(templates) {
  const uses = countObjects(Object.values(templates))
  /** Names by the JSON of what they name, and the types by their names. */
  const names = new Map()
  const types = new Map()
  const typeOf = (schema, name) => {
    const plain = plainType(schema, name)
    return schema['x-scalar'] ? `string | number | ${plain}` : plain
  }
  const plainType = (schema, name) => {
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.type === 'array') return `(${typeOf(schema.items ?? {}, name)})[]`
    if (schema.type === 'object')
      return schema.properties ? sharedType(schema, name) : 'Record<string, unknown>'
    // Amounts and dates are taken in either form.
    if (schema.type === 'string' || schema.type === 'number') return 'string | number'
    return schema.type === 'boolean' ? 'boolean' : 'unknown'
  }
  const sharedType = (schema, name) => {
    const key = JSON.stringify(schema)
    if ((uses.get(key) ?? 0) < 2) return fieldsOf(schema)
    const known = names.get(key)
    if (known) return known
    const given = freeName(pascal(name), types)
    names.set(key, given)
    types.set(given, '')
    types.set(given, fieldsOf(schema))
    return given
  }
  const fieldsOf = ({ properties }) => {
    const fields = Object.entries(properties).map(
      ([name, schema]) => `${comment(schema.description)}${JSON.stringify(name)}?: ${typeOf(schema, name)}`,
    )
    return `{\n${fields.join('\n')}}`
  }
  const byId = Object.entries(templates).map(
    ([id, schema]) => `'${id}': ${schema.properties ? fieldsOf(schema) : 'Record<string, unknown>'}`,
  )
  const shared = [...types].map(([name, type]) => `type ${name} = ${type}\n`)
  return `/** The data of each built-in template. Add your own by declaration merging: \`interface Templates { 'my/note': … }\`. */
export interface Templates {\n${byId.join('\n')}\n}\n\n${shared.join('\n')}`
}

/** How often each object stands in the schemas, by its JSON. */
function countObjects(schemas) {
  const uses = new Map()
  const count = (schema) => {
    if (schema.properties) {
      const key = JSON.stringify(schema)
      uses.set(key, (uses.get(key) ?? 0) + 1)
      for (const inner of Object.values(schema.properties)) count(inner)
    }
    if (schema.items) count(schema.items)
  }
  for (const schema of schemas) count(schema)
  return uses
}

const pascal = (name) => `${name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}Data`

function freeName(name, taken) {
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name}${count}`
    if (!taken.has(tried)) return tried
  }
}
