/** TrueType programs whose tables are as long, and glyphs as placed, as a test asks for. */

type Shape = {
  glyphs: number
  /** Bytes of one drawing. */
  drawing: number
  /** The place of a glyph in bytes, and that of the one behind the last. */
  placeOf: (glyph: number) => number
  /** Whether places have four bytes in place of two. */
  isLong: boolean
  /** How many further tables have the bytes of the drawings as theirs. */
  shared?: number
  cmap?: Uint8Array
}

const SHARING = ['cvt ', 'fpgm', 'prep', 'gasp']

/** A program with empty drawings. */
export function trueType({ glyphs, drawing, placeOf, isLong, shared = 0, cmap }: Shape): Uint8Array {
  const head = new DataView(new ArrayBuffer(54))
  head.setUint16(18, 1000)
  head.setUint16(50, isLong ? 1 : 0)
  const maxp = new DataView(new ArrayBuffer(6))
  maxp.setUint16(4, glyphs)
  const hhea = new DataView(new ArrayBuffer(36))
  hhea.setUint16(34, 1)
  const loca = new DataView(new ArrayBuffer((isLong ? 4 : 2) * (glyphs + 1)))
  for (let glyph = 0; glyph <= glyphs; glyph++) {
    if (isLong) loca.setUint32(4 * glyph, placeOf(glyph))
    else loca.setUint16(2 * glyph, placeOf(glyph) / 2)
  }
  const hmtx = new DataView(new ArrayBuffer(4 + 2 * (glyphs - 1)))
  const glyf = new DataView(new ArrayBuffer(drawing * glyphs))
  const tables = Object.entries({ glyf, head, hhea, hmtx, loca, maxp, ...(cmap && { cmap: viewOf(cmap) }) })
  return withDirectory(tables, SHARING.slice(0, shared))
}

const viewOf = (bytes: Uint8Array) => new DataView(new Uint8Array(bytes).buffer)

/** A table that gives the character A the glyph 1, for Windows and Unicode: of format 6, or 12 for large fonts. */
export function tableOfA(format: 6 | 12): Uint8Array {
  const head = [0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12]
  const long = (value: number) => [0, 0, 0, value]
  const trimmed = [0, 6, 0, 12, 0, 0, 0, 65, 0, 1, 0, 1]
  const groups = [0, 12, 0, 0, ...long(28), ...long(0), ...long(1), ...long(65), ...long(65), ...long(1)]
  return Uint8Array.from([...head, ...(format === 6 ? trimmed : groups)])
}

function withDirectory(tables: [string, DataView][], sharing: string[]): Uint8Array {
  const count = tables.length + sharing.length
  const pieces = [new Uint8Array(12 + 16 * count)]
  const directory = new DataView(pieces[0]?.buffer ?? new ArrayBuffer(0))
  directory.setUint32(0, 0x10000)
  directory.setUint16(4, count)
  let offset = directory.byteLength
  const name = (index: number, tag: string, [at, length]: [number, number]) => {
    for (let byte = 0; byte < 4; byte++) directory.setUint8(12 + 16 * index + byte, tag.charCodeAt(byte))
    directory.setUint32(12 + 16 * index + 8, at)
    directory.setUint32(12 + 16 * index + 12, length)
  }
  for (const [index, [tag, { buffer, byteLength }]] of tables.entries()) {
    name(index, tag, [offset, byteLength])
    pieces.push(new Uint8Array(buffer as ArrayBuffer), new Uint8Array(-byteLength & 3))
    offset += byteLength + (-byteLength & 3)
  }
  const first = tables[0]?.[1].byteLength ?? 0
  for (const [index, tag] of sharing.entries()) name(tables.length + index, tag, [12 + 16 * count, first])
  return new Uint8Array(Buffer.concat(pieces))
}

/** The bytes of a table of a program. */
export function tableOf(bytes: Uint8Array, tag: string): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
    if (Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') === tag)
      return bytes.slice(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12))
  return undefined
}
