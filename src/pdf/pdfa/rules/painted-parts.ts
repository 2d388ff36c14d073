/** What painting operators fill and stroke (ISO 32000-1 8.5.3 and table 106). */

const FILLS = new Set('f F f* B B* b b*'.split(' '))
const STROKES = new Set('S s B B* b b*'.split(' '))
const SHOWS = new Set(["'", '"', 'Tj', 'TJ'])

/** Of a path or a text, in a text rendering mode; undefined for other operators. */
export function paintedBy(operator: string, mode: number): { fills: boolean; strokes: boolean } | undefined {
  if (SHOWS.has(operator)) return { fills: [0, 2, 4, 6].includes(mode), strokes: [1, 2, 5, 6].includes(mode) }
  const [fills, strokes] = [FILLS.has(operator), STROKES.has(operator)]
  return fills || strokes ? { fills, strokes } : undefined
}
