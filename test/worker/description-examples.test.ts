/** The examples of the OpenAPI description: every body has one, and it is what the body's schema allows. */
import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parserOf } from '../support/described'

type Schema = Record<string, unknown>
type Example = { value: unknown } | { $ref: string }
type Media = { schema: Schema; example?: unknown; examples?: Record<string, Example> }
type Body = { content?: Record<string, Media> }
type Operation = { requestBody?: Body; responses: Record<string, Body> }
type Api = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema & { examples?: unknown[] }>
    examples: Record<string, { value: unknown }>
  }
}

let api: Api
/** Each body of the description by its place: `post /v1/transform 200 application/json`. */
let bodies: Map<string, Media>

beforeAll(async () => {
  const response = await SELF.fetch('http://127.0.0.1/openapi.json')
  api = await response.json<Api>()
  const operations = Object.entries({ ...api.paths, ...api.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  )
  bodies = new Map(
    operations.flatMap(([name, { requestBody = {}, responses }]) =>
      Object.entries({ request: requestBody, ...responses }).flatMap(([part, { content = {} }]) =>
        Object.entries(content).map(([type, media]) => [`${name} ${part} ${type}`, media] as const),
      ),
    ),
  )
})

/** The examples of a body, with those that it refers to. */
function examplesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(shownBy)]
}

function shownBy(example: Example): unknown {
  if ('value' in example) return example.value
  return api.components.examples[example.$ref.replace('#/components/examples/', '')]?.value
}

function faultOf(schema: Schema, value: unknown): string | undefined {
  const { error } = parserOf(schema).safeParse(value)
  return error && z.prettifyError(error)
}

describe('the description', () => {
  it('has an example of every body that is no file, in requests and responses', () => {
    const isFile = ({ schema }: Media) => schema.format === 'binary'
    const silent = [...bodies].filter(([, media]) => !isFile(media) && examplesOf(media).length === 0)
    expect(silent.map(([place]) => place)).toEqual([])
    expect(bodies.size).toBeGreaterThan(300)
    expect([...bodies].filter(([, media]) => isFile(media)).map(([place]) => place.split(' ')[3])).toEqual(
      expect.arrayContaining(['application/pdf', 'application/zip', 'image/png']),
    )
  })

  it('has no example that its schema does not allow', () => {
    const faults = [...bodies].flatMap(([place, media]) =>
      examplesOf(media).flatMap((example) => {
        const fault = faultOf(media.schema, example)
        return fault === undefined ? [] : [`${place}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  it('has no example of a named schema that the schema does not allow', () => {
    const examples = Object.entries(api.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => [name, example] as const),
    )
    expect(examples.length).toBeGreaterThan(3)
    const faults = examples.flatMap(([name, example]) => {
      const fault = faultOf({ $ref: `#/components/schemas/${name}` }, example)
      return fault === undefined ? [] : [`${name}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('shows each problem under its code and status', () => {
    for (const [place, media] of bodies) {
      const [, , status, type] = place.split(' ')
      if (type !== 'application/problem+json') continue
      for (const [code, example] of Object.entries(media.examples ?? {})) {
        expect(shownBy(example), place).toMatchObject({
          code,
          status: Number(status),
          type: `/problems/${code}`,
        })
      }
    }
  })
})
