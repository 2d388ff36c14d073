import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { descriptionOf } from '../../src/http/route'

/** What is no operation of the API: signed addresses of files, and what is about the API itself. */
const NOT_DESCRIBED = [
  'GET /files/:task_id/:name',
  'GET /files/*',
  'GET /openapi.json',
  'GET /problems/:code',
]

type Operation = { operationId: string; parameters?: { name: string }[]; responses: Record<string, unknown> }

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

  it('tells of a repeat’s 409, 410 and 422 wherever an Idempotency-Key is taken, and that is every POST', async () => {
    const response = await SELF.fetch('http://127.0.0.1/openapi.json')
    const { paths } = await response.json<{ paths: Record<string, { post?: Operation }> }>()
    const posts = Object.entries(paths).flatMap(([path, { post }]) =>
      post && path.startsWith('/v1/') ? [post] : [],
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
})
