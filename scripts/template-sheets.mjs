/**
 * `npm run template-sheets`: prints every template with five kinds of data and writes a contact sheet of the pages of
 * each to `test/out/template-sheets`, a row for each kind, large enough to read. Name templates to print only those
 * (`-- invoice/classic`), and another folder with `--folder DIR`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './browser.mjs'
import { contactSheet } from './gallery.mjs'
import { encodePng, picturesOf } from './picture.mjs'
import { dataOf, KINDS } from './template-data.mjs'
import { templateRenderer } from './template-renderer.mjs'

/** A4 at 100 dpi. */
const WIDTH = 827
/** Of each document. */
const PAGES = 4
/** A4 at 68 dpi, at which headings and most of the text can be read. */
const LAYOUT = { columns: PAGES, cell: { width: 560, height: 792 } }

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: path.join(root, 'test', 'out', 'template-sheets') } },
})
const out = path.resolve(values.folder)
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
      const pictures = await picturesOf(pdf, { width: WIDTH, pages: PAGES })
      pages.push(...Array.from({ length: PAGES }, (_, page) => pictures[page]))
    }
    const file = path.join(out, `${template.id.replace('/', '-')}.png`)
    fs.writeFileSync(file, encodePng(contactSheet(pages, LAYOUT)))
    console.log(`${file}: ${pages.filter(Boolean).length} pages`)
  }
} finally {
  await renderer.close()
}
