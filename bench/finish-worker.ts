/** The Worker of `bench/finish.mjs`: finishing and nothing else, so that its process is its isolate's memory. */

import { loadJpegCodec } from '../src/pdf/compress/jpeg'
import { jpegModules } from '../src/pdf/compress/jpeg-modules'
import { finish } from '../src/pdf/finish-pdf'
import type { FinishPlan } from '../src/pdf/finish-plan'
import { createStandardFonts } from '../src/pdf/pdfa/fonts/standard-programs'
import { createRasterizer } from '../src/pdf/pdfa/raster'
import { engines } from '../src/pdf/pdfa/raster-engines'

export { Account } from '../src/accounts/account-object'
export { Pool } from '../src/browser/pool'
export { Dispatcher } from '../src/queue/dispatcher'
export { TaskRunner } from '../src/queue/task-runner'

const rasterise = createRasterizer(engines)
const standardFonts = createStandardFonts(engines.pdfium)
const table = new TextEncoder().encode('item,1,234.00\n'.repeat(7000))
const nothing: FinishPlan = {
  attachments: [],
  testStamp: false,
  properties: {},
  embed: [],
  compress: false,
}

export default {
  /** Finishes the body by the plan in the query; `merge=1` appends the document to itself, `embed=1` attaches 100 KB. */
  async fetch(request) {
    const query = new URL(request.url).searchParams
    const raw = await request.bytes()
    const plan: FinishPlan = { ...nothing, ...JSON.parse(query.get('plan') ?? '{}') }
    if (query.has('merge')) plan.attachments = [{ name: 'itself.pdf', pointer: '', bytes: raw }]
    if (query.has('embed')) plan.embed = [{ name: 'data.csv', type: 'text/csv', pointer: '', bytes: table }]
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const jpeg = () => loadJpegCodec(jpegModules)
    const started = performance.now()
    const { bytes, pages } = await finish(raw, plan, {
      now: new Date(),
      random,
      jpeg,
      rasterise,
      standardFonts,
      printLines: () => Promise.reject(new Error('there is no browser here')),
    })
    return Response.json({ ms: performance.now() - started, bytes: bytes.length, pages })
  },
} satisfies ExportedHandler<Env>
