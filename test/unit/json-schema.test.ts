import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hoisted } from '../../src/http/openapi/json-schema'
import { jsonSchema } from '../../src/http/openapi/operation'

describe('a schema of the description', () => {
  it('has no null, no false and no empty default, which generators of clients stumble over', () => {
    const schema = jsonSchema(
      z.strictObject({
        color: z.tuple([z.number(), z.number()]),
        background: z.tuple([z.string(), z.number()]).optional(),
        sample: z.record(z.string(), z.unknown()).default({}),
        one: z.enum(['a', 'b']).default('a'),
      }),
    )
    expect(schema).toMatchObject({
      required: ['color'],
      properties: {
        color: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
        background: {
          prefixItems: [{ type: 'string' }, { type: 'number' }],
          items: { type: 'number' },
          minItems: 2,
          maxItems: 2,
        },
        one: { type: 'string', enum: ['a', 'b'], default: 'a' },
      },
    })
    expect(schema.properties).not.toHaveProperty('color.prefixItems')
    expect(schema.properties).not.toHaveProperty('sample.default')
  })

  it('is a reference to its definition if it has a name, at the root too', () => {
    const named = z.object({ a: z.string() }).meta({ id: 'Named' })
    expect(jsonSchema(named)).toMatchObject({
      $ref: '#/$defs/Named',
      $defs: { Named: { type: 'object', properties: { a: { type: 'string' } } } },
    })
  })
})

describe('definitions inside a path', () => {
  it('move to where references of the whole document find them', () => {
    const inner = { $ref: '#/$defs/Tree', $defs: { Tree: { items: { $ref: '#/$defs/Tree' } } } }
    expect(hoisted({ '/a': { post: { schema: inner } } })).toEqual({
      described: { '/a': { post: { schema: { $ref: '#/components/schemas/Tree' } } } },
      schemas: { Tree: { items: { $ref: '#/components/schemas/Tree' } } },
    })
  })

  it('must not share a name', () => {
    const named = (type: string) => ({ $ref: '#/$defs/Tree', $defs: { Tree: { type } } })
    expect(() => hoisted({ a: named('string'), b: named('number') })).toThrow('Tree')
  })
})
