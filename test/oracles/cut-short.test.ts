/** A look or repair that the browser ends leaves nothing behind, wherever it was. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOptimizer } from '../../scripts/optimizer.mjs'
import { share } from '../fuzz/effort'

const corpus = path.join(import.meta.dirname, '../fixtures/print/bad')
/** Tables that are split, frames that are opened, slides, columns, and heads that are made. */
const documents = share(
  [
    'spec-tabs.html',
    'financial-year-table.html',
    'sticky-head-table.html',
    'hero-slider.html',
    'comparison-nested-tables.html',
    'kanban-board.html',
  ],
  3,
)
/** Milliseconds that each call has. */
const limits = [1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 86, 115, 150, 200, 400, 800, 1500]

/**
 * All that a print could show otherwise: elements with their attributes, rules, and what is scrolled. Empty styles and
 * spaces between elements do not.
 */
const FINGERPRINT = `JSON.stringify([
  document.documentElement.outerHTML.replace(/\\s+/g, ' ').replace(/(?<=>) (?=<)| style=""/g, ''),
  [...document.styleSheets].map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)),
  [...document.querySelectorAll('*')].map(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop).join(''),
  document.getAnimations().map(({ playState, currentTime }) => playState + currentTime),
])`

let optimizer: Awaited<ReturnType<typeof openOptimizer>>
beforeAll(async () => {
  optimizer = await openOptimizer()
})
afterAll(() => optimizer.close())

it.each(documents)('%s', async (name) => {
  const html = fs.readFileSync(path.join(corpus, name), 'utf8')
  const fingerprint = ({ evaluate }: { evaluate: (text: string) => Promise<unknown> }) =>
    evaluate(FINGERPRINT)
  const { told: plain } = await optimizer.print(html, {}, false, fingerprint)
  const cut: number[] = []
  for (const limit of limits) {
    const { optimized, told } = await optimizer.print(
      html,
      {},
      true,
      async (page) => {
        const left = await fingerprint(page)
        await page.callInPage('undo', 0)
        return { left, undone: await fingerprint(page) }
      },
      limit,
    )
    if (!optimized) cut.push(limit)
    expect(optimized ? told.undone : told.left, `${limit} ms`).toBe(plain)
  }
  expect(cut).not.toEqual([])
})
