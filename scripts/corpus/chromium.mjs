/** Documents as a plain Chromium prints them: the service's own binary and fonts, its paper and margins. */
import puppeteer from 'puppeteer-core'
import { prepareBrowser } from '../browser.mjs'

const MARGIN = '0.4in'
const IDLE_MS = 1200
const MAX_MS = 30_000

/** Returns `print(address)`, which gives `{pdf, text}` (what a reader can see in print), `draw(html)` and `close()`. */
export async function openChromium() {
  const { PLATEN_CHROME: executablePath } = await prepareBrowser()
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    protocolTimeout: 120_000,
    // Over the launcher's, by which no host is found.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  return {
    async print(address) {
      const page = await browser.newPage()
      page.on('dialog', (dialog) => dialog.dismiss())
      await page.goto(address, { waitUntil: 'load', timeout: MAX_MS })
      await page.waitForNetworkIdle({ idleTime: IDLE_MS, timeout: MAX_MS }).catch(() => undefined)
      await page.emulateMediaType('print')
      const text = await page.evaluate(() => document.body.innerText)
      const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN }
      const pdf = await page.pdf({ format: 'A4', margin, printBackground: true, timeout: 60_000 })
      await page.close()
      return { pdf, text }
    },
    /** A picture of a document of ours, as PNG. */
    async draw(html) {
      const page = await browser.newPage()
      await page.setViewport({ width: 1500, height: 100 })
      await page.setContent(html, { waitUntil: 'load' })
      const png = await page.screenshot({ fullPage: true })
      await page.close()
      return png
    },
    close: () => browser.close(),
  }
}
