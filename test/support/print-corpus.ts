/** Pages that print badly, with the faults that `expected.json` names, and pages that print well; and what is asserted of each. */
import { expect, vi } from 'vitest'
import type { PdfOptions } from '../../src/document-options'
import type { Kind } from '../../src/in-page/findings'
import type { OptimizationReport } from '../../src/optimize/summary'
import { TrialBudget } from '../../src/optimize/trial-budget'
import expectations from '../fixtures/print/expected.json'
import { samePixels } from './pixels'
import { get, render, richAccount } from './service'

type Expected = { finds: Kind[]; repairs: Kind[]; options?: PdfOptions }

const bad = byName(
  import.meta.glob<string>('../fixtures/print/bad/*.html', { query: '?raw', import: 'default', eager: true }),
)
const good = byName(
  import.meta.glob<string>('../fixtures/print/good/*.html', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const expected = expectations as unknown as Record<string, Expected>

/** File names of the pages, without a path. */
export const badPages = Object.keys(bad)
export const goodPages = Object.keys(good)

function byName(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, html]) => [path.replace(/^.*\//, ''), html]))
}

/** The faults that are named of a bad page. */
export function faultsOf(name: string): Kind[] {
  return expected[name]?.finds ?? []
}

/** Has each repair be tried however slow this machine is, until the returned function is called. */
export function giveTrialsTime(): () => void {
  const spy = vi.spyOn(TrialBudget.prototype, 'hasTime').mockReturnValue(true)
  return () => spy.mockRestore()
}

/** Its faults are found, and nothing gets worse. Returns which can be repaired by rules, and which of those were not. */
export async function checkBadPage(name: string): Promise<{ repairable: Kind[]; left: Kind[] }> {
  const { finds, repairs, options } = expected[name] as Expected
  const html = bad[name] ?? ''
  const [plain, { report, pages, warnings }] = await Promise.all([
    render(html, { options }),
    optimized(html, options),
  ])
  expect(Object.keys(report.found)).toEqual(expect.arrayContaining(finds))
  expect(report.score.after).toBeGreaterThanOrEqual(report.score.before)
  expect(warnings?.filter((text) => text.startsWith('goCreditMode')) ?? []).toEqual([])
  // The columns that stand in for pages are as many as Chromium printed.
  if (report.pages) {
    expect(plain.pages).toHaveLength(report.pages.before)
    expect(pages).toHaveLength(report.pages.after)
  }
  return { repairable: repairs, left: repairs.filter((kind) => report.left[kind]) }
}

/** A good page is printed as it is, to the pixel. */
export async function checkGoodPage(name: string): Promise<void> {
  const { options } = expected[name] ?? {}
  const html = good[name] ?? ''
  const [plain, audited] = await Promise.all([render(html, { options }), optimized(html, options)])
  expect(audited.report.repaired).toEqual([])
  expect(await samePixels(plain.bytes, audited.bytes)).toBe(true)
}

/** Renders with goCreditMode and reads the report back from the task. */
async function optimized(html: string, options: PdfOptions = {}) {
  const rendered = await render(html, { goCreditMode: true, options })
  const status = await get(await richAccount(), `/v1/status/${rendered.headers.get('x-task-id')}`)
  const { optimization, warnings } = await status.json<{
    optimization: OptimizationReport
    warnings?: string[]
  }>()
  return { ...rendered, report: optimization, warnings }
}
