/** The Studio by keys alone, in a real browser, against one real `npm start`: where the focus goes, and that nothing is lost. */
import type { Browser, KeyInput, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { fill, launchStudioBrowser, newKey, openTab } from '../support/studio-browser'

const service = inject('service')
const { origin } = service
/** As long as a tab waits for what it is told to wait for. */
const PATIENCE_MS = 120_000
let browser: Browser
beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(() => browser.close())

async function signIn(width = 1280) {
  const key = await newKey(service, { name: 'keyboard', credits: 10 })
  const tab = await openTab(browser, origin, { width })
  await tab.page.goto(`${origin}/studio/#/usage`)
  await fill(tab.page, 'Your API key', key)
  await tab.page.keyboard.press('Enter')
  await tab.page.waitForSelector('.sums')
  await waitForFocus(tab.page, 'Credits and usage')
  return { ...tab, key }
}

/** What has the focus, as it is called. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const { activeElement: element } = document
    return (element.labels?.[0]?.querySelector('span') ?? element.labels?.[0] ?? element).textContent.trim()
  })()`) as Promise<string>
/** Waits until this has the focus: what moves it may come a moment after what is seen. */
const waitForFocus = (page: Page, name: string) =>
  vi.waitFor(async () => expect(await focused(page)).toBe(name), PATIENCE_MS)

/** Presses Tab until this has the focus, the first time right after the keys `before`. */
async function tabTo(page: Page, name: string, before: readonly KeyInput[] = []): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 90; presses++) {
    // None waits for the one before it, whatever the machine does meanwhile.
    await Promise.all(
      [...(presses === 0 ? before : []), 'Tab' as const].map((key) => page.keyboard.press(key)),
    )
    seen.push(await focused(page))
    if (seen.at(-1)?.startsWith(name)) return
  }
  throw new Error(`${name} is not reached: ${seen.join(' | ')}`)
}

/** Tab writes in an editor, unless it follows an Escape within two seconds: one that closes a list of proposals is none. */
const OUT_OF_EDITOR: readonly KeyInput[] = ['Escape', 'Escape']

/** Tabs to what is called so, after the keys `before`, and presses it. */
async function pressOn(page: Page, name: string, before: readonly KeyInput[] = []): Promise<void> {
  await tabTo(page, name, before)
  await page.keyboard.press('Enter')
}

/** Goes to a page by its way in the head, which a phone has in a menu. The way is mostly called as the heading. */
async function follow(page: Page, way: string, heading = way): Promise<void> {
  if (await page.evaluate("document.querySelector('.menu').checkVisibility()")) await pressOn(page, 'Menu')
  await pressOn(page, way)
  await page.waitForFunction("document.activeElement.localName === 'h1'")
  await waitForFocus(page, heading)
}

const WIDTHS = [1280, 390]

it.each(WIDTHS)(
  'makes an invoice from the gallery to the file, a line more, and the focus is never lost, at %i px',
  async (width) => {
    const { page, complaints, close } = await signIn(width)
    await follow(page, 'Document', 'Make a document')
    await page.waitForSelector('.card')
    await pressOn(page, 'Classic invoice')
    await waitForFocus(page, 'Classic invoice')
    expect(await page.title()).toBe('invoice/classic · Document · Platen')
    await page.waitForSelector('.paper-sheet img:not(.old)')
    await tabTo(page, 'Number')
    await page.keyboard.type('K-1')
    await pressOn(page, 'Remove Line 1')
    await waitForFocus(page, 'Name')
    await pressOn(page, 'Add')
    await waitForFocus(page, 'Name')
    await page.keyboard.type('By keys')
    await page.waitForSelector('aria/Download PDF · 1 credit')
    await pressOn(page, 'Download PDF · 1 credit')
    await page.waitForSelector('::-p-text(Downloaded. 1 credit charged.)')
    await page.goBack()
    await vi.waitFor(async () => expect(await focused(page)).toMatch(/^Classic invoice/), PATIENCE_MS)
    expect(complaints.filter((text) => !/status of (?:400|409)/.test(text))).toEqual([])
    await close()
  },
)

it('leads from a deletion to its way back, which waits while it has the focus', async () => {
  const { page, key, close } = await signIn()
  const headers = { 'X-API-Key': key, 'Content-Type': 'text/plain' }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  for (const name of ['a.svg', 'b.svg'])
    expect((await fetch(`${origin}/v1/assets/${name}`, { method: 'PUT', headers, body: svg })).ok).toBe(true)
  await page.goto(`${origin}/studio/#/assets`)
  await waitForFocus(page, 'Assets')
  await page.waitForSelector('tbody tr')
  await pressOn(page, 'Delete')
  await waitForFocus(page, 'Undo')
  await page.keyboard.press('Enter')
  await waitForFocus(page, 'Assets')
  await page.waitForFunction("document.querySelectorAll('tbody tr').length === 2")
  await close()
})

it('opens and closes the menu of a phone, and moves between tabs', async () => {
  const { page, close } = await signIn(390)
  await pressOn(page, 'Menu')
  await tabTo(page, 'HTML')
  await page.keyboard.press('Escape')
  await waitForFocus(page, 'Menu')
  await page.waitForSelector('.menu[aria-expanded=false]')
  await page.keyboard.press('Enter')
  await pressOn(page, 'HTML')
  // The link is called as the page that it leads to.
  await page.waitForFunction("document.activeElement.localName === 'h1'")
  await page.waitForSelector('[role=tab]')
  await tabTo(page, 'HTML')
  await page.keyboard.press('End')
  await waitForFocus(page, 'Use it')
  await page.keyboard.press('ArrowRight')
  await waitForFocus(page, 'HTML')
  await close()
})

it.each(WIDTHS)(
  'makes documents of a table, and the focus goes on with the work, at %i px',
  async (width) => {
    const { page, close } = await signIn(width)
    await follow(page, 'Batch')
    await pressOn(page, 'Try it with an example')
    await page.waitForSelector('.mapping')
    await waitForFocus(page, 'Another file')
    await pressOn(page, 'Check all, and ask the price')
    await waitForFocus(page, 'Make 3 documents · 3 credits')
    await page.keyboard.press('Enter')
    await waitForFocus(page, 'Progress')
    await page.waitForSelector('[role=status]::-p-text(3 of 3 done)')
    await tabTo(page, 'Download ZIP of 3 files')
    await close()
  },
)

it.each(WIDTHS)(
  'writes a template whose fault is told, leads to its place and is mended, at %i px',
  async (width) => {
    const { page, close } = await signIn(width)
    await follow(page, 'Templates')
    await pressOn(page, 'New template')
    await waitForFocus(page, 'Label')
    await page.keyboard.type('Rent note')
    await pressOn(page, 'Create')
    await waitForFocus(page, 'Rent note')
    expect(page.url()).toMatch(/#\/templates\/my\/rent-note$/)
    await page.waitForSelector('.code-editor')
    await tabTo(page, 'Page')
    await page.keyboard.press('Tab')
    // A phone has the editor from the first focus on.
    await page.waitForSelector('>>> .cm-content')
    const wrong = '{{ title | curency }}'
    await page.keyboard.type(wrong)
    await page.waitForSelector('[role=alert]::-p-text(undefined filter: curency)')
    await pressOn(page, 'Page, line ', OUT_OF_EDITOR)
    await page.waitForFunction("document.activeElement.matches('.code-host')")
    for (const _ of wrong) await page.keyboard.press('Delete')
    await page.keyboard.type('<p>Mended</p>')
    await page.waitForFunction("!document.querySelector('.faults')")
    await pressOn(page, 'Save as a version', OUT_OF_EDITOR)
    await page.waitForSelector('[role=status]::-p-text(Version 2 is saved.)')
    await waitForFocus(page, 'Rent note')
    await close()
  },
)
