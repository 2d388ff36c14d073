/** Making documents in a real browser, against one real `npm start`: the gallery, the brand, the form and what is said of it. */
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { click } from '../support/click'
import {
  download,
  fill,
  isTooWide,
  launchStudioBrowser,
  newKey,
  openTab,
  seriousFindings,
  signIn,
} from '../support/studio-browser'
import { zxing } from '../support/zxing'

const service = inject('service')
const { origin } = service
let browser: Browser
beforeAll(async () => {
  browser = await launchStudioBrowser()
})
afterAll(() => browser.close())

async function open(
  place: string,
  { plan = 'Pro', ...look }: Parameters<typeof openTab>[2] & { plan?: string } = {},
) {
  const key = await newKey(service, { name: 'make', plan, credits: 10 })
  const tab = await openTab(browser, origin, look)
  await signIn(tab.page, origin, key, place)
  return { ...tab, key }
}

const ask = async (key: string, path: string) =>
  (await fetch(origin + path, { headers: { 'X-API-Key': key } })).json()
/** A browser notes each refusal of the API, such as what is wrong with data. */
const unexpected = (complaints: readonly string[]) => complaints.filter((text) => !/status of 400/.test(text))

it('stores a brand, which all templates of the gallery wear, and takes it back', async () => {
  const { page, key, complaints, foreign, close } = await open('brand')
  await page.waitForSelector('.paper img:not(.old)')
  await fill(page, 'Name, where there is no logo', 'Kestrel Instruments')
  await page.evaluate(`(() => {
    const colour = document.querySelector('input[type=color]')
    colour.value = '#c0392b'
    colour.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)
  const logo = await page.waitForSelector('.picture-field input[type=file]')
  await (logo as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile('test/goldens/event-badge-1.png')
  await page.waitForSelector('option[value="asset:event-badge-1.png"]')
  await click(page, 'Save the brand')
  await page.waitForSelector('::-p-text(The brand is saved.)')
  const brand = { name: 'Kestrel Instruments', accent: '#c0392b', logo: 'asset:event-badge-1.png' }
  expect(await ask(key, '/v1/brand')).toEqual(brand)
  await click(page, 'See it in all templates')
  await page.waitForFunction('document.querySelectorAll(\'.card img[src^="blob:"]\').length >= 4')
  expect(await seriousFindings(page)).toEqual([])
  await page.goto(`${origin}/studio/#/brand`)
  await click(page, 'Remove the brand')
  await click(page, 'Undo')
  expect(await ask(key, '/v1/brand')).toEqual(brand)
  expect([foreign(), unexpected(complaints)]).toEqual([[], []])
  await close()
})

it('says at a field what is wrong with it, in words that assistive technology reads with it', async () => {
  const { page, key, close } = await open('make/invoice/classic', { width: 390, scheme: 'dark' })
  await page.waitForSelector('.paper-sheet img:not(.old)')
  // Codes are suggested.
  await page.locator('::-p-aria(Currency[role="combobox"])').fill('EURO')
  // Each letter may be remarked on.
  await page.waitForSelector('.remark::-p-text(EURO)')
  const described = await page.$eval('aria/Currency[role="combobox"]', (field) => {
    const [about = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return (
      field.getRootNode() as unknown as { getElementById(id: string): { textContent: string } | null }
    ).getElementById(about)?.textContent
  })
  expect(described).toContain('"EURO" is no currency code (ISO 4217)')
  await fill(page, 'Payment: IBAN', 'NL00ABNA0417164300')
  await page.waitForFunction("document.querySelectorAll('.remark').length > 1")
  await fill(page, 'Payment: IBAN', '')
  await page.waitForSelector('.remark::-p-text(Without an account)')
  expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false])
  // The same as JSON: a name that no template reads is told, with the one that was meant. Nothing was charged.
  await click(page, 'JSON[role="tab"]')
  // A phone has the editor from the first focus on.
  await page.waitForSelector('.code-editor textarea')
  await page.focus('.code-editor textarea')
  await page.waitForSelector('>>> .cm-content')
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.sendCharacter('{"number": "1", "items": [{"name": "A"')
  await page.waitForSelector('::-p-text(This is not a JSON object yet)')
  await page.waitForSelector('::-p-text(Line 1, column 39: Expected)')
  await page.keyboard.sendCharacter('}]}')
  await page.waitForSelector('::-p-text(did you mean "lines"?)')
  expect(await ask(key, '/v1/credits')).toMatchObject({ credits_left: 10 })
  expect(await ask(key, '/v1/tasks')).toMatchObject({ tasks: [] })
  await close()
})

it('draws what a fast typist of the plan Free means, one page at a time and none too many', async () => {
  const { page, complaints, close } = await open('make/certificate/classic', { plan: 'Free' })
  await page.waitForSelector('.paper-sheet img:not(.old)')
  // Counted in the page itself: what the browser tells of its requests may be late.
  await page.evaluate(`(() => {
    window.previews = { underWay: 0, most: 0, statuses: [], newest: '' }
    const ask = window.fetch
    window.fetch = async (...asked) => {
      if (!String(asked[0]?.url ?? asked[0]).endsWith('/v1/preview')) return await ask(...asked)
      previews.most = Math.max(previews.most, ++previews.underWay)
      previews.newest = String(asked[1]?.body)
      try {
        const answer = await ask(...asked)
        previews.statuses.push(answer.status)
        return answer
      } finally {
        previews.underWay--
      }
    }
  })()`)
  await fill(page, 'Recipient', '')
  await page.keyboard.type('The quick brown fox jumps over the lazy dog, and then again.', { delay: 60 })
  await page.waitForFunction("previews.underWay === 0 && previews.newest.includes('and then again.')")
  await page.waitForSelector('.paper-sheet img:not(.old)')
  const { most, statuses } = (await page.evaluate('previews')) as { most: number; statuses: number[] }
  expect(statuses).not.toContain(429)
  expect(statuses.at(-1)).toBe(200)
  expect(most).toBe(1)
  await page.keyboard.down('Control')
  await page.keyboard.press('z')
  await page.keyboard.up('Control')
  expect(unexpected(complaints).filter((text) => !/status of 409/.test(text))).toEqual([])
  await close()
})

it('makes an e-invoice that keeps its rules, for the price that was said', async () => {
  const { page, key, close } = await open('make/invoice/classic')
  await page.waitForSelector('.paper-sheet img:not(.old)')
  await fill(page, 'Number', 'F-2026-18')
  await click(page, 'Remove Line 5')
  await click(page, 'E-invoice (Factur-X)')
  // What would refuse it is told at its field, before.
  await fill(page, 'Number', '')
  await page.waitForSelector('.field:has(input) .remark::-p-text(BR-02)')
  await fill(page, 'Number', 'F-2026-18')
  await page.waitForSelector('aria/Download PDF · 2 credits')
  const file = await download(page, () => click(page, 'Download PDF · 2 credits'))
  await page.waitForSelector('::-p-text(2 credits)')
  expect(await ask(key, '/v1/credits')).toMatchObject({ credits_left: 8 })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'invoice.pdf')
  const asked = { method: 'POST', headers: { 'X-API-Key': key }, body: form }
  expect(await (await fetch(`${origin}/v1/inspect`, asked)).json()).toMatchObject({
    conformance: { verdicts: [{ standard: 'PDF/A-3b', conforms: true }] },
    invoice: { valid: true, invoice: { number: 'F-2026-18', lines: Array(4).fill({}) } },
  })
  await close()
})

it('makes a QR code of a Wi-Fi network that a scanner reads', async () => {
  const { page, close } = await open('qr')
  await page.waitForSelector('.qr-symbol')
  await page.select('select', 'wifi')
  await fill(page, 'Name of the network', 'Café; guests')
  await fill(page, 'Password', 'se:cret')
  const file = await download(page, () => click(page, 'Download PNG'))
  expect((await zxing(new Uint8Array(file)))?.text).toBe('WIFI:T:WPA;S:Café\\; guests;P:se\\:cret;;')
  await close()
})
