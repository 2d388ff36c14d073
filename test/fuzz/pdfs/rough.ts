/** PDFs written by hand, each part of which can be made wrong by itself. */

/** An object's text, or a stream; `length` and `end` may lie. */
export type RoughObject =
  | string
  | { dictionary?: string; data: Uint8Array | string; length?: string; end?: string }

export type RoughPdf = {
  /** By number, the first of them the catalog. */
  objects: RoughObject[]
  header?: string
  /** Between the objects and `startxref`; gets the offset of each object. */
  table?: (offsets: number[]) => string
  trailer?: string
  /** What stands after `startxref`, by the offset of the table. */
  startxref?: (table: number) => string
  end?: string
}

/** The bytes of a file. */
export function roughPdf({
  objects,
  header = '%PDF-1.7\n',
  table = xref,
  trailer = `<</Size ${objects.length + 1}/Root 1 0 R>>`,
  startxref = String,
  end = '%%EOF\n',
}: RoughPdf): Uint8Array {
  const parts: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  write(header)
  objects.forEach((object, index) => {
    offsets.push(length)
    write(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      const { dictionary = '', data, length: said = String(data.length), end = '\nendstream' } = object
      write(`<<${dictionary}/Length ${said}>>\nstream\n`)
      write(data)
      write(end)
    }
    write('\nendobj\n')
  })
  const start = length
  write(`${table(offsets)}trailer\n${trailer}\nstartxref\n${startxref(start)}\n${end}`)
  return new Uint8Array(Buffer.concat(parts))
}

/** A cross-reference table that is right. */
export function xref(offsets: number[]): string {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`
}

export const catalog = '<</Type/Catalog/Pages 2 0 R>>'
export const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>'

/** A page, object 3 of the file, with what else is said of it. */
export function page(more = '', box = '[0 0 100 100]'): string {
  return `<</Type/Page/Parent 2 0 R/MediaBox${box}${more}>>`
}

/** A file of one page; `root` and `leaf` are further entries of the catalog and the page, `more` objects from 4 on. */
export function withOnePage({
  root = '',
  leaf = '',
  box,
  more = [],
  ...rest
}: { root?: string; leaf?: string; box?: string; more?: RoughObject[] } & Partial<RoughPdf>): Uint8Array {
  const objects = [`<</Type/Catalog/Pages 2 0 R${root}>>`, onePage, page(leaf, box), ...more]
  return roughPdf({ objects, ...rest })
}
