/** Where in a text of JSON the value of a JSON Pointer begins. */

/** The offset, or that of the innermost value on the way; 0 if the text is no JSON. Linear. */
export function placeInJson(text: string, pointer: string): number {
  const wanted = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  let found = 0
  /** Names or numbers on the way to where the reader is, and how many of them are as wanted. */
  const way: (string | number)[] = []
  let isKey = false
  const matches = () => way.every((step, at) => String(step) === wanted[at])
  const see = (at: number) => {
    if (way.length <= wanted.length && matches()) found = Math.max(found, way.length === 0 ? 0 : at)
  }
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [part] = match
    const last = way.length - 1
    if (part === '{') {
      see(match.index)
      way.push('')
      isKey = true
    } else if (part === '[') {
      see(match.index)
      way.push(0)
    } else if (part === '}' || part === ']') {
      way.pop()
      isKey = false
    } else if (part === ',') {
      const step = way[last]
      if (typeof step === 'number') way[last] = step + 1
      else isKey = true
    } else if (part === ':') {
      isKey = false
    } else if (isKey && part.startsWith('"')) {
      way[last] = textOf(part)
    } else {
      see(match.index)
    }
  }
  return found
}

function textOf(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    return quoted.slice(1, -1)
  }
}
