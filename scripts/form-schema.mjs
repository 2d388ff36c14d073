/**
 * What a form for a template's data needs beside its JSON Schema: a title for every field, formats, examples, and at the
 * root `x-groups` (the fields in the order and under the headings of a form) and `x-first` (the ten to begin with).
 */
import fs from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../templates/_design/form.json')

/** The tables of `templates/_design/form.json`. */
export function readForm() {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/**
 * The schema with a title for each of its properties at every depth, and a format and examples for those that have
 * them.
 */
export function describeFields(schema, form) {
  const described = { ...schema }
  if (schema.items) described.items = describeFields(schema.items, form)
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    described.properties = Object.fromEntries(
      fields.map(([name, field]) => [name, describeField(name, field, form)]),
    )
  }
  return described
}

/** What the schema says itself wins. */
function describeField(name, field, form) {
  const isText = field.type === 'string'
  const format = isText ? form.formats[name] : undefined
  const examples = isText && !field.enum ? form.examples[name] : undefined
  return {
    title: form.titles[name] ?? titleOf(name),
    ...(format && { format }),
    ...(examples && { examples }),
    ...describeFields(field, form),
  }
}

/** `due_date` is "Due date". */
function titleOf(name) {
  const text = name.replaceAll('_', ' ')
  return text[0].toUpperCase() + text.slice(1)
}

/** The names of a template's variables under the headings of a form. Throws if one of them is in no group. */
export function groupFields(names, { groups }, id) {
  const grouped = Object.entries(groups).map(([title, fields]) => ({
    title,
    properties: fields.filter((name) => names.includes(name)),
  }))
  const lost = names.filter((name) => !grouped.some(({ properties }) => properties.includes(name)))
  if (lost.length > 0)
    throw new Error(`templates/_design/form.json has no group for ${lost.join(', ')} of ${id}`)
  return grouped.filter(({ properties }) => properties.length > 0)
}
