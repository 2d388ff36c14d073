/**
 * What the service logs stays in the workerd, and is handed to vitest only of a test that failed: to hand over each line
 * takes a tenth of the suites' time.
 */
import { beforeEach } from 'vitest'

type Print = (...words: unknown[]) => void
type Kept = Print & { prints?: Print }

const MAX_LINES = 1_000
const lines: { print: Print; words: unknown[] }[] = []
let count = 0

for (const method of ['log', 'error'] as const) {
  // Test files take turns in one workerd, which may have been made quiet for another one.
  const { prints: print = console[method] }: Kept = console[method]
  const keep: Kept = (...words) => {
    count++
    lines.push({ print, words })
    if (lines.length > MAX_LINES) lines.shift()
  }
  console[method] = Object.assign(keep, { prints: print })
}

beforeEach(({ onTestFailed }) => {
  const before = count
  onTestFailed(() => {
    const own = Math.min(count - before, lines.length)
    if (own > 0) for (const { print, words } of lines.splice(-own)) print(...words)
  })
})
