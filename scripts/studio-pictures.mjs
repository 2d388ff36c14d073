/**
 * `npm run studio-pictures`: opens every page of the Studio, the home page and pages of the documentation in a browser,
 * 390 and 1440 pixels wide, light and dark, and writes a picture of each to `test/out/studio`, and of each width and
 * scheme a sheet of all to `docs/decisions/studio-pictures`, for looking at.
 */
import fs from 'node:fs'
import path from 'node:path'
import puppeteer from 'puppeteer-core'
import { launchService } from '../bench/service.mjs'
import { root } from './browser.mjs'

const out = path.join(root, 'test', 'out', 'studio')
const kept = path.join(root, 'docs', 'decisions', 'studio-pictures')
/** Of a page no more is shown; a phone shows more of it below each other. In pixels. */
const MAX_HEIGHT = { 390: 1700, 1440: 1300 }
/** Width of a page on a sheet, and how many stand side by side. */
const ON_SHEET = { 390: { width: 195, columns: 7 }, 1440: { width: 440, columns: 4 } }
const QUALITY = 55
/** A machine that does much else is slow. */
const MAX_WAIT_MS = 120_000

const service = await launchService({}, { ownState: true })
const browser = await puppeteer.launch({
  executablePath: service.chrome,
  headless: 'shell',
  // Nobody but the service is asked.
  args: ['--lang=en-US', '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
try {
  const account = await service.admin('/accounts', { name: 'Kestrel Instruments', plan: 'Pro', credits: 500 })
  const places = await placesOf(account.api_key)
  for (const folder of [out, kept]) fs.mkdirSync(folder, { recursive: true })
  for (const width of [1440, 390]) {
    for (const scheme of ['light', 'dark']) {
      const pictures = []
      for (const [name, place] of Object.entries(places)) {
        const picture = await pictureOf(account.api_key, { width, scheme, ...place })
        fs.writeFileSync(path.join(out, `${name}-${width}-${scheme}.png`), picture)
        pictures.push({ name, picture })
      }
      fs.writeFileSync(path.join(kept, `${width}-${scheme}.webp`), await sheetOf(pictures, { width, scheme }))
      console.log(`${width} px, ${scheme}: ${pictures.length} pages`)
    }
  }
} finally {
  await browser.close()
  await service.stop()
}

/**
 * @typedef {object} Place Where a page stands, what to wait for, and what to press first.
 * @property {string} address
 * @property {string} ready
 * @property {string} [press]
 * @property {string} [token] of the operator
 * @property {boolean} [isSigned] by default with a key
 */

/**
 * The pages by their names. Makes what they show.
 * @returns {Promise<Record<string, Place>>}
 */
async function placesOf(key) {
  const ask = async (method, address, body) => {
    const answer = await fetch(service.origin + address, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const note = { label: 'Note', page: '<h1 class="display">{{ title }}</h1>\n<p>{{ text }}</p>\n' }
  const sample = { title: 'Harbour', text: 'Printed by Platen.' }
  await ask('PUT', '/v1/templates/my/note', { ...note, sample })
  await ask('PUT', '/v1/templates/my/note', { ...note, sample, style: 'h1 { color: #1b4b66 }' })
  await ask('PUT', '/v1/brand', { name: 'Kestrel Instruments', accent: '#1b4b66' })
  const event = { url: 'https://example.com/platen-events', events: ['credits.low', 'task.failed'] }
  await ask('PUT', '/v1/webhooks/events', { ...event, credits_below: 100 })
  const invoice = { template_id: 'certificate/classic', data: { recipient: 'Ada Lovelace' } }
  const made = await ask('POST', '/v1/generate', { ...invoice, metadata: { order: 17 } })
  await ask('POST', '/v1/qrcode', { data: 'https://example.com' })
  const failing = { html: '<p>', options: { wait_for: '#never', timeout: 1 } }
  await ask('POST', '/v1/transform', failing).catch(() => undefined)
  const batch = await ask('POST', '/v1/batch', {
    endpoint: 'transform',
    entries: [{ html: '<p>One' }, failing],
  })
  const { batch_id: batchId } = await batch.json()
  const drawn = '.paper-sheet img:not(.old)'
  const studio = (place, ready = 'main h1', press) => ({ address: `/studio/#/${place}`, ready, press })
  return {
    home: { address: '/', ready: '.sheet-frame img' },
    'sign-in': { address: '/studio/#/', ready: 'input[name=key]', isSigned: false },
    gallery: studio('make', '.card img'),
    make: studio('make/invoice/classic', drawn),
    code: studio('make/invoice/classic', '.copy-as', 'Use it[role="tab"]'),
    templates: studio('templates', 'tbody tr'),
    template: studio('templates/my/note', drawn),
    options: studio('templates/my/note', '.option-grid', 'Options[role="tab"]'),
    use: studio('templates/my/note', '.copy-as', 'Use it[role="tab"]'),
    versions: studio('templates/my/note', '.diff', 'Versions[role="tab"]'),
    html: studio('html', '.report'),
    batch: studio('batch', '.drop'),
    mapped: studio('batch', drawn, 'Try it with an example'),
    qr: studio('qr', '.qr-symbol'),
    inspect: studio('inspect'),
    tasks: studio('tasks', 'tbody tr'),
    task: studio(`tasks/${made.headers.get('x-task-id')}`, 'img.sheet'),
    batches: studio(`batches/${batchId}`, 'tbody tr'),
    webhooks: studio('webhooks'),
    events: studio('webhooks/events', 'main form'),
    usage: studio('usage', 'main table'),
    keys: studio('keys', 'tbody tr'),
    brand: studio('brand', drawn),
    assets: studio('assets'),
    operator: { address: '/studio/#/operator', ready: 'tbody tr', token: service.token },
    docs: { address: '/docs/', ready: 'h1' },
    guide: { address: '/docs/guide/templates/', ready: 'h1' },
    operation: { address: '/docs/reference/preview/', ready: 'h1' },
  }
}

/** @param {Place & { width: number, scheme: string }} place */
async function pictureOf(key, place) {
  const { width, scheme, address, ready, press, token, isSigned = true } = place
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(MAX_WAIT_MS)
  await page.setViewport({ width, height: 900 })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  if (isSigned && !token && address.includes('/studio/'))
    await page.goto(`${service.origin}/studio/#key=${key}`)
  await page.goto(service.origin + address)
  if (token) {
    await page.locator('input[type=password]').fill(token)
    await page.keyboard.press('Enter')
  }
  if (press) await page.locator(`::-p-aria(${press})`).click()
  await page.waitForSelector(ready)
  await page.waitForNetworkIdle({ idleTime: 500 })
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT[width]) }
  const picture = await page.screenshot({ clip, captureBeyondViewport: true })
  await context.close()
  return picture
}

/** All pages beside each other, with their names, as WebP. */
async function sheetOf(pictures, { width, scheme }) {
  const { width: shown, columns } = ON_SHEET[width]
  const figures = pictures.map(
    ({ name, picture }) =>
      `<figure><img src="data:image/png;base64,${Buffer.from(picture).toString('base64')}" width="${shown}"><figcaption>${name}</figcaption></figure>`,
  )
  const [paper, ink] = scheme === 'dark' ? ['#333', '#ddd'] : ['#ccc', '#222']
  const style = `body{margin:12px;display:grid;grid-template-columns:repeat(${columns},${shown}px);gap:16px;align-items:start;background:${paper};font:12px sans-serif;color:${ink}}figure{margin:0}img{display:block}figcaption{padding-top:3px}`
  const page = await browser.newPage()
  await page.setViewport({ width: columns * (shown + 16) + 8, height: 600 })
  await page.setContent(`<style>${style}</style>${figures.join('')}`)
  const sheet = await page.screenshot({ fullPage: true, type: 'webp', quality: QUALITY })
  await page.close()
  return sheet
}
