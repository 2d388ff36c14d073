/**
 * Fields that an object of a JSON text has twice: `JSON.parse` keeps the last one in silence, and RFC 8259 (4) leaves open
 * which. One pass over what stands outside of texts, and no more of it than a person writes.
 */
import { endOfString } from './json'

/** Fields that are compared; the data of a program, which does not repeat itself, are longer. */
const MAX_FIELDS = 5_000
/** Characters outside of texts that are read. */
const MAX_READ = 200_000
/** Fields that are told. */
const MAX_TOLD = 5
const MAX_SHOWN = 60

const QUOTE = 0x22
const COLON = 0x3a
/** `[` and `]`; an object's braces are 32 above them. */
const OPEN = 0x5b
const CLOSE = 0x5d

/** An object or a list that is open, and the field of it that is being read. */
type Level = { names: Set<string> | undefined; field: string }

/** The places of the repeated ones, each once, such as `data.lines[].net_price`. The text is valid JSON. */
export function findRepeatedFields(json: string): string[] {
  const found = new Set<string>()
  const levels: Level[] = []
  let [read, fields, name] = [0, 0, '']
  for (let at = 0; at < json.length && read < MAX_READ && fields < MAX_FIELDS; at++, read++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      name = json.slice(at + 1, Math.min(end, at + 1 + MAX_SHOWN))
      at = end
    } else if (code === COLON) {
      const level = levels.at(-1)
      if (level === undefined) continue
      level.field = name
      level.names ??= new Set()
      if (level.names.has(name) && name.length < MAX_SHOWN) found.add(pathOf(levels))
      level.names.add(name)
      fields++
    } else if ((code & ~0x20) === OPEN) {
      levels.push({ names: undefined, field: code === OPEN ? '[]' : '' })
    } else if ((code & ~0x20) === CLOSE) levels.pop()
  }
  return [...found].slice(0, MAX_TOLD)
}

function pathOf(levels: readonly Level[]): string {
  return levels
    .map(({ field }) => (field === '[]' ? field : `.${field}`))
    .join('')
    .slice(1, 2 * MAX_SHOWN)
}
