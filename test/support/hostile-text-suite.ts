/**
 * Whatever text a caller puts into whatever field, it is read in time linear in its length. Fields are found by
 * walking the schemas, filters by asking the engine, so that a new one is tested by itself. A test file that takes this
 * in mocks `cloudflare:workers`: a route's module also imports the classes of Durable Objects, which only workerd has.
 */
import { Liquid } from 'liquidjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readKey } from '../../src/accounts/api-keys'
import { app } from '../../src/app'
import { descriptionOf } from '../../src/http/route'
import { parseShape } from '../../src/http/validation'
import { checkAddress } from '../../src/net/address'
import { createEngine } from '../../src/templates/engine'
import { registerFilters } from '../../src/templates/filters/register'
import { localeOf } from '../../src/templates/locale'
import { parseJson } from '../../src/text/json'
import type { HostileShapes } from './hostile-shapes'
import { findSlowness, type Reader } from './slowness'
import { fieldName, fillFields, groupFields, jsonSchemaOf, type TextField, textFields } from './text-fields'

/** The schemas of what each route reads, by name. */
const schemas = app.routes
  .flatMap(({ handler }): [string, z.ZodType | undefined][] => {
    const { operationId, body, query, path } = descriptionOf(handler) ?? {}
    return [
      [`${operationId} body`, body],
      [`${operationId} query`, query],
      [`${operationId} path`, path && z.object(path)],
    ]
  })
  .filter((entry): entry is [string, z.ZodType] => entry[1] !== undefined)

/** Options that several requests share are left to the first of them. */
const shared = new Set<string>()

/** Name and schema of what each route reads, and where a text can stand in it. */
export const placed = schemas.map(([name, schema]): [string, z.ZodType, TextField[]] => {
  const options = JSON.stringify(jsonSchemaOf(schema).properties?.options)
  const isKnown = shared.has(options)
  shared.add(options)
  return [name, schema, textFields(schema).filter(([key]) => !(isKnown && key === 'options'))]
})

/**
 * The fields that are slow to read with one of the shapes in them, of up to `maxLength` characters. Fills all at once,
 * and each only if that is slow.
 */
export function findSlowFields(
  schema: z.ZodType,
  fields: TextField[],
  shapes: HostileShapes,
  maxLength?: number,
): string[] {
  const reader = (some: TextField[]) => (text: string) => parseShape(schema, fillFields(some, text))
  return groupFields(fields)
    .filter((group) => findSlowness(reader(group), shapes, maxLength))
    .flatMap((group) =>
      group.flatMap((field) => {
        const slowness = findSlowness(reader([field]), shapes, maxLength)
        return slowness ? [`${fieldName(field)}: ${slowness}`] : []
      }),
    )
}

/** Feeds the shapes to each field, each filter and each parser. */
export function hostileTextSuite(shapes: HostileShapes) {
  describe('every field of every request', () => {
    it.each(placed)('is read in linear time: %s', { timeout: 120_000 }, (_, schema, fields) => {
      expect(findSlowFields(schema, fields, shapes)).toEqual([])
    })
  })

  describe('what is made of texts', () => {
    const engine = createEngine({})
    const globals = { locale: localeOf({}, ['en']), words: {}, data: {} }
    const plain = new Liquid()
    registerFilters(plain)

    it.each(Object.keys(plain.filters))('the filter %s takes linear time', { timeout: 120_000 }, (name) => {
      const page = engine.compile(`{{ a | ${name} }}{{ a | ${name}: a, a }}`, '/page')
      const read = (a: string) => engine.render(page, { a }, {}, globals).advance(Number.POSITIVE_INFINITY)
      expect(findSlowness(read, shapes, 10_000)).toBe(undefined)
    })

    it.each<[string, Reader]>([
      ['a body of JSON', parseJson],
      ['a text in JSON', (text) => parseJson(JSON.stringify({ text }))],
      ['a key', (text) => readKey(text, ['secret'])],
      ['an address', (text) => checkAddress(`https://${text}`, { allowHosts: [], ownHosts: [] })],
      ['a template', (text) => engine.variables(engine.compile(text, '/page'))],
      ['an output', (text) => engine.compile(`{{ ${text} }}{% if ${text} %}{% endif %}`, '/page')],
    ])('%s takes linear time', { timeout: 120_000 }, (_, read) => {
      expect(findSlowness(read, shapes)).toBe(undefined)
    })
  })
}
