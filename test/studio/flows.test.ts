/** Ways through several pages of the Studio, as people take them, in a real browser, against one real `npm start`. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { awayFromMidnight } from '../support/away-from-midnight'
import { click } from '../support/click'
import type { Hook } from '../support/hook-receiver'
import { readPdf } from '../support/pdf'
import {
  calmPage,
  download,
  fill,
  launchStudioBrowser,
  openTab,
  seriousFindings,
  signIn,
} from '../support/studio-browser'

const { origin, token, receiver } = inject('service')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-flows-'))
/** As long as a tab waits for what it is told to wait for. */
const PATIENCE_MS = 120_000
let browser: Browser

beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(async () => {
  await browser.close()
  fs.rmSync(folder, { recursive: true })
})

type Account = { account_id: string; api_key: string }

const newAccount = (name: string, credits: number) =>
  askOperator<Account>(origin, token, '/accounts', { name, plan: 'Pro', credits })

async function ask<Answer = unknown>(key: string, method: string, path: string, body?: object) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as Answer }
}

/** A tab that is signed in, at a page. */
async function open(key: string, place: string) {
  const tab = await openTab(browser, origin)
  await signIn(tab.page, origin, key, place)
  return tab
}

const waitForText = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`)
const textOf = (page: Page, selector: string) =>
  page.$eval(selector, (element) => (element as unknown as { textContent: string }).textContent)
const hooksOf = async (place: string) => (await (await fetch(`${receiver}/${place}`)).json()) as Hook[]
/** The task's id of an HTML document that is made. */
async function newTask(key: string): Promise<string> {
  const body = { html: '<title>For you</title><h1>For you</h1>', async_mode: true, goCreditMode: false }
  const made = await ask<{ task_id: string }>(key, 'POST', '/v1/transform', body)
  const { task_id: id } = made.body
  await ask(key, 'GET', `/v1/status/${id}?wait=20`)
  return id
}

it('takes each kind of key for what it is, for this tab alone, and forgets it', async () => {
  const { api_key: key } = await newAccount('flow 2', 5)
  const other = async (more: object) =>
    (await ask<Account>(key, 'POST', '/v1/keys', { scopes: ['read'], ...more })).body.api_key
  const [reader, test] = await Promise.all([other({}), other({ mode: 'test', scopes: ['render', 'read'] })])
  const { page, asked, foreign, close } = await openTab(browser, origin)
  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
  await page.goto(`${origin}/studio/#/usage`)
  const enter = async (typed: string) => {
    await fill(page, 'Your API key', typed)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/credits'))
    await page.keyboard.press('Enter')
    return (await answered).status()
  }
  const signOut = async () => {
    await click(page, 'Sign out')
    await page.waitForSelector('aria/Your API key')
  }
  expect(await enter(`plt_live_${'x'.repeat(43)}`)).toBe(401)
  await page.waitForSelector('[role=alert] .problem')
  expect(await enter(key.slice(0, -4))).toBe(401)
  await page.waitForSelector('[role=alert] .problem')
  expect(await enter(reader)).toBe(200)
  await page.waitForSelector('.balance')
  await page.goto(`${origin}/studio/#/keys`)
  expect(await textOf(page, 'main .problem').catch(() => waitForText(page, 'manage'))).toBeTruthy()
  await signOut()
  expect(await enter(test)).toBe(200)
  await waitForText(page, 'Test key')
  await signOut()
  expect(await enter(key)).toBe(200)
  await page.waitForSelector('.balance')
  await page.reload()
  await page.waitForSelector('.balance')
  const second = await calmPage(page.browserContext())
  await second.goto(`${origin}/studio/#/usage`)
  await second.waitForSelector('aria/Your API key')
  const stored = '[location.href, JSON.stringify(localStorage), document.cookie].join()'
  expect(await page.evaluate(stored)).not.toContain('plt_')
  expect([...asked, ...referrers].filter((text) => text.includes('plt_'))).toEqual([])
  await signOut()
  await page.reload()
  await page.waitForSelector('aria/Your API key')
  expect([await page.evaluate('sessionStorage.length'), foreign()]).toEqual([0, []])
  // A link with a key, opened where the Studio is open already.
  await page.goto(`${origin}/studio/#key=${key}`)
  await page.waitForSelector('.balance')
  expect(page.url()).toBe(`${origin}/studio/#/`)
  // A link with another key: nobody is led into an account that is not theirs without a word.
  const kept = () => page.evaluate("sessionStorage.getItem('platen-key')")
  const openOther = async () => {
    await page.goto(`${origin}/studio/#/usage`)
    await page.waitForSelector('main.page-usage')
    await page.goto(`${origin}/studio/#key=${reader}`)
    await page.waitForSelector('dialog[open]')
    expect([page.url(), await kept()]).toEqual([`${origin}/studio/#/usage`, key])
  }
  await openOther()
  expect([await seriousFindings(page), await textOf(page, 'dialog')]).toEqual([
    [],
    expect.not.stringContaining(reader.slice(30)),
  ])
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { hidden: true })
  expect(await kept()).toBe(key)
  await openOther()
  await click(page, 'Use the key of the link')
  await page.waitForSelector('dialog', { hidden: true })
  expect(await kept()).toBe(reader)
  await close()
})

const loops = '{% for one in (1..2000) %}{% for other in (1..2000) %}{{ other }}{% endfor %}{% endfor %}'
/** For one name it takes more steps than a template may. */
const label = {
  label: 'Label',
  page: `<h1>{{ name }}</h1>{{ town }}{% if name == 'P-6' %}${loops}{% endif %}`,
  sample: { name: 'Ada', town: 'Bath' },
}

it('shows the page that is asked for while it opens', async () => {
  const { page, close } = await openTab(browser, origin)
  // Right after the key is taken out of the address, before anything is shown.
  await page.evaluateOnNewDocument(`{
    const { replaceState } = history
    history.replaceState = (...state) => {
      history.replaceState = replaceState
      history.replaceState(...state)
      Promise.resolve().then(() => { location.hash = '#/qr' })
    }
  }`)
  await signIn(page, origin, (await newAccount('in a hurry', 0)).api_key)
  await page.waitForSelector('main.page-qr h1')
  await close()
})

it('makes ten documents of a dropped table of which one fails, says why, and sends again what was told of it', async () => {
  const { api_key: key } = await newAccount('flow 8', 20)
  await ask(key, 'PUT', '/v1/templates/my/label', label)
  const { page, foreign, close } = await open(key, 'webhooks/events')
  await fill(page, 'Address that is told', `${receiver}/flow-8`)
  await click(page, 'Save the address')
  await waitForText(page, 'The address is saved.')
  await click(page, 'Send a test event')
  await waitForText(page, 'Taken: 204')
  expect(await seriousFindings(page)).toEqual([])

  await page.goto(`${origin}/studio/#/batch`)
  await page.waitForSelector('.drop')
  const rows = Array.from({ length: 10 }, (_, at) => `P-${at},Bath`)
  const table = ['Name,Town', ...rows].join('\n')
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(table)}], 'ten.csv', { type: 'text/csv' }))
    document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  })()`)
  await waitForText(page, 'ten.csv: 10 rows, 2 columns')
  const document = 'section[aria-labelledby="batch-document"] select'
  await page.waitForSelector(document)
  await page.select(document, 'template:my/label')
  const mapped = "[...document.querySelectorAll('.mapping select')].map(({ value }) => value).join()"
  await page.waitForFunction(`${mapped} === 'name,town'`)
  await page.waitForSelector('.paper img:not(.old)')
  await click(page, 'Check all, and ask the price')
  await click(page, 'Make 10 documents · 10 credits')
  await waitForText(page, '10 of 10 done')
  await waitForText(page, '1 document failed, at no charge')
  expect(await textOf(page, '.run table')).toMatch(/steps|work/)
  const zip = await download(page, () => click(page, 'Download ZIP of 9 files'), 'documents.zip')
  expect(Object.keys(unzipSync(zip))).toHaveLength(9)

  const delivered = () => ask(key, 'GET', '/v1/webhooks/deliveries?status=delivered')
  await vi.waitFor(async () => {
    expect((await delivered()).body).toMatchObject({ deliveries: [{ event: 'task.failed' }] })
  }, PATIENCE_MS)
  await page.goto(`${origin}/studio/#/webhooks`)
  await page.waitForSelector('tbody .state.ok')
  await click(page, 'Send again[role="button"]')
  await vi.waitFor(async () => expect(await hooksOf('flow-8')).toHaveLength(3), PATIENCE_MS)
  const [sample, told, again] = await hooksOf('flow-8')
  expect([sample?.body.sample, told?.body.type, again?.id]).toEqual([true, 'task.failed', told?.id])
  expect(foreign()).toEqual([])
  await close()
})

it('deletes a task whose page is left while it could still be undone', async () => {
  const { api_key: key } = await newAccount('flow deletion', 5)
  const id = await newTask(key)
  const { page, close } = await open(key, `tasks/${id}`)
  await page.waitForSelector('img.sheet')
  await click(page, 'Delete')
  await page.waitForSelector('aria/Undo')
  expect((await ask(key, 'GET', `/v1/status/${id}`)).status).toBe(200)
  // A browser gives a tab that is closed half a second for its last words.
  await page.goto('about:blank')
  await vi.waitFor(
    async () => expect((await ask(key, 'GET', `/v1/status/${id}`)).status).toBe(410),
    PATIENCE_MS,
  )
  await close()
})

it('makes a link for a customer, who needs no key, and takes it back', async () => {
  const { api_key: key } = await newAccount('flow link', 5)
  const id = await newTask(key)
  const { page, complaints, foreign, close } = await open(key, `tasks/${id}`)
  await page.waitForSelector('img.sheet')
  await page.locator('aria/It works for').fill('day')
  await click(page, 'Make the link')
  const link = await (await page.waitForSelector('.secret code'))?.evaluate((code) =>
    String((code as unknown as { textContent: string }).textContent),
  )
  expect(await seriousFindings(page)).toEqual([])
  expect(await textOf(page, '.secret p')).toContain('Shows the file without a key until')
  const shown = await fetch(link ?? '')
  expect([shown.status, shown.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^inline/),
  ])
  expect((await readPdf(new Uint8Array(await shown.arrayBuffer()))).text).toContain('For you')
  await click(page, 'Take back')
  await page.waitForSelector('.secret code', { hidden: true })
  expect((await fetch(link ?? '')).status).toBe(410)
  expect([complaints, foreign()]).toEqual([[], []])
  await close()
})

it('gives code that works as it is copied: TypeScript, curl, n8n, Zapier and an agent', async () => {
  const { api_key: key } = await newAccount('flow 9', 20)
  const note = { label: 'Note', page: '<h1>{{ title }}</h1>', sample: { title: "Ada's note" } }
  await ask(key, 'PUT', '/v1/templates/my/note', note)
  const { page, close } = await open(key, 'templates/my/note')
  await click(page, 'Use it[role="tab"]')
  const codeFor = async (language: string) => {
    await click(page, `${language}[role="radio"]`)
    await page.waitForSelector(`[aria-label="Code for ${language}"]`)
    return await textOf(page, '.copy-as pre')
  }
  const printed = async (pdf: Uint8Array) => (await readPdf(pdf)).text
  const written = async () => {
    const file = path.join(folder, 'document.pdf')
    const pdf = new Uint8Array(fs.readFileSync(file))
    fs.rmSync(file)
    return await printed(pdf)
  }
  const run = (command: string, args: string[]) => {
    const env = { ...process.env, PLATEN_KEY: key }
    const { status, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  }
  run('sh', ['-c', await codeFor('curl')])
  expect(await written()).toContain("Ada's note")

  const home = path.resolve(import.meta.dirname, '../../clients/typescript/src')
  await build({
    stdin: { contents: await codeFor('TypeScript'), loader: 'ts', resolveDir: folder },
    alias: { 'platen-client': `${home}/index.ts`, 'platen-client/node': `${home}/node.ts` },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile: path.join(folder, 'snippet.mjs') },
    logLevel: 'error',
  })
  run(process.execPath, ['snippet.mjs'])
  expect(await written()).toContain("Ada's note")

  const [node] = JSON.parse(await codeFor('n8n')).nodes
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const sent = await fetch(node.parameters.url, { method: 'POST', headers, body: node.parameters.jsonBody })
  expect(await printed(new Uint8Array(await sent.arrayBuffer()))).toContain("Ada's note")

  const zapier = await codeFor('Zapier')
  const [, url = '', body = ''] = /URL: (\S+).*?Data:\n(\{.*?\n\})/s.exec(zapier) ?? []
  const zapped = await fetch(url, { method: 'POST', headers, body })
  expect(await zapped.json()).toMatchObject({ url: expect.stringContaining('/files/') })

  const mcp = await codeFor('MCP')
  const [, address = '', bearer = '', tool = '', input = '{}'] =
    /http platen (\S+) --header "Authorization: (Bearer) \$PLATEN_KEY".*tool (\w+) with:\n(.*)/s.exec(mcp) ??
    []
  const agent = new Client({ name: 'flow', version: '1' })
  const requestInit = { headers: { Authorization: `${bearer} ${key}` } }
  await agent.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }))
  const made = await agent.callTool({ name: tool, arguments: JSON.parse(input) })
  await agent.close()
  expect(made.isError ?? false).toBe(false)
  expect(JSON.stringify(made.content)).toContain('/files/')
  await close()
})

it('serves a customer from the first account on: a grant, a key replaced while the tab works, low credits told, the month as CSV', async () => {
  await awayFromMidnight()
  const { page, foreign, close } = await openTab(browser, origin)
  await page.goto(`${origin}/studio/#/operator`)
  await fill(page, 'The operator’s token (ADMIN_TOKEN)', token)
  await page.keyboard.press('Enter')
  await fill(page, 'Name', 'Flow 10 & Co')
  await fill(page, 'Credits', '0')
  await click(page, 'Make the account')
  await page.waitForSelector('.secret code')
  const key = await textOf(page, '.secret code')
  await page.waitForSelector('.one-account form')
  await click(page, 'Grant')
  await waitForText(page, '100 credits are granted.')

  const customer = await open(key, 'webhooks/events')
  await fill(customer.page, 'Address that is told', `${receiver}/flow-10`)
  await click(customer.page, 'Credits run low')
  await click(customer.page, 'Save the address')
  await waitForText(customer.page, 'The address is saved.')
  await customer.page.goto(`${origin}/studio/#/keys`)
  await click(customer.page, 'Replace')
  await customer.page.waitForSelector('.secret code')
  const next = await textOf(customer.page, '.secret code')
  // The tab has the former key, which works for a while; a program has the new one.
  expect((await ask(next, 'POST', '/v1/qrcode', { data: 'paid', return_type: 'url' })).status).toBe(200)
  await customer.page.goto(`${origin}/studio/#/tasks`)
  await waitForText(customer.page, 'QR code')
  await vi.waitFor(async () => {
    expect((await hooksOf('flow-10')).map(({ body }) => [body.type, body.data?.credits_left])).toEqual([
      ['credits.low', 99],
    ])
  }, PATIENCE_MS)
  expect(customer.foreign()).toEqual([])
  await customer.close()

  await vi.waitFor(async () => {
    const csv = await download(page, () => click(page, 'Usage as CSV'))
    const [head, ...rows] = csv.toString().trim().split('\n')
    expect(head).toContain('credits')
    const row = rows.find((line) => line.includes('Flow 10 & Co'))
    expect(row?.split(',').map((cell) => cell.trim())).toContain('1')
  }, PATIENCE_MS)
  expect(foreign()).toEqual([])
  await close()
})
