/** A batch from a dropped table in a real browser, against one real `npm start`. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { click } from '../support/click'
import {
  download,
  isTooWide,
  launchStudioBrowser,
  newKey,
  openTab,
  seriousFindings,
  signIn,
} from '../support/studio-browser'

const service = inject('service')
const { origin } = service

let browser: Browser
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-batch-'))
beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(async () => {
  await browser.close()
  fs.rmSync(folder, { recursive: true })
})

const textOf = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`) as Promise<string>
const waitForText = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`)

async function openBatch(scheme: 'light' | 'dark' = 'light', width = 1280) {
  const key = await newKey(service, { name: 'studio batch', credits: 50 })
  const tab = await openTab(browser, origin, { scheme, width })
  await signIn(tab.page, origin, key, 'batch')
  return { ...tab, key }
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = path.join(folder, name)
  fs.writeFileSync(file, text)
  const field = await page.waitForSelector('input[type="file"]')
  await (field as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(file)
}

/** Twelve invoices, which are two calls of the plan; the price of one is none. */
const orders = [
  'Number;Customer;Item;Qty;Price;VAT',
  ...Array.from(
    { length: 12 },
    (_, at) => `R-${at + 1};"Ada; Lovelace";Engine;${at + 1};${at === 4 ? 'ten' : 12};19`,
  ),
].join('\r\n')

it('guesses the columns, shows any row, says the price, goes on after a reload, and makes one ZIP', async () => {
  const { page, key, complaints, foreign, close } = await openBatch()
  await choose(page, 'orders.csv', orders)
  await waitForText(page, 'orders.csv: 12 rows, 6 columns')
  await page.waitForSelector('.mapping select')
  const chosen = await page.$$eval('.mapping select', (fields) =>
    fields.map((field) => (field as { value?: string }).value),
  )
  expect(chosen).toEqual([
    'number',
    'buyer',
    'lines[].name',
    'lines[].quantity',
    'lines[].net_price',
    'lines[].vat',
  ])
  await page.waitForSelector('.paper img:not(.old)')
  await click(page, 'Next document')
  await waitForText(page, 'Document 2 of 12')
  await click(page, 'Check all, and ask the price')
  await waitForText(page, 'Make 11 documents · 11 credits')
  expect(await textOf(page, '.remarks')).toMatch(/R-5\.pdf Line 1, net price: Expected a number/)
  await click(page, 'Make 11 documents · 11 credits')
  await page.waitForSelector('progress')
  await page.reload()
  await waitForText(page, '11 of 11 done')
  const zip = await download(page, () => click(page, 'Download ZIP of 11 files'), 'documents.zip')
  const files = unzipSync(zip)
  expect(Object.keys(files)).toEqual(
    Array.from({ length: 12 }, (_, at) => `R-${at + 1}.pdf`).filter((name) => name !== 'R-5.pdf'),
  )
  expect(Buffer.from(files['R-1.pdf'] ?? []).subarray(0, 5)).toEqual(Buffer.from('%PDF-'))
  // Sent once, whatever was repeated: eleven are charged.
  const asked = async (where: string) =>
    (await fetch(origin + where, { headers: { 'X-API-Key': key } })).json()
  expect(await asked('/v1/tasks?limit=100')).toMatchObject({ tasks: Array(11).fill({}) })
  expect(await asked('/v1/credits')).toMatchObject({ credits_left: 39 })
  // A browser notes each refusal of the API, such as that of the price which is none.
  const unexpected = complaints.filter((text) => !/status of 400/.test(text))
  expect([foreign(), unexpected]).toEqual([[], []])
  await close()
})

it('tells which file it cannot read, and takes JSON with lines', async () => {
  const { page, close } = await openBatch()
  await choose(page, 'broken.csv', 'a,b\n"x,1')
  await waitForText(page, 'broken.csv cannot be read: row 2: a quote does not end.')
  await choose(
    page,
    'orders.json',
    JSON.stringify([
      { number: 'J-1', buyer: { name: '<b>Grace</b>' }, lines: [{ name: 'A', net_price: 2 }] },
    ]),
  )
  await waitForText(page, 'orders.json: 1 row, 3 columns')
  await page.waitForSelector('.mapping select')
  expect(await textOf(page, '.mapping')).toContain('<b>Grace</b>')
  await page.waitForSelector('.paper img:not(.old)')
  await close()
})

it.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('has nothing serious for axe at %i px, %s', async (width, scheme) => {
  const { page, close } = await openBatch(scheme, width)
  await waitForText(page, 'Drop a CSV or JSON file here')
  expect(await seriousFindings(page)).toEqual([])
  await click(page, 'Try it with an example')
  await page.waitForSelector('.paper img:not(.old)')
  await click(page, 'Check all, and ask the price')
  await page.waitForSelector('.price')
  expect(await seriousFindings(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
  await close()
})
