/** Uses the types that openapi-typescript made from the description: one PDF, its address, one batch, one page of tasks. */
import createClient from 'openapi-fetch'
import type { components, paths } from './platen'

const [, , baseUrl = '', key = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } })

const body: components['schemas']['TransformRequest'] = { html: '<h1>Hello</h1>', options: { paper: 'A5' } }
const made = await client.POST('/v1/transform', { body, parseAs: 'arrayBuffer' })
if (!made.data) throw new Error(made.error.detail)
const magic = new TextDecoder().decode(made.data.slice(0, 4))

const linked = await client.POST('/v1/transform', { body: { html: '<h1>Hello</h1>', return_type: 'url' } })
const link = linked.data
if (typeof link !== 'object' || !('url' in link)) throw new Error('no address')

const batch = await client.POST('/v1/batch', {
  body: { endpoint: 'transform', entries: [{ html: '<h1>One</h1>' }] },
})
if (!batch.data || !('count' in batch.data)) throw new Error('no batch')
const tasks = await client.GET('/v1/tasks')
const known = (tasks.data?.tasks.length ?? 0) > 0
console.log(JSON.stringify([magic, URL.canParse(link.url), batch.data.count, known]))
