/** The Studio of an account with 10,000 tasks and 1,000 templates, in a real browser: what is asked for and drawn is bounded. */
import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { newTaskId } from '../../src/ids'
import { launchStudioBrowser, openTab, seriousFindings, signIn } from '../support/studio-browser'

const TASKS = 10_000
const TEMPLATES = 1_000
const DAY_MS = 86_400_000

const { origin, token, state } = inject('service')
let browser: Browser
let key: string

beforeAll(async () => {
  const account = { name: 'scale', plan: 'Max', credits: 10 }
  const made = await askOperator<{ account_id: string; api_key: string }>(origin, token, '/accounts', account)
  key = made.api_key
  fill(made.account_id)
  browser = await launchStudioBrowser()
})
afterAll(() => browser?.close())

/** Writes the rows straight into the database, as 10,000 documents would have. */
function fill(account: string): void {
  const file = fs
    .globSync(`${state}/**/miniflare-D1DatabaseObject/*.sqlite`)
    .find((name) => !name.endsWith('metadata.sqlite') && hasTasks(name))
  if (!file) throw new Error('no database has tasks')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 20000; BEGIN')
  const task = database.prepare(
    `INSERT INTO tasks (task_id, account_id, kind, mode, status, created_at, completed_at, pages, bytes, credits_charged)
     VALUES (?, ?, ?, 'live', ?, ?, ?, 1, 20000, 1)`,
  )
  const now = Date.now()
  for (let at = 0; at < TASKS; at++) {
    const made = now - DAY_MS - at * 1000
    const status = at % 100 === 0 ? 'failed' : 'completed'
    task.run(newTaskId('tsk', account), account, at % 2 ? 'generate' : 'transform', status, made, made + 300)
  }
  const head = database.prepare('INSERT INTO templates VALUES (?, ?, ?, 1, ?, NULL, NULL)')
  const version = database.prepare('INSERT INTO template_versions VALUES (?, ?, ?, 1, ?, ?)')
  for (let at = 0; at < TEMPLATES; at++) {
    const name = `note-${String(at).padStart(4, '0')}`
    const source = {
      label: `Note ${at}`,
      orientation: 'portrait',
      page: '<h1>{{ title }}</h1>',
      style: '',
      sample: {},
    }
    head.run(account, 'my', name, now)
    version.run(account, 'my', name, JSON.stringify({ description: '', ...source }), now)
  }
  database.exec('COMMIT')
  database.close()
}

function hasTasks(file: string): boolean {
  const database = new DatabaseSync(file)
  const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'tasks'").get()
  database.close()
  return found !== undefined
}

async function open(place: string) {
  const tab = await openTab(browser, origin)
  await signIn(tab.page, origin, key)
  // What the first page asks for is not counted: it is left with all that it asked.
  await tab.page.goto('about:blank')
  tab.asked.length = 0
  await tab.page.goto(`${origin}/studio/#/${place}`)
  const askedOf = (path: string) => tab.asked.filter((url) => new URL(url).pathname === path).length
  return { ...tab, askedOf }
}

const countOf = (page: Page, selector: string) =>
  page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`) as Promise<number>

it('lists 10,000 tasks by pages of 50, one request each, and finds the failed ones', async () => {
  const { page, askedOf, complaints, close } = await open('tasks')
  await page.waitForSelector('tbody tr')
  expect([await countOf(page, 'tbody tr'), askedOf('/v1/tasks')]).toEqual([50, 1])
  for (let further = 2; further <= 4; further++) {
    const last = await page.$eval('tbody a', (link) => link.getAttribute('href'))
    await page.focus('nav.more a:last-child')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      `document.querySelector('tbody a').getAttribute('href') !== ${JSON.stringify(last)}`,
    )
    expect([await countOf(page, 'tbody tr'), askedOf('/v1/tasks')]).toEqual([50, further])
  }
  await page.select('select[name=status]', 'failed')
  await page.waitForFunction("document.querySelectorAll('tbody .bad-text').length === 50")
  expect(await countOf(page, '*')).toBeLessThan(1500)
  expect([await seriousFindings(page), complaints]).toEqual([[], []])
  await close()
})

it('lists 1,000 templates by some hundred, finds one, and draws only the cards that are seen', async () => {
  const { page, askedOf, close } = await open('templates')
  await page.waitForSelector('main > table tbody tr')
  expect([await countOf(page, 'main > table tbody tr'), askedOf('/v1/templates')]).toEqual([178, 2])
  await page.type('input[type=search]', 'note 777')
  await page.waitForFunction("document.querySelectorAll('main > table tbody tr').length === 1")
  await page.goto(`${origin}/studio/#/make`)
  await page.waitForFunction("document.querySelector('main .hint')?.textContent === '1022 templates'")
  expect(await countOf(page, '.card')).toBe(48)
  await page.waitForSelector('.card img')
  await page.type('input[type=search]', 'note 999')
  await page.waitForFunction("document.querySelectorAll('.card').length === 1")
  await page.waitForSelector('.card img[src^="blob:"]')
  expect(askedOf('/v1/preview')).toBeLessThan(60)
  await close()
})
