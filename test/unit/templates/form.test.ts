/** A form is made from the variables of a template: every field has a title and a place, and the first ten are named. */
import { describe, expect, it } from 'vitest'
import { builtinTemplates } from '../../../src/templates/builtin'
import type { Variables } from '../../../src/templates/manifest'
import { variablesSchema } from '../../../src/templates/variables'

type Field = { path: string; name: string; schema: Variables }

/** Every property at every depth; the items of a list stand for the list. */
function fieldsOf(schema: Variables, path = ''): Field[] {
  const inItems = schema.items ? fieldsOf(schema.items, path) : []
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [{ path: at, name, schema: field }, ...fieldsOf(field, at)]
  })
  return [...inItems, ...own]
}

describe.each(builtinTemplates().map((template) => [template.id, template] as const))('%s', (_, template) => {
  const schema = variablesSchema(template) ?? {}
  const fields = fieldsOf(schema)

  it('has a title for each field, in words', () => {
    for (const { path, schema: field } of fields) {
      expect(field.title, path).toMatch(/^\p{Lu}[\p{L}\d -]{1,39}$/u)
    }
  })

  it('has each variable in one group of its form', () => {
    const grouped = (schema['x-groups'] ?? []).flatMap(({ properties }) => properties)
    expect(grouped.toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted())
    expect(schema['x-groups']?.at(-1)?.title).toBe('Look and language')
  })

  it('names at most ten fields to begin with, and what is essential is among them', () => {
    const first = schema['x-first'] ?? []
    expect(first.length).toBeGreaterThanOrEqual(5)
    expect(first.length).toBeLessThanOrEqual(10)
    const paths = fields.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(first))
    for (const essential of template.essential ?? []) {
      const [top] = essential.split('.')
      expect(first.map((path) => path.split('.')[0])).toContain(top)
    }
  })

  it('says which texts are days, addresses and colours', () => {
    for (const { path, name, schema: field } of fields) {
      if (field.type !== 'string') continue
      if (/(?:^|_)date$/.test(name)) expect(field.format, path).toMatch(/^date(?:-time)?$/)
      if (/(?:^|_)url$/.test(name)) expect(field.format, path).toBe('uri')
      if (name === 'email') expect(field.format, path).toBe('email')
      if (name === 'accent') expect(field.format, path).toBe('color')
      if (['currency', 'locale', 'country'].includes(name)) expect(field.examples, path).not.toHaveLength(0)
    }
  })

  it('has a sample within its choices', () => {
    const valuesAt = (value: unknown, [key, ...rest]: string[]): unknown[] => {
      if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, [key ?? '', ...rest]))
      if (typeof value !== 'object' || value === null || key === undefined) return []
      const inner = (value as Record<string, unknown>)[key]
      return rest.length > 0 ? valuesAt(inner, rest) : inner === undefined ? [] : [inner]
    }
    for (const { path, schema: field } of fields) {
      if (!field.enum) continue
      for (const value of valuesAt(template.sample, path.split('.')))
        expect(field.enum, path).toContain(value)
    }
  })
})
