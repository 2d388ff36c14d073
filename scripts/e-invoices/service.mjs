/** Our own reading, checking and writing of invoices, for scripts: `src/e-invoice` in a bundle. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import { root } from '../browser.mjs'

const contents = `
  export { readInvoice } from './src/e-invoice/cii/read/invoice'
  export { WRITTEN_PROFILES, writtenProfileOf } from './src/e-invoice/profiles'
  export { readCii } from './src/e-invoice/read-cii'
  export { invoiceSchema } from './src/e-invoice/schema'
  export { writeInvoice } from './src/e-invoice/write-profile'
  export { parseXml } from './src/e-invoice/xml/parse-xml'
  export { extendedInvoice, frenchInvoice, invoices, vehicleInvoice } from './test/fixtures/invoices'`

/** The functions that `contents` names. */
export async function eInvoiceService() {
  const outfile = path.join(root, '.wrangler', 'e-invoices', 'service.mjs')
  fs.mkdirSync(path.dirname(outfile), { recursive: true })
  await esbuild.build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return await import(`${pathToFileURL(outfile)}?${Date.now()}`)
}
