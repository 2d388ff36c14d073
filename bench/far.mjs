/** Round trips to a browser that is far, and what they cost, for each kind of request; written to `docs/performance.md`. */
import { farKinds } from './documents.mjs'
import { withFarBrowser } from './far-browser.mjs'
import { transform } from './light-client.mjs'
import { report } from './performance-page.mjs'
import { median, timed } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)

const trips = await withFarBrowser(async (far) => {
  const key = await far.account({ plan: 'Max', credits: 1_000_000 })
  const rows = []
  for (const { name, ...request } of farKinds) {
    const print = () => transform(far.origin, key, request)
    const times = []
    await print()
    for (let round = 0; round < rounds; round++) times.push(await timed(print))
    const [counted] = far.output().match(/"round_trips":\d+(?![\s\S]*"round_trips")/) ?? []
    rows.push([name, Number(counted?.split(':')[1]), Math.round(median(times))])
  }
  return rows
})
report('When the browser is far', [
  'Round trips to the browser, one after the other, without those for files that the document loads; and the time of one caller when each takes 40 milliseconds. `test/exhaustive/round-trips.test.ts` holds them to these numbers.',
  [['document', 'round trips', 'ms'], ...trips],
])
