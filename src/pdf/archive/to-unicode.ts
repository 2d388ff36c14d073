/** ToUnicode character maps (ISO 32000-1 9.10.3): which text a font's codes stand for. */

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
  return map.replace(/endcmap/, `${blocks(pairs, width).join('\n')}\nendcmap`)
}

/** A block holds at most 100 entries (Adobe Technical Note 5014). */
function blocks(pairs: Pairs, width: 1 | 2): string[] {
  const code = (value: number) =>
    value
      .toString(16)
      .toUpperCase()
      .padStart(2 * width, '0')
  const lines = pairs.map(([from, character]) => `<${code(from)}> <${utf16(character)}>`)
  const made: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    made.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return made
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

/**
 * The map without entries for U+0000, U+FEFF and U+FFFE, which the standards forbid (ISO 14289-1 7.21.7): Chromium writes
 * U+0000 for ligatures of combining marks. The same text where there are none.
 */
export function withoutNoCharacters(map: string): string {
  if (!NO_CHARACTER.test(mappedText(map))) return map
  return map
    .replace(/\d+\s+beginbfchar([\s\S]*?)endbfchar/g, (_, body: string) =>
      block(
        'bfchar',
        [...body.matchAll(/<[^>]*>\s*<([^>]*)>/g)].flatMap(([line, target = '']) =>
          NO_CHARACTER.test(textOf(target)) ? [] : line,
        ),
      ),
    )
    .replace(/\d+\s+beginbfrange([\s\S]*?)endbfrange/g, (_, body: string) =>
      block(
        'bfrange',
        [...body.matchAll(/<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[[^\]]*\])/g)].flatMap(
          ([line, first = '', last = '', target]) =>
            target !== undefined && NO_CHARACTER.test(textOf(target))
              ? withoutFirst(first, last, target)
              : line,
        ),
      ),
    )
}

/** Characters that stand for none. */
export const NO_CHARACTER = /[\0\uFEFF\uFFFE]/

function block(kind: 'bfchar' | 'bfrange', lines: string[]): string {
  return lines.length === 0 ? '' : [`${lines.length} begin${kind}`, ...lines, `end${kind}`].join('\n')
}

/** A range whose first character is none, from its second code on. */
function withoutFirst(first: string, last: string, target: string): string[] {
  const next = (hex: string) => (Number.parseInt(hex, 16) + 1).toString(16).padStart(hex.length, '0')
  const isWhole = Number.parseInt(first, 16) < Number.parseInt(last, 16) && target.length === 4
  return isWhole && !/^FFFE$/i.test(target) ? [`<${next(first)}> <${last}> <${next(target)}>`] : []
}

/** The text of all characters a map names. */
export function mappedText(map: string): string {
  const targets = [...map.matchAll(/>\s*<([0-9A-Fa-f]{4,})>\s*(?:$|[\n\r<])/g)].map(([, hex = '']) => hex)
  return targets.map(textOf).join('')
}

/** The text of hexadecimal UTF-16. */
function textOf(hex: string): string {
  const units = hex.match(/.{4}/g) ?? []
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}

function utf16(character: number): string {
  return [...String.fromCodePoint(character)]
    .flatMap((text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
    .map((unit) => unit.toString(16).toUpperCase().padStart(4, '0'))
    .join('')
}
