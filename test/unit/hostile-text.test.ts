/**
 * Whatever text a caller puts into whatever field, it is read in time linear in its length. Fields are found by
 * walking the schemas, filters by asking the engine, so that a new one is tested by itself.
 */
import { Liquid } from 'liquidjs'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readKey } from '../../src/accounts/keys'
import { descriptionOf } from '../../src/http/route'
import { parseShape } from '../../src/http/validation'
import { parseJson } from '../../src/json'
import { checkAddress } from '../../src/net/address'
import { createEngine } from '../../src/templates/engine'
import { registerFilters } from '../../src/templates/filters/register'
import { localeOf } from '../../src/templates/locale'
import { findSlowness, type Reader } from '../support/slowness'
import {
  fieldName,
  fillFields,
  groupFields,
  jsonSchemaOf,
  type TextField,
  textFields,
} from '../support/text-fields'

// A route's module also imports the classes of Durable Objects, which only workerd has.
vi.mock('cloudflare:workers', () => ({ DurableObject: class {}, RpcTarget: class {} }))

const { app } = await import('../../src/app')

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

/** Where a text can stand in each. Options that several requests share are left to the first of them. */
const shared = new Set<string>()
const placed = schemas.map(([name, schema]): [string, z.ZodType, TextField[]] => {
  const options = JSON.stringify(jsonSchemaOf(schema).properties?.options)
  const isKnown = shared.has(options)
  shared.add(options)
  return [name, schema, textFields(schema).filter(([key]) => !(isKnown && key === 'options'))]
})

/** Fills all fields at once, and looks for the one that is slow only if that is. */
function findSlowFields(schema: z.ZodType, fields: TextField[]): string[] {
  const reader = (some: TextField[]) => (text: string) => parseShape(schema, fillFields(some, text))
  return groupFields(fields)
    .filter((group) => findSlowness(reader(group)))
    .flatMap((group) =>
      group.flatMap((field) => {
        const slowness = findSlowness(reader([field]))
        return slowness ? [`${fieldName(field)}: ${slowness}`] : []
      }),
    )
}

describe('every field of every request', () => {
  it('is found', () => {
    const names = placed.flatMap(([name, , fields]) => fields.map((field) => `${name} ${fieldName(field)}`))
    expect(names).toEqual(
      expect.arrayContaining([
        'transform body /options/page_ranges',
        'transform body /options/attachments/0',
        'transform body /options/watermark',
        'transform body /options/watermark/text',
        'transform body /options/(name)',
        'qrcode body /lat',
        'createAccount body /name',
      ]),
    )
  })

  it.each(placed)('is read in linear time: %s', { timeout: 120_000 }, (_, schema, fields) => {
    expect(findSlowFields(schema, fields)).toEqual([])
  })

  it.each([
    ['quadratic', /\s+$/],
    ['exponential', /^(?: | )*$/],
  ])('would be named if its pattern were %s', { timeout: 120_000 }, (_, pattern) => {
    const schema = z.strictObject({ good: z.string(), bad: z.object({ deep: z.string().regex(pattern) }) })
    expect(findSlowFields(schema, textFields(schema))).toEqual([
      expect.stringMatching(/^\/bad\/deep: \d+ characters of /),
    ])
  })
})

describe('what is made of texts', () => {
  const engine = createEngine({})
  const globals = { locale: localeOf({}, ['en']), words: {}, data: {} }
  const plain = new Liquid()
  registerFilters(plain)

  it.each(Object.keys(plain.filters))('the filter %s takes linear time', { timeout: 120_000 }, (name) => {
    const page = engine.compile(`{{ a | ${name} }}{{ a | ${name}: a, a }}`, '/page')
    expect(findSlowness((a) => engine.render(page, { a }, {}, globals), 10_000)).toBe(undefined)
  })

  it.each<[string, Reader]>([
    ['a body of JSON', parseJson],
    ['a text in JSON', (text) => parseJson(JSON.stringify({ text }))],
    ['a key', (text) => readKey(text, ['secret'])],
    ['an address', (text) => checkAddress(`https://${text}`, { allowHosts: [], ownHosts: [] })],
    ['a template', (text) => engine.variables(engine.compile(text, '/page'))],
    ['an output', (text) => engine.compile(`{{ ${text} }}{% if ${text} %}{% endif %}`, '/page')],
  ])('%s takes linear time', { timeout: 120_000 }, (_, read) => {
    expect(findSlowness(read)).toBe(undefined)
  })
})
