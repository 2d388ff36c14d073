/** Prints documents with and without `goCreditMode` outside the service: our own code in a bundle, and a browser. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import puppeteer from 'puppeteer-core'
import { prepareBrowser, root } from './browser.mjs'
import { bundleInPage } from './in-page.mjs'

/**
 * Returns `print(html, options, goCreditMode)`, which gives `{pdf, text, optimised}` (`text` as it was to be seen); `look(html)`, which gives the
 * milliseconds of the page's own thread that one audit takes; and `close()`.
 */
export async function openOptimiser() {
  const { composeDocument, InPageWorld, optimizeForPrint, printParameters, viewportFor } = await bundled()
  const { PLATEN_CHROME: executablePath } = await prepareBrowser()
  const browser = await puppeteer.launch({ executablePath, headless: 'shell', protocolTimeout: 120_000 })

  /** A page with the document laid out as the service does, and what optimising asks of it. */
  async function open(html, options) {
    const { optimizeRequest, print } = printParameters(options)
    const page = await browser.newPage()
    const cdp = await page.createCDPSession()
    const evaluate = async (expression) => {
      const answer = await cdp.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description)
      return answer.result.value
    }
    const world = new InPageWorld()
    const callInPage = (name, ...args) => evaluate(world.expression(name, ...args))
    const resize = (size) => page.setViewport({ ...size, deviceScaleFactor: 1 })
    await resize(viewportFor(options, { heightIsSeen: true }))
    await page.emulateMediaType('print')
    await page.setContent(composeDocument({ html, options }).html, { waitUntil: 'load' })
    await evaluate('document.fonts.ready.then(() => undefined)')
    return { page, cdp, evaluate, callInPage, resize, optimizeRequest, print }
  }

  return {
    async print(html, options, goCreditMode) {
      const { page, cdp, optimizeRequest, print, ...laidOut } = await open(html, options)
      const text = await laidOut.evaluate('document.body.innerText')
      const optimised = goCreditMode
        ? await optimizeForPrint(laidOut, optimizeRequest, { now: () => performance.now() })
        : undefined
      const { data } = await cdp.send('Page.printToPDF', { ...print, scale: optimised?.scale ?? print.scale })
      await page.close()
      return { pdf: Buffer.from(data, 'base64'), text, optimised }
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

/** Our own code that decides, as a module that Node can import. */
async function bundled() {
  bundleInPage()
  const outfile = path.join(root, '.wrangler', 'optimiser.mjs')
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
