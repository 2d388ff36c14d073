/** Each fault that the audit knows, on one page that has it; where all is tried, `test/exhaustive/corpus.test.ts` has all pages. */
import { beforeAll, describe, expect, it } from 'vitest'
import { badPages, checkBadPage, checkGoodPage, faultsOf, giveTrialsTime } from '../../support/print-corpus'
import { triesAll } from '../../support/runs'
import { applySchema } from '../../support/schema'

beforeAll(() => applySchema())
beforeAll(giveTrialsTime)

const pages = [
  'api-reference.html',
  'board-cards-grid.html',
  'dark-blog-gradient.html',
  'dashboard-side-bar.html',
  'fade-in-landing.html',
  'faq-accordion.html',
  'invoice-a4-sheet.html',
  'japanese-inspection.html',
  'lecture-slides.html',
  'meeting-minutes.html',
  'report-bar-figures.html',
  'sensor-datasheet.html',
  'tall-poster.html',
]

it('a page that is bad on paper of one kind or another has every fault of the corpus', () => {
  expect(new Set(pages.flatMap(faultsOf))).toEqual(new Set(badPages.flatMap(faultsOf)))
})

describe.skipIf(triesAll)('a page that is bad on paper', () => {
  const unrepaired: string[] = []
  let repairable = 0
  it.concurrent.each(pages)('%s: what is wrong is found, and nothing gets worse', async (name) => {
    const result = await checkBadPage(name)
    repairable += result.repairable.length
    unrepaired.push(...result.left.map((kind) => `${name}: ${kind}`))
  })

  it('has every fault repaired that is said to be repaired', () => {
    expect(repairable).toBeGreaterThan(15)
    expect(unrepaired).toEqual([])
  })
})

describe.skipIf(triesAll)('a good document', () => {
  it.concurrent.each(['letter.html', 'year-table-fitted.html'])(
    '%s is printed as it is, to the pixel',
    checkGoodPage,
  )
})
