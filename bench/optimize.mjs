/**
 * What goCreditMode costs: the one-page invoice through HTTP with and without it, interleaved so that both meet the
 * same machine; and the audit alone on documents of more and more nodes (elements and texts), which must take time in
 * proportion.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openOptimizer } from '../scripts/optimizer.mjs'
import { launchService, median, pause, percentile, table } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 60)
const html = fs.readFileSync(path.join(import.meta.dirname, '../test/samples/invoice.html'), 'utf8')

const service = await launchService()
try {
  const key = await service.account({ plan: 'Max', credits: 1_000_000 })
  const render = async (goCreditMode) => {
    const started = performance.now()
    const answer = await fetch(`${service.origin}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html, goCreditMode }),
    })
    const body = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${answer.status} ${Buffer.from(body)}`)
    return performance.now() - started
  }
  const times = { without: [], with: [] }
  for (let round = -10; round < rounds; round++) {
    const without = await render(false)
    await pause(40)
    const withMode = await render(true)
    await pause(40)
    if (round < 0) continue
    times.without.push(without)
    times.with.push(withMode)
  }
  const p50 = { without: median(times.without), with: median(times.with) }
  table(
    `goCreditMode on the one-page invoice (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores)`,
    [
      ['', 'without', 'with', 'more', 'share', 'wanted'],
      [
        'p50 ms',
        p50.without,
        p50.with,
        p50.with - p50.without,
        p50.with / p50.without - 1,
        '<= 60 ms, <= 0.40',
      ],
      ['p95 ms', percentile(times.without, 95), percentile(times.with, 95), '', '', ''],
    ],
  )
} finally {
  await service.stop()
}

const optimizer = await openOptimizer()
try {
  const rows = []
  for (const nodes of [1_000, 10_000, 50_000, 100_000, 200_000]) {
    const looks = []
    for (let round = 0; round < 3; round++) looks.push(await optimizer.look(documentOf(nodes)))
    const ms = median(looks)
    rows.push([String(nodes), ms, (ms / nodes) * 1000, nodes === 100_000 ? '< 2000 ms' : ''])
  }
  table('One audit, by nodes, in time of the processor', [['nodes', 'ms', 'µs each', 'wanted'], ...rows])
} finally {
  await optimizer.close()
}

/** A long document without faults: headings, paragraphs and lists; eight elements and eight texts in each section. */
function documentOf(nodes) {
  const section =
    '<section><h2>Heading</h2><p>Some words of <b>text</b> and <i>more</i> of it.</p><ul><li>one</li><li>two</li></ul></section>'
  const body = section.repeat(Math.ceil(nodes / 16))
  return `<!doctype html><html lang="en"><title>Long</title><style>h2{break-after:avoid}</style><body>${body}</body></html>`
}
