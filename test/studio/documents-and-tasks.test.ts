/** The Studio in a real browser, against one real `npm start`. */
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { click, clickOn } from '../support/click'
import {
  fill,
  isTooWide,
  launchStudioBrowser,
  newKey,
  openTab,
  seriousFindings,
  signIn,
  waitForQuiet,
} from '../support/studio-browser'

const service = inject('service')
const { origin } = service
let browser: Browser
let key: string

beforeAll(async () => {
  browser = await launchStudioBrowser()
  key = await newKey(service, { name: 'studio', credits: 20 })
})
afterAll(() => browser.close())

it('takes the key out of the link, shows the page of what is typed, and asks nobody else', async () => {
  const { page, complaints, asked, foreign } = await openTab(browser, origin)
  await page.goto(`${origin}/studio/#key=${key}`)
  const card = 'a[href="#/make/invoice/classic"]'
  await page.waitForSelector(card)
  expect(page.url()).toBe(`${origin}/studio/`)
  expect(await seriousFindings(page)).toEqual([])
  await clickOn(page, card)
  const first = await pictureOtherThan(page, undefined)
  await fill(page, 'Number', '2027-1')
  expect(await pictureOtherThan(page, first)).toMatch(/^blob:/)
  await page.reload()
  await page.waitForSelector('::-p-text(What you typed here last is still there.)')
  expect(
    await page.$eval('aria/Number[role="textbox"]', (field) => (field as { value?: string }).value),
  ).toBe('2027-1')
  await pictureOtherThan(page, undefined)
  await page.waitForSelector('aria/Payment: IBAN[role="textbox"]')
  expect([foreign(), complaints, await seriousFindings(page)]).toEqual([[], [], []])
  expect(asked.filter((url) => url.includes(key) && !url.includes('#'))).toEqual([])
  const credits = await fetch(`${origin}/v1/credits`, { headers: { 'X-API-Key': key } })
  expect(await credits.json()).toMatchObject({ credits_left: 20 })
})

it('says the price before, and takes days and a logo as a person has them', async () => {
  const { page } = await openTab(browser, origin)
  await signIn(page, origin, key, 'make/invoice/classic')
  const first = await pictureOtherThan(page, undefined)
  await page.waitForSelector('aria/Download PDF · 1 credit')
  await click(page, 'E-invoice (Factur-X)')
  await page.waitForSelector('aria/Download PDF · 2 credits')
  expect(await page.$eval('aria/Due date', (field) => field.getAttribute('type'))).toBe('date')
  const logo = await page.waitForSelector('.picture-field input[type=file]')
  await (logo as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile('test/goldens/event-badge-1.png')
  await page.waitForSelector('.picture-field img[src^="data:image/png"]')
  await pictureOtherThan(page, first)
  await click(page, 'Remove Brand: Logo')
  await fill(page, 'Or its address, or an asset of yours', 'asset:logo.svg')
})

it('refuses a key that does not work in words, keeps one for the tab, and forgets it', async () => {
  const { page } = await openTab(browser, origin, { width: 390, scheme: 'dark' })
  await page.goto(`${origin}/studio/#/tasks`)
  await fill(page, 'Your API key', `${key.slice(0, -1)}!`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=alert] .problem')
  expect(await seriousFindings(page)).toEqual([])
  await fill(page, 'Your API key', key)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.empty')
  await page.reload()
  await page.waitForSelector('.empty')
  expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false])
  await click(page, 'Sign out')
  await page.waitForSelector('aria/Your API key')
  await page.reload()
  await page.waitForSelector('aria/Your API key')
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
})

it('lists tasks, shows one, and takes a deletion back', async () => {
  const body = {
    html: '<h1>Listed</h1>',
    goCreditMode: false,
    metadata: { order: '<img src=x onerror=alert(1)>' },
  }
  const made = await fetch(`${origin}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const id = made.headers.get('x-task-id') ?? ''
  const { page, complaints } = await openTab(browser, origin)
  await page.goto(`${origin}/studio/#key=${key}`)
  await click(page, 'Tasks[role="link"]')
  await clickOn(page, `a[href="#/tasks/${id}"]`)
  await page.waitForSelector('img.sheet')
  expect([complaints, await seriousFindings(page)]).toEqual([[], []])
  await click(page, 'Delete')
  await click(page, 'Undo')
  await page.waitForSelector('img.sheet')
  const status = await fetch(`${origin}/v1/status/${id}`, { headers: { 'X-API-Key': key } })
  expect(status.status).toBe(200)
})

it('runs nothing of what names, metadata, warnings, errors, webhooks, files, tables and addresses say, on any page', async () => {
  const evil =
    '"><img src=x onerror="window.hostile = 1"><svg onload="window.hostile = 1"><script>window.hostile = 1</script>'
  const own = await newKey(service, { name: evil.slice(0, 60), credits: 20 })
  const headers = { 'X-API-Key': own, 'Content-Type': 'application/json' }
  const send = async (method: string, path: string, body?: object) =>
    await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const thrown = JSON.stringify(evil).replaceAll('</', '<\\/')
  const metadata = { [evil]: evil, link: 'javascript:window.hostile = 1' }
  const sample = { text: evil, [evil.slice(0, 30)]: evil }
  const template = { label: evil.slice(0, 60), page: '<p>{{ text }}', sample }
  const html = `<title>${evil.replaceAll('<', '&lt;')}</title><script>throw new Error(${thrown})</script><p>x`
  const webhook_url = `https://example.com/${evil}`
  const made = await Promise.all([
    send('PUT', '/v1/brand', { name: evil, footer: evil }),
    send('PUT', '/v1/templates/my/evil', template),
    send('PUT', '/v1/webhooks/events', { url: webhook_url, events: ['task.failed'] }),
    send('POST', '/v1/transform', { html, metadata, goCreditMode: false }),
    send('POST', '/v1/qrcode', { data: evil, async_mode: true, webhook_url, metadata }),
    send('POST', '/v1/transform', { html: '<p>x', options: { wait_for: '.a, #b', timeout: 5 }, metadata }),
  ])
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 200, 202, 504])
  const endpoint = { name: evil.slice(0, 60), template_id: 'my/evil' }
  expect((await send('PUT', '/v1/endpoints/evil', endpoint)).ok).toBe(true)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hostile = 1"><script>top.hostile = 1</script></svg>`
  const stored = await fetch(`${origin}/v1/assets/evil.svg`, {
    method: 'PUT',
    headers: { 'X-API-Key': own },
    body: svg,
  })
  expect(stored.status).toBe(201)
  const batch = await send('POST', '/v1/batch', { endpoint: 'transform', entries: [{ html, metadata }] })
  const { batch_id } = (await batch.json()) as { batch_id: string }
  const { tasks } = (await (await send('GET', '/v1/tasks')).json()) as { tasks: { task_id: string }[] }
  expect(tasks).toHaveLength(4)

  const { page, foreign, close } = await openTab(browser, origin)
  await page.goto(`${origin}/studio/#key=${own}`)
  await page.waitForSelector('main')
  const said = encodeURIComponent(evil)
  const ran = `[window.hostile, document.querySelectorAll('img[src=x], [onerror], [onload], a[href^=javascript]').length]`
  for (const address of [
    ...[
      'make',
      'make/my/evil',
      'templates',
      'templates/my/evil',
      'tasks',
      'webhooks',
      'brand',
      'assets',
      'webhooks/events',
      'keys',
      'usage',
    ],
    ...tasks.map(({ task_id }) => `tasks/${task_id}`),
    ...[`batches/${batch_id}`, `tasks/${said}`, `tasks?status=${said}`, `make/${said}`, `templates/${said}`],
  ]) {
    await page.goto(`${origin}/studio/#/${address}`)
    await page.waitForSelector('main h1')
    // What it asks the API for comes a moment later; the window is the same on all pages.
    await waitForQuiet(page, 200)
    expect([address, ...((await page.evaluate(ran)) as unknown[])]).toEqual([address, null, 0])
  }
  // A table whose file, columns and cells are hostile.
  await page.goto(`${origin}/studio/#/batch`)
  await page.waitForSelector('.drop')
  const cell = JSON.stringify(`"${evil.replaceAll('"', '""')}"`)
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${cell} + ',text\\n' + ${cell} + ',' + ${cell}], ${JSON.stringify(`${evil}.csv`)}))
    document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  })()`)
  await page.waitForSelector('.mapping .first-value')
  expect(await page.evaluate(ran)).toEqual([null, 0])
  expect(foreign()).toEqual([])
  await close()
})

/** The address of the picture of the page, once it is another one. */
async function pictureOtherThan(page: Page, former: string | undefined): Promise<string> {
  const shown = await page.waitForFunction(
    `(() => { const { src } = document.querySelector('.paper-sheet img:not(.old)') ?? {}; return src !== ${JSON.stringify(former)} && src })()`,
  )
  return String(await shown.jsonValue())
}
