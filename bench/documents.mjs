/** The documents of `render.mjs`: a name, what is sent, and for far browsers what each kind of request asks for. */
import fs from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

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
  (_, n) => `<img width="600" src="data:image/png;base64,${noise(800, 600, n).toString('base64')}">`,
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

/** A PNG that does not compress well, as photos do not; the same for the same `seed`. */
export function noise(width, height, seed) {
  let state = seed + 1
  const rows = Buffer.alloc((3 * width + 1) * height)
  for (let at = 0; at < rows.length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    rows[at] = at % (3 * width + 1) === 0 ? 0 : (at / 4096 + (state >>> 27)) & 255
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
