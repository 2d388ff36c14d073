/** From `npm start` with nothing but an installation to the first PDF. Wanted: within 10 s. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../scripts/browser.mjs'
import { launchService, table } from './service.mjs'

fs.rmSync(path.join(root, '.wrangler', 'browser'), { recursive: true, force: true })
const start = performance.now()
const service = await launchService({}, { fresh: true })
try {
  const key = /plt_live_\w+/.exec(service.output())?.[0] ?? ''
  const up = performance.now() - start
  const answer = await fetch(`${service.origin}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ html: '<h1>First</h1>' }),
  })
  const pdf = Buffer.from(await answer.arrayBuffer())
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`no PDF: ${answer.status}`)
  table('First PDF after npm start, browser unpacked anew', [
    ['', 's', 'wanted'],
    ['service up', up / 1000, ''],
    ['first PDF', (performance.now() - start) / 1000, '<= 10'],
  ])
} finally {
  await service.stop()
}
