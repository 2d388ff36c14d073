/**
 * How many pages a PDF has, without parsing the rest of it: for files as Chromium writes them, with a plain
 * cross-reference table (ISO 32000-1 7.5.4) and objects outside object streams.
 */

/** Number of pages; throws if the file is not of that plain form. */
export function countPages(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const start = /startxref\s+(\d+)/.exec(text.subarray(-1024).toString('latin1'))
  const table = Number(start?.[1])
  const trailer = text.subarray(text.lastIndexOf('trailer')).toString('latin1')
  const root = /\/Root\s+(\d+)\s/.exec(trailer)
  if (!start || !root) throw new Error('no cross-reference table')
  const catalog = objectAt(text, table, Number(root[1]))
  const pages = /\/Pages\s+(\d+)\s/.exec(catalog)
  if (!pages) throw new Error('no page tree')
  const count = /\/Count\s+(\d+)/.exec(objectAt(text, table, Number(pages[1])))
  if (!count) throw new Error('no page count')
  return Number(count[1])
}

/** The text of an indirect object, found through a table of a single section; entries have 20 bytes. */
function objectAt(text: Buffer, table: number, number: number): string {
  const head = /^xref\s+0\s+\d+\s*?\r?\n/.exec(text.subarray(table, table + 64).toString('latin1'))
  if (!head) throw new Error('no cross-reference table')
  const entry = table + head[0].length + 20 * number
  const offset = Number(text.subarray(entry, entry + 10).toString('latin1'))
  const end = text.indexOf('endobj', offset)
  return text.subarray(offset, end).toString('latin1')
}
