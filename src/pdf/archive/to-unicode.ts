/** ToUnicode character maps (ISO 32000-1 9.10.3): which text a font's codes stand for. */

const HEADER = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
  '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
]
const FOOTER = ['endcmap CMapName currentdict /CMap defineresource pop end end']

/** A map from codes of `width` bytes to characters (code points). */
export function toUnicode(pairs: [code: number, character: number][], width: 1 | 2): string {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  const space = `<${'0'.repeat(2 * width)}> <${'F'.repeat(2 * width)}>`
  const lines = pairs.map(([code, character]) => `<${hex(code, 2 * width)}> <${utf16(character)}>`)
  // A block holds at most 100 entries (Adobe Technical Note 5014).
  const blocks = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return [...HEADER, '1 begincodespacerange', space, 'endcodespacerange', ...blocks, ...FOOTER].join('\n')
}

/** The codes a map covers. */
export function mappedCodes(map: string): Set<number> {
  const codes = new Set<number>()
  for (const [, body = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = ''] of body.matchAll(/<([0-9A-Fa-f]+)>\s*<[^>]*>/g))
      codes.add(Number.parseInt(code, 16))
  }
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    const ranges = body.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<[^>]*>|\[[^\]]*\])/g)
    for (const [, first = '', last = ''] of ranges) {
      const end = Number.parseInt(last, 16)
      for (let code = Number.parseInt(first, 16); code <= end; code++) codes.add(code)
    }
  }
  return codes
}

/** The text of all characters a map names. */
export function mappedText(map: string): string {
  const targets = [...map.matchAll(/>\s*<([0-9A-Fa-f]{4,})>\s*(?:$|[\n\r<])/g)].map(([, hex = '']) => hex)
  const units = targets.flatMap((hex) => hex.match(/.{4}/g) ?? [])
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}

function utf16(character: number): string {
  return [...String.fromCodePoint(character)]
    .flatMap((text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
    .map((unit) => unit.toString(16).toUpperCase().padStart(4, '0'))
    .join('')
}
