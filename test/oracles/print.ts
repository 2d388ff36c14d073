/** Prints HTML as the service does, straight with puppeteer, so that finishing is tested on real Chromium output. */
import puppeteer, { type PDFOptions } from 'puppeteer-core'

export type Printer = {
  /** Prints a whole document; untagged, backgrounds on and `@page` sizes respected unless told otherwise. */
  print(html: string, options?: PDFOptions): Promise<Uint8Array>
  close(): Promise<void>
}

/** Opens one browser (the launcher that `scripts/browser.mjs` prepared); the caller closes it in `afterAll`. */
export async function openPrinter(): Promise<Printer> {
  const executablePath = process.env.PLATEN_CHROME
  if (!executablePath) throw new Error('No Chromium was found: set CHROME_PATH and run again.')
  const browser = await puppeteer.launch({ executablePath, headless: 'shell', timeout: 120_000 })
  return {
    async print(html, options = {}) {
      const page = await browser.newPage()
      // Validators compute beside this.
      page.setDefaultTimeout(120_000)
      try {
        await page.setContent(html, { waitUntil: 'load' })
        const defaults = {
          printBackground: true,
          preferCSSPageSize: true,
          tagged: false,
          format: 'A4',
          timeout: 120_000,
        } as const
        return await page.pdf({ ...defaults, ...options })
      } finally {
        await page.close()
      }
    },
    close: () => browser.close(),
  }
}
