/** What a look at a table, and its repair, leave in the browser that makes it slower with each row. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOptimizer } from '../../scripts/optimizer.mjs'

const COLUMNS = Array.from({ length: 24 }, (_, at) => at)
/** Counts the ranges that are made, each of which a browser looks at whenever a node goes. */
const COUNTING = `<script>
  var ranges = 0
  const { createRange } = Document.prototype
  Document.prototype.createRange = function () {
    ranges++
    return createRange.call(this)
  }
</script>`

function tableOf(rows: number): string {
  const line = (tag: string, row: number) =>
    `<tr>${COLUMNS.map((column) => `<${tag}>r${row}c${column} and&nbsp;words</${tag}>`).join('')}</tr>`
  const body = Array.from({ length: rows }, (_, row) => line('td', row)).join('')
  return `<!doctype html><html lang="en"><title>Tables</title>${COUNTING}<style>td{padding:8px}</style><table><thead>${line('th', 0)}</thead>${body}</table></html>`
}

let optimizer: Awaited<ReturnType<typeof openOptimizer>>
beforeAll(async () => {
  optimizer = await openOptimizer()
})
afterAll(() => optimizer.close())

it('a table of four times as many rows is split with no more ranges', async () => {
  const counts: unknown[] = []
  for (const rows of [30, 120]) {
    const { optimized, told } = await optimizer.print(
      tableOf(rows),
      {},
      true,
      ({ evaluate }: { evaluate: (text: string) => Promise<unknown> }) => evaluate('ranges'),
    )
    expect(optimized?.report.repaired).toContain('wide_table')
    counts.push(told)
  }
  const [few, many] = counts as [number, number]
  expect(few).toBeGreaterThan(0)
  // One for each layout in columns.
  expect(many).toBeLessThan(few + 10)
})
