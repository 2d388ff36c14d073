/** Writes ToUnicode character maps (ISO 32000-1 9.10.3): which text a font's codes stand for. */

const HEADER = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
  '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
]
const FOOTER = ['endcmap CMapName currentdict /CMap defineresource pop end end']

type Pairs = [code: number, character: number][]

/** A map from codes of `width` bytes to characters (code points). */
export function toUnicode(pairs: Pairs, width: 1 | 2): string {
  const space = `<${'0'.repeat(2 * width)}> <${'F'.repeat(2 * width)}>`
  const parts = [
    ...HEADER,
    '1 begincodespacerange',
    space,
    'endcodespacerange',
    ...blocks(pairs, width),
    ...FOOTER,
  ]
  return parts.join('\n')
}

/** The same map with more pairs. */
export function withPairs(map: string, pairs: Pairs, width: 1 | 2): string {
  return map.replace('endcmap', () => `${blocks(pairs, width).join('\n')}\nendcmap`)
}

function blocks(pairs: Pairs, width: 1 | 2): string[] {
  const code = (value: number) =>
    value
      .toString(16)
      .toUpperCase()
      .padStart(2 * width, '0')
  const lines = pairs.map(
    ([from, character]) => `<${code(from)}> <${utf16(String.fromCodePoint(character))}>`,
  )
  return inBlocks('bfchar', lines)
}

/** Entries of a character map: a block holds at most 100 (Adobe Technical Note 5014). */
export function inBlocks(kind: 'bfchar' | 'cidrange', entries: string[]): string[] {
  const made: string[] = []
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100)
    made.push(`${block.length} begin${kind}`, ...block, `end${kind}`)
  }
  return made
}

/** A text as hexadecimal UTF-16. */
export function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('')
}
