/** The Studio in a real browser, against one real `npm start`. */
import puppeteer, { type Page } from 'puppeteer-core'
import { expect, inject, it } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { prepareBrowser } from '../../scripts/browser.mjs'

const { origin, token } = inject('service')

it('takes the key out of the link, shows the page of what is typed, and asks nobody else', async () => {
  const { api_key: key } = await askOperator<{ api_key: string }>(origin, token, '/accounts', {
    name: 'studio',
    plan: 'Pro',
    credits: 5,
  })
  const { PLATEN_CHROME: executablePath = '' } = await prepareBrowser()
  // The service's browser has no network; this one has the service.
  const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--lang=en-US']
  const browser = await puppeteer.launch({ executablePath, args, headless: 'shell' })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${origin}/studio/#key=${key}`)
    const first = await pictureOtherThan(page, undefined)
    expect(page.url()).toBe(`${origin}/studio/`)
    const field = await page.waitForSelector('aria/Number[role="textbox"]')
    await field?.click({ count: 3 })
    await field?.type('2027-1')
    expect(await pictureOtherThan(page, first)).toMatch(/^blob:/)
    await page.waitForSelector('aria/Payment: IBAN[role="textbox"]')
    const foreign = asked.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url))
    expect([foreign, complaints]).toEqual([[], []])
    expect(asked.filter((url) => url.includes(key) && !url.includes('#'))).toEqual([])
    const credits = await fetch(`${origin}/v1/credits`, { headers: { 'X-API-Key': key } })
    expect(await credits.json()).toMatchObject({ credits_left: 5 })
  } finally {
    await browser.close()
  }
})

/** The address of the picture of the page, once it is another one. */
async function pictureOtherThan(page: Page, former: string | undefined): Promise<string> {
  const shown = await page.waitForFunction(
    `(() => { const { src } = document.querySelector('.page img:not(.old)') ?? {}; return src !== ${JSON.stringify(former)} && src })()`,
  )
  return String(await shown.jsonValue())
}
