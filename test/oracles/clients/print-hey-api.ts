/** Uses the client that @hey-api/openapi-ts made from the description: one PDF, its address, one batch, one page of tasks. */
import { createBatch, listTasks, transform } from './hey-api'
import { client } from './hey-api/client.gen'

const [, , baseUrl = '', key = ''] = process.argv
client.setConfig({ baseUrl, auth: key })

const made = await transform({ body: { html: '<h1>Hello</h1>', options: { paper: 'A5' } } })
if (!(made.data instanceof Blob)) throw new Error(made.error?.detail ?? 'no file')
const magic = await made.data.slice(0, 4).text()

const linked = await transform({ body: { html: '<h1>Hello</h1>', return_type: 'url' } })
if (!linked.data || !('url' in linked.data)) throw new Error('no address')

const batch = await createBatch({ body: { endpoint: 'transform', entries: [{ html: '<h1>One</h1>' }] } })
if (!batch.data || !('count' in batch.data)) throw new Error('no batch')
const tasks = await listTasks()
const known = (tasks.data?.tasks.length ?? 0) > 0
console.log(JSON.stringify([magic, URL.canParse(linked.data.url), batch.data.count, known]))
