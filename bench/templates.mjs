/**
 * What templates cost: Liquid for an invoice of 20 lines in an isolate that has rendered before, and `generate`
 * against `transform` of the same HTML, interleaved in one run so that both meet the same machine.
 */
import os from 'node:os'
import { templateRenderer } from '../scripts/template-renderer.mjs'
import { launchService, median, pause, percentile, table, timed } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 60)
const template_id = 'invoice/classic'

const { templates, html, close } = await templateRenderer()
await close()
const template = templates.find(({ id }) => id === template_id)
const [line] = template.sample.lines
const lines = Array.from({ length: 20 }, (_, index) => ({
  ...line,
  name: `Line ${index + 1}`,
  quantity: index + 1,
}))
const data = { ...template.sample, lines }

for (let i = 0; i < 50; i++) await html(template, data)
const liquid = []
const before = process.cpuUsage()
for (let i = 0; i < 300; i++) liquid.push(await timed(() => html(template, data)))
const { user, system } = process.cpuUsage(before)

const service = await launchService()
try {
  const key = await service.account({ plan: 'Max', credits: 1_000_000 })
  const post = async (path, body) => {
    const answer = await fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${answer.status} ${Buffer.from(bytes)}`)
  }
  const options = { prefer_css_page_size: true }
  const same = await html(template, data)
  const generate = () => post('/v1/generate', { template_id, data })
  const transform = () => post('/v1/transform', { html: same, options, goCreditMode: false })
  for (let i = 0; i < 10; i++) {
    await generate()
    await transform()
  }
  const times = { generate: [], transform: [] }
  for (let i = 0; i < rounds; i++) {
    times.generate.push(await timed(generate))
    await pause(40)
    times.transform.push(await timed(transform))
    await pause(40)
  }
  const p50 = { generate: median(times.generate), transform: median(times.transform) }
  table(`Invoice of 20 lines (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores)`, [
    ['', 'ms', 'against', 'ratio', 'wanted'],
    ['Liquid to HTML, p50', median(liquid), '', '', '<= 3 ms'],
    ['Liquid to HTML, p95', percentile(liquid, 95), '', '', ''],
    ['Liquid to HTML, CPU', (user + system) / 1000 / liquid.length, '', '', ''],
    [
      'generate, p50; transform of the same HTML',
      p50.generate,
      p50.transform,
      p50.generate / p50.transform,
      '<= 1.15',
    ],
  ])
} finally {
  await service.stop()
}
