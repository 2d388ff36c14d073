/** What an entry of a list is called: "Line 1" of "Lines", with its own name where it has one. */
import { type Data, isRecord } from './data-path'
import type { Schema } from './schema'

const MAX_OWN = 40
/** Fields that name an entry, the first that has a text. */
const NAMING = ['name', 'title', 'label', 'description', 'number']

/** English plurals as the schemas have them; another language's word stays as it is. */
function singularOf(label: string): string {
  if (/(?:ss|us|is|series)$/i.test(label)) return label
  if (/[^aeiou]ies$/i.test(label)) return `${label.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/i.test(label)) return label.slice(0, -2)
  return label.replace(/s$/, '')
}

/** `at` counts from 0. */
export function entryName(label: string, at: number): string {
  return `${singularOf(label)} ${at + 1}`
}

/** What names an entry of this schema in its own data; empty if nothing does. */
export function ownName(schema: Schema, row: unknown): string {
  if (!isRecord(row)) return ''
  const fields = [schema['x-scalar'] ?? '', ...NAMING].filter((name) => schema.properties?.[name])
  const text = fields.map((name) => textOf(row, name)).find((found) => found !== '') ?? ''
  return text.length > MAX_OWN ? `${text.slice(0, MAX_OWN).trimEnd()}…` : text
}

function textOf(row: Data, name: string): string {
  const { [name]: value } = row
  return typeof value === 'string' ? value.trim() : ''
}
