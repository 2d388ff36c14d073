/** Pages that are bad on paper, in ways that `expected.json` names, and good ones, through the front door. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PdfOptions } from '../../../src/document-options'
import type { Kind } from '../../../src/in-page/findings'
import type { OptimizationReport } from '../../../src/optimize/summary'
import expectations from '../../fixtures/print/expected.json'
import { samePixels } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { get, render, richAccount } from '../../support/service'

type Expected = { finds: Kind[]; repairs: Kind[]; options?: PdfOptions }

const bad = named(
  import.meta.glob<string>('../../fixtures/print/bad/*.html', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const good = named(
  import.meta.glob<string>('../../fixtures/print/good/*.html', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const expected = expectations as unknown as Record<string, Expected>

function named(files: Record<string, string>): [string, string][] {
  return Object.entries(files).map(([path, html]) => [path.replace(/^.*\//, ''), html])
}

/** Renders with goCreditMode and reads the report back from the task. */
async function optimised(html: string, options: PdfOptions = {}) {
  const rendered = await render(html, { goCreditMode: true, options })
  const status = await get(await richAccount(), `/v1/status/${rendered.headers.get('x-task-id')}`)
  const { optimization, warnings } = await status.json<{
    optimization: OptimizationReport
    warnings?: string[]
  }>()
  return { ...rendered, report: optimization, warnings }
}

beforeAll(() => applySchema())

describe('a page that is bad on paper', () => {
  const unrepaired: string[] = []
  let repairable = 0

  it.concurrent.each(bad)('%s: what is wrong is found, and nothing gets worse', async (name, html) => {
    const { finds, repairs, options } = expected[name] as Expected
    const [plain, { report, pages, warnings }] = await Promise.all([
      render(html, { options }),
      optimised(html, options),
    ])
    expect(Object.keys(report.found)).toEqual(expect.arrayContaining(finds))
    expect(report.score.after).toBeGreaterThanOrEqual(report.score.before)
    expect(warnings?.filter((text) => text.startsWith('goCreditMode')) ?? []).toEqual([])
    // The columns that stand in for pages are as many as Chromium printed.
    if (report.pages) {
      expect(plain.pages).toHaveLength(report.pages.before)
      expect(pages).toHaveLength(report.pages.after)
    }
    repairable += repairs.length
    unrepaired.push(...repairs.filter((kind) => report.left[kind]).map((kind) => `${name}: ${kind}`))
  })

  it('is repaired by rules alone in nine of ten of its faults', () => {
    expect(repairable).toBeGreaterThan(80)
    expect(unrepaired.length, unrepaired.join('\n')).toBeLessThanOrEqual(repairable / 10)
  })
})

describe('a good document', () => {
  it.concurrent.each(good)('%s is printed as it is, to the pixel', async (name, html) => {
    const { options } = expected[name] ?? {}
    const [plain, looked] = await Promise.all([render(html, { options }), optimised(html, options)])
    expect(looked.report.repaired).toEqual([])
    expect(await samePixels(plain.bytes, looked.bytes)).toBe(true)
  })
})
