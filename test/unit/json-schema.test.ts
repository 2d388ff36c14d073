import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hoisted, nullsAllowed } from '../../src/http/openapi/json-schema'
import { requestSchema } from '../../src/http/openapi/operation'

describe('the schema of a request', () => {
  it('allows null where a field may be left out, at any depth, and nowhere else', () => {
    const schema = requestSchema(
      z.strictObject({
        must: z.string(),
        may: z.string().max(5).optional(),
        one: z.enum(['a', 'b']).optional(),
        yes: z.literal(true).optional(),
        either: z.union([z.string(), z.number()]).optional(),
        list: z.array(z.strictObject({ inner: z.int().min(1).max(9).optional() })).optional(),
        free: z.record(z.string(), z.unknown()),
      }),
    )
    expect(schema).toMatchObject({
      required: ['must', 'free'],
      properties: {
        must: { type: 'string' },
        may: { type: ['string', 'null'], maxLength: 5 },
        one: { type: ['string', 'null'], enum: ['a', 'b', null] },
        yes: { anyOf: [{ type: 'boolean', const: true }, { type: 'null' }] },
        either: { anyOf: [{ type: ['string', 'number'] }, { type: 'null' }] },
        list: { type: ['array', 'null'], items: { properties: { inner: { type: ['integer', 'null'] } } } },
        free: { type: 'object' },
      },
    })
  })

  it('is made without touching the one it is made of', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    nullsAllowed(schema)
    expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })
})

describe('definitions inside a path', () => {
  it('move to where references of the whole document find them', () => {
    const inner = { $ref: '#/$defs/Tree', $defs: { Tree: { items: { $ref: '#/$defs/Tree' } } } }
    expect(hoisted({ '/a': { post: { schema: inner } } })).toEqual({
      paths: { '/a': { post: { schema: { $ref: '#/components/schemas/Tree' } } } },
      schemas: { Tree: { items: { $ref: '#/components/schemas/Tree' } } },
    })
  })
})
