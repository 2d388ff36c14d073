/** The documents of `render.mjs`: a name, what is sent, and for far browsers what each kind of request asks for. */
import fs from 'node:fs'
import path from 'node:path'
import { photo } from './pictures.mjs'

const invoice = fs.readFileSync(path.join(import.meta.dirname, '../test/samples/invoice.html'), 'utf8')

const paragraph = '<p>A paragraph of a report with some words in it, as long as such paragraphs are. '.repeat(
  3,
)

/** A report whose chapters take a page each, behind one with its title. */
export function reportOf(chapters) {
  const table = `<table>${'<tr><td>Item<td>Text<td>1,234.00'.repeat(12)}</table>`
  const text = paragraph.repeat(4) + table
  const sections = Array.from({ length: chapters }, (_, n) => `<h2>Chapter ${n + 1}</h2>${text}`)
  return `<!doctype html><html lang="en"><title>Report</title><style>h2{break-before:page}table{width:100%}td{border:1px solid #999}</style><body><h1>Report</h1>${sections.join('')}`
}

const script = `${invoice}<script>document.body.append(Array.from({ length: 50 }, (_, n) => n).join(' '))</script>`
const photos = `<!doctype html><html lang="en"><title>Photos</title><body>${Array.from(
  { length: 4 },
  (_, n) => `<img width="600" src="data:image/png;base64,${photo(800, 600, n).toString('base64')}">`,
).join('')}`

export const documents = [
  { name: 'invoice', html: invoice },
  { name: 'invoice, isolation strict', html: invoice, options: { isolation: 'strict' } },
  { name: 'invoice with a script', html: script },
  { name: 'report of 20 pages', html: reportOf(20) },
  { name: 'four photos', html: photos },
]

const around = { header_html: '<b>Head</b>', footer_html: '<i class="pageNumber"></i>' }

export const farKinds = [
  { name: 'plain', html: invoice },
  { name: 'goCreditMode', html: invoice, goCreditMode: true },
  { name: 'header and footer', html: invoice, options: around },
  { name: 'scripts', html: script },
  { name: 'scripts, header, footer, goCreditMode', html: script, options: around, goCreditMode: true },
]
