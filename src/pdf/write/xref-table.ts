/** Cross-references: where in a file each object stands, by number from 1 (ISO 32000-2, 7.5.4 and 7.5.8). */

/** At a byte of the file, or at a place in an object stream. */
export type XrefEntry = { offset: number } | { stream: number; index: number }

/** The classic table, for files without object streams; `places[0]` is not used. */
export function referenceTable(places: XrefEntry[]): string {
  const lines = places.slice(1).map((place) => {
    const offset = 'offset' in place ? place.offset : 0
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return `xref\n0 ${places.length}\n0000000000 65535 f \n${lines.join('')}`
}

/**
 * The rows of a cross-reference stream, to be deflated: type, offset or stream, index, each row the difference to
 * the one above (PNG's "up", predictor 12), which leaves mostly zeros. `entries` describe them.
 */
export function referenceRows(
  places: XrefEntry[],
  largestOffset: number,
): { rows: Uint8Array; entries: string } {
  const wide = largestOffset > 0xffffff ? 4 : 3
  const columns = 1 + wide + 2
  const rows = new Uint8Array(places.length * (columns + 1))
  let above = new Uint8Array(columns)
  for (let index = 0; index < places.length; index++) {
    const row = fieldsOf(places[index], wide)
    const target = index * (columns + 1)
    rows[target] = 2
    for (let at = 0; at < columns; at++) rows[target + 1 + at] = (row[at] ?? 0) - (above[at] ?? 0)
    above = row
  }
  const predictor = `/DecodeParms<</Columns ${columns}/Predictor 12>>`
  return { rows, entries: `/Size ${places.length}/W[1 ${wide} 2]/Filter/FlateDecode${predictor}` }
}

function fieldsOf(place: XrefEntry | undefined, wide: number): Uint8Array<ArrayBuffer> {
  const [type, second, third] = !place
    ? [0, 0, 0]
    : 'offset' in place
      ? [1, place.offset, 0]
      : [2, place.stream, place.index]
  const fields = new Uint8Array(1 + wide + 2)
  fields[0] = type
  for (let at = 0; at < wide; at++) fields[1 + at] = Math.floor(second / 256 ** (wide - 1 - at))
  fields[wide + 1] = third >> 8
  fields[wide + 2] = third
  return fields
}
