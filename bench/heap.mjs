/**
 * What the Worker's isolate holds in the worst scenarios, read through workerd's inspector: the live JavaScript heap and
 * the bytes of its buffers, after a collection of garbage, some ten times a second. Locally one isolate has it all:
 * requests, accounts, pool and queued work, which are several on Cloudflare, of 128 MB each. What lives for less than one
 * turn of the isolate is not seen. `SCENARIOS=bodies,headers` takes some alone. Ends with 1 if one holds 100 MB or more.
 */
import { createServer } from 'node:http'
import { blendingPage } from './attack-files.mjs'
import { openInspector } from './inspector.mjs'
import { noise } from './pictures.mjs'
import { freePort, launchService, pause, table } from './service.mjs'

const MAX_MEGABYTES = 100
const { SCENARIOS } = process.env

const picture = noise(600, 580, 0)
const files = createServer((_, response) => response.setHeader('content-type', 'image/png').end(picture))
await new Promise((done) => files.listen(0, '127.0.0.1', () => done(undefined)))
const { port } = /** @type {import('node:net').AddressInfo} */ (files.address())
const address = `http://127.0.0.1:${port}`
const inspectorPort = await freePort()
const service = await launchService(
  { INSPECTOR_PORT: String(inspectorPort), ALLOW_HOSTS: `127.0.0.1:${port}` },
  { ownState: true },
)

const filler = `<p>x</p><!--${'x'.repeat(9_500_000)}-->`
const words = '<p>Some words of a paragraph, to fill it.</p>'
const images = (count) =>
  Array.from({ length: count }, (_, n) => `<img src="${address}/${n}.png" width="20">`).join('')
/** @returns {[string, object]} */
const transform = (body) => ['/v1/transform', { goCreditMode: false, ...body }]
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n))
const archive = {
  files: [blendingPage(30)],
  options: { pdf_format: 'PDF/A-1b', compress: true },
}
/**
 * Requests that are sent at once, each of an account of its own.
 * @type {Record<string, [path: string, body: object][]>}
 */
const scenarios = {
  idle: [],
  'one document': [transform({ html: words })],
  bodies: times(3, () => transform({ html: filler })),
  'queued bodies': times(5, () => transform({ html: filler, async_mode: true })),
  'files of pages': times(3, () => transform({ html: images(30) })),
  headers: times(4, () =>
    transform({
      html: words,
      options: { header_html: images(20).replaceAll(/\d+\.png/g, 'one.png'), margin_top: 1.2 },
    }),
  ),
  'long documents': times(4, () => transform({ html: words.repeat(20_000) })),
  archives: times(2, () => ['/v1/finish', archive]),
  batches: times(2, () => [
    '/v1/batch',
    {
      endpoint: 'transform',
      entries: times(10, () => ({ html: words.repeat(20_000), goCreditMode: false })),
    },
  ]),
}

const inspector = await openInspector(inspectorPort)
/** @type {(string | number)[][]} */
const rows = [['scenario', 'heap MB', 'buffers MB', 'together MB', 'answers']]
try {
  for (const [name, requests] of /** @type {[string, [string, object][]][]} */ ([
    ...Object.entries(scenarios),
    ['all at once', Object.values(scenarios).flat()],
  ])) {
    if (SCENARIOS && !SCENARIOS.split(',').includes(name)) continue
    /** @type {(string | number)[]} */
    const row = [name, ...(await measure(requests))]
    rows.push(row)
    console.log(row.join('  '))
  }
  table(`Live memory of the isolate (wanted: less than ${MAX_MEGABYTES} MB)`, rows)
  if (rows.slice(1).some(([, , , together]) => Number(together) >= MAX_MEGABYTES)) process.exitCode = 1
} finally {
  inspector.close()
  files.close()
  await service.stop()
}

/** The most that is held while requests are worked on, their queued tasks included. */
async function measure(requests) {
  const most = { heap: 0, buffers: 0, together: 0 }
  const statuses = {}
  let left = requests.length
  const sending = requests.map(async ([path, body]) => {
    const status = await send(path, body)
    statuses[status] = (statuses[status] ?? 0) + 1
    left--
  })
  do {
    const { heap, buffers } = await inspector.usage()
    if (heap + buffers > most.together) Object.assign(most, { heap, buffers, together: heap + buffers })
    await pause(50)
  } while (left > 0)
  await Promise.all(sending)
  return [most.heap, most.buffers, most.together, Object.entries(statuses).map(String).join(' ')]
}

/** Sends a request of a new account, and waits until all of it is done. */
async function send(path, body) {
  const key = await service.account({ plan: 'Max', credits: 100_000 })
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 202) return answer.status
  const { task_id, tasks = [{ task_id }] } = JSON.parse(text)
  for (const task of tasks)
    while (true) {
      const status = await fetch(`${service.origin}/v1/status/${task.task_id}?wait=20`, { headers })
      if (!['pending', 'processing'].includes((await status.json()).status)) break
    }
  return 202
}
