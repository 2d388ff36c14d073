/** Prints documents with and without `goCreditMode` outside the service: our own code in a bundle, and a browser. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import puppeteer from 'puppeteer-core'
import { prepareBrowser, root } from './browser.mjs'
import { bundleInPage } from './in-page.mjs'

/**
 * @typedef {object} LaidOut A document as it is laid out for paper.
 * @property {(expression: string) => Promise<unknown>} evaluate
 * @property {(size: { width: number, height: number }) => Promise<void>} resize
 * @property {{ paper: object, backgrounds: boolean }} optimizeRequest
 */

/**
 * Returns `print(html, options, goCreditMode, beforePrint, limitMs)`, which gives `{pdf, text, optimized, told}`
 * (`text` as it was to be seen, `told` by `beforePrint`; with a limit for each call, `optimized` is absent where that
 * was too little); `look(html)`, which gives the milliseconds of the page's own thread that one audit takes; and
 * `close()`. A document with a `base_url` has that address, and may load files. `args` are the browser's.
 * @param {{ args?: string[] }} settings
 */
export async function openOptimizer({ args = [] } = {}) {
  const { composeDocument, InPageWorld, optimizeForPrint, printParameters, viewportFor } = await bundled()
  const { PLATEN_CHROME: executablePath } = await prepareBrowser()
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    protocolTimeout: 120_000,
    args,
  })

  /** A page with the document laid out as the service does, and what optimizing asks of it. */
  async function open(html, options) {
    const { optimizeRequest, print } = printParameters(options)
    const page = await browser.newPage()
    const cdp = await page.createCDPSession()
    const evaluate = async (expression, timeout) => {
      const answer = await cdp.send('Runtime.evaluate', {
        expression,
        timeout,
        awaitPromise: true,
        returnByValue: true,
      })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description)
      return answer.result.value
    }
    const world = new InPageWorld()
    const callWithin =
      (timeout) =>
      (name, ...args) =>
        evaluate(world.expression(name, ...args), timeout)
    const callInPage = callWithin()
    const resize = (size) => page.setViewport({ ...size, deviceScaleFactor: 1 })
    await resize(viewportFor(options, { heightIsSeen: true }))
    await page.emulateMediaType('print')
    const composed = composeDocument({ html, options }).html
    if (options.base_url) await visit(page, options.base_url, composed)
    else await page.setContent(composed, { waitUntil: 'load' })
    // Navigating to another process loses it.
    await cdp.send('Emulation.setEmulatedMedia', { media: 'print' })
    await evaluate('document.fonts.ready.then(() => undefined)')
    const larger = await callInPage('layOutLargerPages', optimizeRequest.paper)
    const request = larger ? { ...optimizeRequest, paper: larger, mayScale: false } : optimizeRequest
    return { page, cdp, evaluate, callInPage, callWithin, resize, optimizeRequest: request, print }
  }

  return {
    /**
     * @param {string} html
     * @param {Record<string, unknown>} options
     * @param {boolean} goCreditMode
     * @param {(page: LaidOut, scale: number) => Promise<unknown>} [beforePrint] gets what optimizing asks of the page, and the print scale
     * @param {number} [limitMs]
     */
    async print(html, options, goCreditMode, beforePrint, limitMs) {
      const { page, cdp, optimizeRequest, print, callWithin, ...laidOut } = await open(html, options)
      const text = await laidOut.evaluate('document.body.innerText')
      const optimize = (asked) => optimizeForPrint(asked, optimizeRequest, { now: () => performance.now() })
      const optimizeWithin = async () => {
        // The page has the functions before their time is short.
        await laidOut.callInPage('undo')
        return optimize({ ...laidOut, callInPage: callWithin(limitMs) }).catch(() => undefined)
      }
      const optimized = goCreditMode && (await (limitMs ? optimizeWithin() : optimize(laidOut)))
      const scale = optimized?.scale ?? print.scale
      const told = await beforePrint?.({ ...laidOut, optimizeRequest }, scale)
      const { data } = await cdp.send('Page.printToPDF', { ...print, scale })
      await page.close()
      return { pdf: Buffer.from(data, 'base64'), text, optimized: optimized || undefined, told }
    },
    async look(html) {
      const { page, cdp, callInPage, optimizeRequest } = await open(html, {})
      const { paper, backgrounds } = optimizeRequest
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      const busy = async () => {
        const { metrics } = await cdp.send('Performance.getMetrics')
        return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
      }
      const before = await busy()
      const audit = await callInPage('audit', { paper, backgrounds })
      const ms = (await busy()) - before
      if (!audit.pages) throw new Error('the audit did not look')
      await page.close()
      return ms
    },
    close: () => browser.close(),
  }
}

/** Has a page show a document as if it came from an address, and waits until it asks for nothing more. */
async function visit(page, address, html) {
  page.on('dialog', (dialog) => dialog.dismiss())
  await page.setRequestInterception(true)
  page.on('request', (request) =>
    request.url() === address
      ? request.respond({ contentType: 'text/html; charset=utf-8', body: html })
      : request.continue(),
  )
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForNetworkIdle({ idleTime: 1000, timeout: 20_000 }).catch(() => undefined)
}

/** Our own code that decides, as a module that Node can import. */
async function bundled() {
  bundleInPage()
  const outfile = path.join(root, '.wrangler', 'optimizer.mjs')
  fs.mkdirSync(path.dirname(outfile), { recursive: true })
  const contents = `
    export { composeDocument } from './src/render/compose-document'
    export { optimizeForPrint } from './src/optimize/optimize'
    export { InPageWorld } from './src/browser/in-page-world'
    export { printParameters, viewportFor } from './src/render/print-parameters'`
  await esbuild.build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, format: 'esm', platform: 'browser', outfile, logLevel: 'error' },
  })
  return await import(`${pathToFileURL(outfile)}?${Date.now()}`)
}
