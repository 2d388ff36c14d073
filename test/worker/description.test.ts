import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import overview from '../../docs/reference/api.md?raw'
import { app } from '../../src/app'
import { descriptionOf } from '../../src/http/route'

/** What is no operation of the API: signed addresses of files, what is about the API itself, and another protocol. */
const NOT_DESCRIBED = [
  'GET /files/:task_id/:name',
  'GET /files/*',
  'GET /openapi.json',
  'GET /problems/:code',
  'POST /mcp',
]

type Field = { description?: string; $ref?: string }
type Operation = {
  operationId: string
  tags?: string[]
  parameters?: (Field & { name: string })[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}
type Described = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Field> }
}

describe('the description', () => {
  it('has every route of the service, and no other', async () => {
    const routes = app.routes.filter(({ method }) => method !== 'ALL')
    const undescribed = routes.filter(({ handler }) => !descriptionOf(handler))
    expect(undescribed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(NOT_DESCRIBED.sort())
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths } = await response.json<{ paths: Record<string, Record<string, Operation>> }>()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(routes.length - NOT_DESCRIBED.length)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is of nothing that the overview of the docs leaves out', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths } = await response.json<Described>()
    const rooms = Object.keys(paths).map((path) => path.split('/').slice(0, 3).join('/'))
    expect(rooms.filter((room) => room.startsWith('/v1/') && !overview.includes(room))).toEqual([])
  })

  it('tells of a repeat’s 409, 410 and 422 wherever an Idempotency-Key is taken, and that is every POST that makes something but a key', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths } = await response.json<{ paths: Record<string, { post?: Operation }> }>()
    const posts = Object.entries(paths).flatMap(([path, { post }]) =>
      post &&
      path.startsWith('/v1/') &&
      !['/v1/preview', '/v1/try'].includes(path) &&
      !path.startsWith('/v1/keys')
        ? [post]
        : [],
    )
    expect(posts.length).toBeGreaterThan(6)
    for (const { operationId, parameters = [], responses } of posts) {
      expect(
        parameters.map(({ name }) => name),
        operationId,
      ).toContain('Idempotency-Key')
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['409', '410', '422']))
    }
  })

  it('tells of the 504 of work whose time ran out, codes included', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths } = await response.json<{ paths: Record<string, { post?: Operation }> }>()
    for (const path of ['/v1/transform', '/v1/generate', '/v1/studio/{slug}', '/v1/qrcode']) {
      expect(Object.keys(paths[path]?.post?.responses ?? {}), path).toContain('504')
    }
  })

  it('groups its operations by tags, those of customers first and the operator’s last', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths, tags } = await response.json<{
      paths: Record<string, Record<string, Operation>>
      tags: { name: string }[]
    }>()
    const names = tags.map(({ name }) => name)
    const places = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => {
        expect(operation.tags, `${path} belongs into src/http/openapi/tag-list.ts`).toHaveLength(1)
        return names.indexOf(operation.tags?.[0] ?? '')
      }),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Object.keys(paths)[0]).toBe('/v1/transform')
  })

  it('says what each field and parameter is, and shows each body by an example', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const description = await response.json<Described>()
    const { schemas } = description.components
    const isSaid = ({ description, $ref = '' }: Field) =>
      (description ?? schemas[$ref.replace('#/components/schemas/', '')]?.description ?? '').length > 2
    const silent: string[] = []
    let count = 0
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      const { properties } = value as { properties?: Record<string, Field> }
      for (const [name, field] of Object.entries(Array.isArray(value) ? {} : (properties ?? {}))) {
        // A variable called `properties` is a field itself.
        if (place.endsWith('/properties')) break
        count++
        if (!isSaid(field)) silent.push(`${place}/${name}`)
      }
      for (const [keyword, inner] of Object.entries(value)) {
        if (!['example', 'examples', 'default', 'enum'].includes(keyword)) visit(inner, `${place}/${keyword}`)
      }
    }
    visit(description, '')
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        count += parameters.length
        for (const parameter of parameters)
          if (!isSaid(parameter)) silent.push(`${method} ${path} ${parameter.name}`)
        const json = requestBody?.content['application/json']
        if (json && json.example === undefined) silent.push(`${method} ${path} has no example`)
      }
    }
    expect(silent).toEqual([])
    expect(count).toBeGreaterThan(900)
  })

  it('names its schemas, and refers to none that it does not have', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const text = await response.text()
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } }
    const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
    expect(new Set(referred)).toEqual(new Set(Object.keys(components.schemas)))
    expect(text).not.toContain('$defs')
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['TransformRequest', 'Task', 'Batch', 'Invoice', 'Account', 'WebhookEvent']),
    )
  })
})
