/**
 * The variables of an invoice template, from the schema of `options.invoice`: what the e-invoice can say, the page's data
 * can say. The two can therefore not drift apart.
 */
import path from 'node:path'
import vm from 'node:vm'
import esbuild from 'esbuild'

const schemaFile = path.resolve(import.meta.dirname, '../src/e-invoice/schema.ts')

/** The property that a plain value stands for, by the name of the object: a seller may be given by the name alone. */
const ABBREVIATIONS = {
  seller: 'name',
  buyer: 'name',
  payee: 'name',
  tax_representative: 'name',
  address: 'line1',
  contact: 'name',
  delivery: 'name',
  references: 'purchase_order',
  preceding_invoices: 'number',
  supporting_documents: 'id',
  payment: 'terms',
  lines: 'name',
  vat: 'rate',
  notes: 'text',
}

/** JSON Schema (the subset of `src/templates/manifest.ts`) of every field of `options.invoice`. */
export function invoiceVariables() {
  const contents = `import { z } from 'zod'
    import { invoiceSchema } from ${JSON.stringify(schemaFile)}
    globalThis.schema = JSON.stringify(z.toJSONSchema(invoiceSchema, { io: 'input' }))`
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents, resolveDir: path.dirname(schemaFile) },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  })
  const context = vm.createContext({ URL, TextEncoder, TextDecoder, atob, btoa })
  vm.runInContext(outputFiles[0].text, context)
  const schema = JSON.parse(context.schema)
  return variablesOf(withoutReferences(schema, schema.$defs ?? {}), '')
}

/** The schema with each named part in the place of its name. */
function withoutReferences(schema, parts) {
  if (Array.isArray(schema)) return schema.map((each) => withoutReferences(each, parts))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, $defs, ...own } = schema
  const named = typeof $ref === 'string' ? parts[$ref.slice('#/$defs/'.length)] : undefined
  const entries = Object.entries({ ...named, ...own }).filter(([key]) => key !== 'id' || !named)
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutReferences(each, parts)]))
}

/** One field; `name` is the object's, or that of the list that it is an item of. */
function variablesOf({ type, anyOf, format, properties, items, description, enum: choices }, name) {
  const described = (variables) => (description ? { ...variables, description } : variables)
  if (anyOf) {
    const object = anyOf.find((each) => each.type === 'object')
    if (object) return described({ ...variablesOf(object, name), 'x-scalar': scalarOf(object, name) })
    return described({ type: anyOf.some((each) => each.type === 'number') ? 'number' : 'string' })
  }
  if (type === 'array') return described({ type, items: variablesOf(items, name) })
  if (type !== 'object')
    return described({ type, ...(format === 'date' && { format }), ...(choices && { enum: choices }) })
  const fields = Object.entries(properties).map(([key, field]) => [key, variablesOf(field, key)])
  const scalar = ABBREVIATIONS[name]
  return described({ type, ...(scalar && { 'x-scalar': scalar }), properties: Object.fromEntries(fields) })
}

/** Text that the schema itself takes in the place of an object: a note's text, an identifier without its scheme. */
function scalarOf({ properties }, name) {
  return ABBREVIATIONS[name] ?? (properties.id ? 'id' : 'text')
}
