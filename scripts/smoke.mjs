/**
 * `npm run smoke:remote -- URL`: a document of each template and more through a deployed service, and what
 * only the platform can show: its browser, guardrails, limits, round trips, and how its pages differ from the goldens.
 * Needs ADMIN_TOKEN. Ends with 1 if a document is wrong.
 */
import { runSmokeTest } from './smoke/run.mjs'

const [url] = process.argv.slice(2)
const adminToken = process.env.ADMIN_TOKEN
if (!url || !URL.canParse(url) || !adminToken) {
  console.error('ADMIN_TOKEN=… npm run smoke:remote -- https://platen.example')
  process.exit(2)
}
const report = await runSmokeTest({ url: new URL(url).origin, adminToken })
for (const line of linesOf(report)) console.log(line)
process.exit(report.failures.length === 0 ? 0 : 1)

function linesOf({ passed, failures, differences, health, browser, milliseconds }) {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return [
    `${passed} of ${passed + failures.length} documents are right`,
    ...failures.map((line) => `  wrong: ${line}`),
    ...(sorted.length > 0
      ? [`time from here: median ${middle(sorted)} ms, longest ${sorted.at(-1)} ms`]
      : []),
    ...(health ? [`version ${health.version || 'unknown'}: ${JSON.stringify(health.checks)}`] : []),
    ...(browser ? browserLines(browser, passed > 0) : []),
    `${differences.length} pages differ from the goldens${differences.length > 0 ? ' (the fonts of its browser may be others):' : ''}`,
    ...differences.map((line) => `  ${line}`),
  ]
}

function browserLines({ version, guardrails, round_trip_ms, limits }, printed) {
  const agree = printed ? 'documents are printed with it' : 'nothing was printed'
  return [
    `browser ${version}`,
    `guardrails ${guardrails}: ${agree}`,
    `round trip from pool to browser: ${round_trip_ms} ms`,
    limits ? `limits ${JSON.stringify(limits)}` : 'limits: not told by this platform',
  ]
}

function middle(sorted) {
  return sorted[Math.floor(sorted.length / 2)]
}
