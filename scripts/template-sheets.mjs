/**
 * `npm run template-sheets`: prints every template with five kinds of data and writes a contact sheet of the pages of
 * each to `test/out/template-sheets`, for looking at. Name templates to print only those (`-- invoice/classic`).
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { contactSheet } from './gallery.mjs'
import { encodePng, picturesOf } from './picture.mjs'
import { dataOf, KINDS } from './template-data.mjs'
import { templateRenderer } from './template-renderer.mjs'

const out = path.join(root, 'test', 'out', 'template-sheets')
/** A4 at 100 dpi. */
const WIDTH = 827
/** Of each document. */
const PAGES = 4

const wanted = process.argv.slice(2)
fs.mkdirSync(out, { recursive: true })
const renderer = await templateRenderer()
try {
  const ids = renderer.templates.map(({ id }) => id)
  const unknown = wanted.filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`There is no template ${unknown.join(', ')}. There are: ${ids.join(', ')}.`)
  for (const template of renderer.templates) {
    if (wanted.length > 0 && !wanted.includes(template.id)) continue
    const pages = []
    for (const kind of KINDS) {
      const pdf = await renderer.pdf(template, dataOf(template, kind))
      pages.push(...(await picturesOf(pdf, { width: WIDTH, pages: PAGES })))
    }
    const file = path.join(out, `${template.id.replace('/', '-')}.png`)
    fs.writeFileSync(file, encodePng(contactSheet(pages)))
    console.log(`${path.relative(root, file)}: ${pages.length} pages`)
  }
} finally {
  await renderer.close()
}
