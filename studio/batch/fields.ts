/** The fields of a template or an endpoint that a column may fill. */
import { isRecord } from '../form/data-path'
import type { Schema } from '../form/schema'

export type Field = {
  /** `buyer.name`; `lines[].name` is a field of an entry of a list. */
  path: string
  title: string
}

/** Levels of objects that are offered. */
const MAX_DEPTH = 4
const MAX_FIELDS = 400

/** Those to begin with first, then the others as the schema has them. */
export function fieldsOf(schema: Schema | undefined, sample: unknown): Field[] {
  const found: Field[] = []
  collect(schema ?? {}, sample, { path: '', title: '', depth: 0 }, found)
  const first = schema?.['x-first'] ?? []
  const at = ({ path }: Field) => {
    const place = first.findIndex(
      (name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[]`),
    )
    return place < 0 ? first.length : place
  }
  return found.sort((one, other) => at(one) - at(other)).slice(0, MAX_FIELDS)
}

type Place = { path: string; title: string; depth: number }

function collect(schema: Schema, sample: unknown, { path, title, depth }: Place, found: Field[]): void {
  const fields: Record<string, Schema> =
    schema.properties ??
    (isRecord(sample) ? Object.fromEntries(Object.keys(sample).map((name) => [name, {}])) : {})
  for (const [name, part] of Object.entries(fields)) {
    const value = isRecord(sample) ? sample[name] : undefined
    const said = part.title ?? name.replaceAll('_', ' ')
    const place = {
      path: path ? `${path}.${name}` : name,
      title: title ? `${title}: ${said}` : said,
      depth: depth + 1,
    }
    const isList = part.items !== undefined || Array.isArray(value)
    const isObject = part.properties !== undefined || isRecord(value)
    // A plain value may stand for the whole object.
    if (part['x-scalar'] !== undefined) found.push({ path: place.path, title: place.title })
    if (depth < MAX_DEPTH && isObject) collect(part, value, place, found)
    else if (depth < MAX_DEPTH && isList) {
      const entry = Array.isArray(value) ? value[0] : undefined
      const items = part.items ?? {}
      if (items.properties || isRecord(entry))
        collect(items, entry, { ...place, path: `${place.path}[]` }, found)
      else found.push({ path: place.path, title: place.title })
    } else if (part.type !== 'object') found.push({ path: place.path, title: place.title })
  }
}
