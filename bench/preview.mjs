/**
 * What an editor waits for: previews of an invoice that is edited, in one session of one account, as a PDF and as a picture,
 * against the floor (puppeteer-core, a warm browser of the same binary with a fresh context for every document, untagged);
 * the picture of a stored page; and a picture in place of a PDF. In turns, so that all meet the same machine.
 * `ROUNDS` of each.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import puppeteer from 'puppeteer-core'
import { documents } from './documents.mjs'
import { launchService, median, pause, percentile, printAtFloor, table, timed } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 40)
const WARM_UP = Math.min(15, rounds)
/** A4 at 100 dpi, in pixels. */
const WIDTH = 827

const [{ html: invoice }] = documents
const { sample } = templateOf('invoice/classic')
const service = await launchService({}, { ownState: true })
const browser = await puppeteer.launch({ executablePath: service.chrome, headless: 'shell' })
try {
  const key = await service.account({ plan: 'Max', credits: 1_000_000 })
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const ask = async (address, body) => {
    const answer = await fetch(`${service.origin}${address}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) throw new Error(`${answer.status} ${bytes}`)
    return answer
  }
  const preview = (endpoint, request, more = {}) =>
    ask('/v1/preview', { session: 'bench', endpoint, request, ...more })
  const options = { paper: 'A4', tagged: false }
  const made = async (more) => await ask('/v1/transform', { html: edited(0), goCreditMode: false, ...more })
  const taskId = (await made({ options })).headers.get('x-task-id')
  const kinds = {
    floor: (n) => printAtFloor(browser, edited(n)),
    'preview of HTML, PDF': (n) => preview('transform', { html: edited(n) }),
    'preview of HTML, picture': (n) => preview('transform', { html: edited(n) }, { output: 'png', dpi: 100 }),
    'preview of a template, PDF': (n) =>
      preview('generate', { template_id: 'invoice/classic', data: { ...sample, number: `${n}` } }),
    // No two alike: a browser that has one of them asks with its ETag.
    'picture of a stored page': (n) => ask(`/v1/status/${taskId}/pages/1.png?width=${WIDTH + (n % 2)}`),
    'transform, PDF': () => made({ options }),
    'transform, picture': () => made({ output: 'png', dpi: 100 }),
  }
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (let n = 0; n < WARM_UP + rounds; n++) {
    for (const [name, work] of Object.entries(kinds)) {
      const ms = await timed(() => work(n))
      if (n >= WARM_UP) times[name].push(ms)
      await pause(40)
    }
  }
  const p50 = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, median(ms)]))
  const wanted = {
    'preview of HTML, PDF': '<= 0.5',
    'picture of a stored page': '<= 60 ms',
    'transform, picture': '<= 1.3 of the PDF',
  }
  table(`What an editor waits for (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores)`, [
    ['', 'p50 ms', 'p95 ms', 'of the floor', 'wanted'],
    ...Object.entries(times).map(([name, ms]) => [
      name,
      p50[name],
      percentile(ms, 95),
      p50[name] / p50.floor,
      wanted[name] ?? '',
    ]),
  ])
  console.log(
    `  a picture takes ${(p50['transform, picture'] / p50['transform, PDF']).toFixed(2)} of the PDF's time`,
  )
} finally {
  await browser.close()
  await service.stop()
}

/** The invoice as it is after the `n`-th edit. */
function edited(n) {
  return invoice.replace('</body>', `<p>Edit ${n}</p></body>`)
}

function templateOf(id) {
  const folder = path.join(import.meta.dirname, '../templates', id)
  return { sample: JSON.parse(fs.readFileSync(path.join(folder, 'sample.json'), 'utf8')) }
}
