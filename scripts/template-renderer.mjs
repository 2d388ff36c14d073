/** Renders templates outside the service, for goldens and previews: our own code in a bundle, a browser, a PDF. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import puppeteer from 'puppeteer-core'
import { prepareBrowser, root } from './browser.mjs'
import { packTemplates } from './templates.mjs'

/** Returns the shipped templates, `html(template, data)`, `pdf(template, data)` and `close()`. */
export async function templateRenderer() {
  packTemplates()
  const { renderDocument, templates } = await bundled()
  const { PLATEN_CHROME: executablePath } = await prepareBrowser()
  const browser = await puppeteer.launch({ executablePath, headless: 'shell' })
  return {
    templates,
    html: async (template, data) => (await renderDocument(template, data)).html,
    async pdf(template, data) {
      const { html } = await renderDocument(template, data)
      const page = await browser.newPage()
      await page.setContent(html)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false })
      await page.close()
      return bytes
    },
    close: () => browser.close(),
  }
}

/** `src/templates` as a module that Node can import, built as the Worker's is. */
async function bundled() {
  const outfile = path.join(root, '.wrangler', 'templates', 'renderer.mjs')
  fs.mkdirSync(path.dirname(outfile), { recursive: true })
  const contents = `export { renderDocument } from './src/templates/compile-page'\nexport { templates } from './src/templates/builtin.data'`
  await esbuild.build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, format: 'esm', platform: 'browser', outfile, logLevel: 'error' },
  })
  return await import(`${pathToFileURL(outfile)}?${Date.now()}`)
}
