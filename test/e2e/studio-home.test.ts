/** The page at `/` in a real browser, against one real `npm start`: what a stranger without a key sees and takes along. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { readPdf } from '../support/pdf'
import {
  fill,
  firstLoad,
  isTooWide,
  launchStudioBrowser,
  listeningFaults,
  openTab,
  seriousFindings,
} from '../support/studio-browser'

const { origin, token } = inject('service')
let browser: Browser

beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(() => browser.close())

it('shows the page of what is typed without a key, and the command that makes the same with one', async () => {
  const { page, complaints, foreign } = await openTab(browser, origin)
  await page.goto(origin)
  await fill(page, 'Customer', "Ada's Works")
  await page.waitForSelector('.sheet-frame img[src^="blob:"]:not(.old)')
  const command = await page.$eval('.snippet pre', (element) => element.textContent ?? '')
  expect([foreign(), complaints, await seriousFindings(page)]).toEqual([[], [], []])
  const { api_key: KEY } = await askOperator<{ api_key: string }>(origin, token, '/accounts', {
    name: 'home',
    credits: 1,
  })
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-home-'))
  const { stderr } = spawnSync('sh', ['-c', command], { cwd, env: { ...process.env, KEY }, encoding: 'utf8' })
  expect(stderr).toBe('')
  const { text } = await readPdf(new Uint8Array(fs.readFileSync(path.join(cwd, 'document.pdf'))))
  fs.rmSync(cwd, { recursive: true })
  expect(text).toContain("Ada's Works")
})

it('is readable on a phone in the dark, and by assistive technology', async () => {
  const { page, complaints } = await openTab(browser, origin, { width: 390, scheme: 'dark' })
  await page.goto(origin)
  await page.waitForSelector('aria/Label[role="radio"]')
  expect([complaints, await seriousFindings(page), await isTooWide(page)]).toEqual([[], [], false])
  expect(await listeningFaults(page)).toEqual([])
  expect(await firstLoad(page, origin)).toBeLessThan(100_000)
})
