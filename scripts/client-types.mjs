/**
 * `npm run client-types`: writes the types of the TypeScript client from the OpenAPI description and the templates'
 * variables. To be run when either has changed; `test/unit/client-package.test.ts` tells if it was forgotten.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { describeService } from './describe-api.mjs'
import { prepareSources } from './prepare.mjs'
import { dataTypes } from './template-data-types.mjs'

export const TYPES_FILE = 'clients/typescript/src/schemas.ts'

const HEAD = `/** What requests and responses hold. Generated from the service's description by \`npm run client-types\`. */
`

/** Operations that the client does not call: those of the operator. */
const isOperators = (path) => path.startsWith('/admin/')

/** The file, from what `describeService` returned; formatted as all of this project. */
export function clientTypes({ api, templates }) {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    isOperators(path)
      ? []
      : Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const shapes = operations.map(operationType)
  const names = reachable(`Problem WebhookEvent AccountEvent ${shapes.join('\n')}`, api.components.schemas)
  const schemas = names.map((name) => {
    const schema = api.components.schemas[name]
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`
  })
  const operationsType = `/** Each operation: where it stands, what it takes, and the JSON that it returns. */
export type Operations = {\n${shapes.join('\n')}\n}\n`
  return formatted([HEAD, operationsType, ...schemas, dataTypes(templates)].join('\n'))
}

function operationType({ method, path, operation }) {
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const successes = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content)
  const results = successes.flatMap((content) => content?.['application/json']?.schema ?? [])
  const types = [
    ...(results.length > 0 ? [typeOf({ anyOf: results.map(withoutFiles) })] : []),
    ...(results.length === 0 || successes.includes(undefined) ? ['undefined'] : []),
  ]
  return `${comment(operation.summary)}${operation.operationId}: {
  method: '${method.toUpperCase()}'
  path: '${path}'
  ${query.length > 0 ? `query: {\n${query.map(({ name, schema, description }) => `${comment(description)}${name}?: ${typeOf(schema)}`).join('\n')}}` : 'query?: undefined'}
  ${body ? `body: ${typeOf(body)}` : 'body?: undefined'}
  result: ${types.join(' | ')}
}`
}

/** A response that is JSON or a file, as JSON: the client returns files by other means. */
function withoutFiles(schema) {
  const branches = schema.anyOf?.filter((branch) => branch.format !== 'binary')
  return branches ? { ...schema, anyOf: branches } : schema
}

/** The names of all schemas that `text` and they themselves refer to, sorted. */
function reachable(text, schemas) {
  const found = new Set()
  const pending = [text]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of Object.keys(schemas)) {
      if (found.has(name) || !new RegExp(`\\b${name}\\b`).test(next)) continue
      found.add(name)
      pending.push(typeOf(schemas[name]))
    }
  }
  return [...found].sort()
}

/** A JSON Schema, in the part of its language that the description uses, as a TypeScript type. */
export function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
        : `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const names = Object.keys(properties)
  const rest =
    additionalProperties === undefined || additionalProperties === false
      ? undefined
      : `Record<string, ${typeOf(additionalProperties === true ? {} : additionalProperties)}>`
  if (names.length === 0) return rest ?? 'Record<string, unknown>'
  const fields = names.map((name) => {
    const schema = properties[name]
    const optional = required.includes(name) ? '' : '?'
    return `${comment(schema.description)}${JSON.stringify(name)}${optional}: ${typeOf(schema)}`
  })
  return `{\n${fields.join('\n')}}${rest === undefined ? '' : ` & ${rest}`}`
}

/** @param {string} [text] */
export function comment(text) {
  return text ? `/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : ''
}

function formatted(source) {
  const words = ['format', `--stdin-file-path=${TYPES_FILE}`]
  return execFileSync(path.join(root, 'node_modules/.bin/biome'), words, {
    cwd: root,
    input: source,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
}

if (process.argv[1] === import.meta.filename) {
  prepareSources()
  fs.writeFileSync(path.join(root, TYPES_FILE), clientTypes(await describeService()))
}
