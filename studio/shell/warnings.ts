/** Warnings of the service, which come as one line. */

/** How a part begins that belongs to the warning before it, which has a semicolon of its own. */
const CONTINUED = /^(?:did you mean|send|give|the words|it reads|GET|the document may)\b/

/** One by one. */
export function splitWarnings(line: string): string[] {
  const warnings: string[] = []
  for (const part of line.split('; ')) {
    const last = warnings.length - 1
    if (last >= 0 && CONTINUED.test(part)) warnings[last] += `; ${part}`
    else warnings.push(part)
  }
  return warnings
}

/** A path in the data: `data.lines[0].qty`. */
const PATH = /\bdata((?:\.[\w-]+|\[\d+\])+)/g

/**
 * Warnings by the field that they are about, `lines.0.qty`; of several that are empty each has it. What is about no field
 * stands under an empty name.
 */
export function warningsByField(line: string): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const warning of splitWarnings(line)) {
    const subject = warning.replace(/ and \S+ is not complete without .*$/, '')
    const paths = [...subject.matchAll(PATH)].map(([, path = '']) => fieldOf(path))
    const places = / (?:is|are) empty/.test(warning) ? paths : paths.slice(0, 1)
    for (const place of places.length > 0 ? places : [''])
      found.set(place, [...(found.get(place) ?? []), warning])
  }
  return found
}

/** `.lines[0].qty` as `lines.0.qty`. */
function fieldOf(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1').slice(1)
}
