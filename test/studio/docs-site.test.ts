/** The documentation in a browser: it is found by searching, fits a phone, and needs no scripts to be read. */
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { isTooWide, launchStudioBrowser, openTab, seriousFindings } from '../support/studio-browser'

const { origin } = inject('service')
let browser: Browser

beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(async () => await browser.close())

it.each([
  ['light', 390],
  ['dark', 1440],
] as const)('search finds a section by its words, and leads there (%s, %i px)', async (scheme, width) => {
  const { page, complaints, foreign, close } = await openTab(browser, origin, { width, scheme })
  await page.goto(`${origin}/docs/guide/async/`)
  const find = async (words: string, expected: string) => {
    await page.$eval('input[type=search]', (input) => input.select())
    await page.type('input[type=search]', words)
    await page.waitForFunction(`document.getElementById('found').innerText.startsWith('${expected}')`)
  }
  await find('xqzzy', 'Nothing found')
  await find('page numbers', 'Headers, footers, page numbers')
  await find('render_timeout', 'render_timeout')
  await page.keyboard.press('Enter')
  await page.waitForFunction(`location.hash === '#render_timeout'`)
  expect(page.url()).toBe(`${origin}/docs/reference/errors/#render_timeout`)
  expect([complaints, foreign()]).toEqual([[], []])
  await close()
})

it('a phone shows pages with wide tables without a bar, each cell with the head of its column', async () => {
  const { page, close } = await openTab(browser, origin, { width: 390 })
  for (const name of ['guide/e-invoices-by-country', 'reference/transform', 'errors/invalid_request']) {
    await page.goto(`${origin}/docs/${name}/`)
    expect([name, await isTooWide(page), await seriousFindings(page)]).toEqual([name, false, []])
  }
  await page.goto(`${origin}/docs/guide/e-invoices-by-country/`)
  const table = await page.evaluate(`(() => {
    const frame = document.querySelector('.stacked').parentElement
    return frame.scrollWidth - frame.clientWidth
  })()`)
  const heads = await page.evaluate(`[...document.querySelectorAll('.stacked tbody tr:first-child td')]
    .map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', ''))`)
  expect([table, heads]).toEqual([
    0,
    ['none', 'what businesses must take', 'what Platen makes', 'what it does not'],
  ])
  await close()
})

it('is read without scripts, and leads from an operation to the page of the Studio that does it', async () => {
  const { page, close } = await openTab(browser, origin)
  await page.setJavaScriptEnabled(false)
  await page.goto(`${origin}/docs/reference/transform/`)
  expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('POST /v1/transform')
  const links = await page.$$eval('main a', (all) => all.map(({ href, textContent }) => [textContent, href]))
  const [, studio = ''] = links.find(([text]) => text === 'Try it in the Studio') ?? []
  expect(new URL(studio).pathname).toBe('/studio/')
  await close()
})
