/**
 * Whether an SVG could act, as a reader of XML reads it. The cleaner reads HTML, in which a style within `desc` is text to its
 * end and `x:script` is an element of no meaning; here both are what they are to whoever opens the file.
 */

/** Elements that run scripts or hold a document, and those of HTML that load, send or lead elsewhere. */
export const ACTIVE = new Set([
  ...['script', 'foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'handler', 'listener'],
  ...['meta', 'base', 'link', 'form', 'input', 'button', 'img', 'picture', 'source', 'track'],
  ...['frame', 'frameset', 'portal', 'fencedframe', 'applet'],
])
/** Attributes by which such elements load or send. */
const LOADING = new Set(['src', 'srcset', 'action', 'formaction', 'poster', 'background', 'ping', 'srcdoc'])
const ANIMATED = new Set(['set', 'animate'])

/** What is no tag, and how it ends. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
  ['</', '>'],
] as const
const TAG = /<([^\s<>"'=/&]+)/y
const ATTRIBUTE = /\s{1,999}([^\s<>"'=/&]+)\s{0,99}=\s{0,99}(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s{0,999}\/?>/y

/** What could act; undefined if nothing could. Linear: it ends at the first thing that is no XML. */
export function findActive(svg: string): string | undefined {
  for (let at = svg.indexOf('<'); at >= 0; at = svg.indexOf('<', at)) {
    const other = OTHERS.find(([start]) => svg.startsWith(start, at))
    if (other) {
      const [start, end] = other
      if (start === '<?') return 'an instruction <?'
      const ended = svg.indexOf(end, at + start.length)
      if (ended < 0) return 'a part without an end'
      at = ended + end.length
      continue
    }
    const name = take(TAG, svg, at)?.[1] ?? ''
    if (ACTIVE.has(localName(name))) return `<${name.slice(0, 40)}>`
    let end = TAG.lastIndex
    for (let found = take(ATTRIBUTE, svg, end); found; found = take(ATTRIBUTE, svg, end)) {
      const [, key = '', double, single] = found
      if (isActiveAttribute(name, { key, value: double ?? single ?? '' })) return key.slice(0, 40)
      end = ATTRIBUTE.lastIndex
    }
    if (name === '' || !take(TAG_END, svg, end)) return 'a tag that is none'
    at = TAG_END.lastIndex
  }
  return undefined
}

/** What stands at `at`. */
function take(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Whether an attribute acts or leads out of the file, or changes one that does. */
export function isActiveAttribute(element: string, { key, value }: { key: string; value: string }): boolean {
  const name = localName(key)
  if (name.startsWith('on') || LOADING.has(name)) return true
  if (name === 'attributename') return ANIMATED.has(localName(element)) && /href|^\s*on/i.test(value)
  return name.endsWith('href') && !/^\s*(?:#|data:image\/|$)/i.test(value)
}

/** A name without its prefix, in small letters. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
