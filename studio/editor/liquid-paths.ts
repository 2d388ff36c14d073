/** Which variables a template may name at a place: those of its schema and its sample, and those that it made before. */
import { isRecord } from '../form/data-path'
import type { Schema } from '../form/schema'

/** A value that a name stands for: what is declared of it, and one that it has. */
export type Known = { schema?: Schema | undefined; value?: unknown }

export type Variable = { name: string; detail: string }

/** Longest part of a template that is searched for what it names before the cursor, in characters. */
const MAX_SEARCHED = 200_000

/** The fields behind a path at this place: of `lines.first.` those of a line, of nothing all variables. */
export function variablesAt(root: Known, before: string, path: readonly string[]): Variable[] {
  const made = namesMadeIn(before.slice(-MAX_SEARCHED), root)
  if (path.length === 0) {
    const own = [...made].map(([name, known]) => ({ name, detail: detailOf(known) }))
    return [...own, ...fieldsOf(root)]
  }
  const [first = '', ...rest] = path
  const known = rest.reduce(inner, made.get(first) ?? inner(root, first))
  return fieldsOf(known)
}

function inner({ schema, value }: Known, name: string): Known {
  if (name === 'first' || name === 'last') return entryOf({ schema, value })
  const properties = schema?.properties
  return {
    schema: properties && Object.hasOwn(properties, name) ? properties[name] : undefined,
    value: isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined,
  }
}

function entryOf({ schema, value }: Known): Known {
  return { schema: schema?.items, value: Array.isArray(value) ? value[0] : undefined }
}

function fieldsOf({ schema, value }: Known): Variable[] {
  const declared = Object.keys(schema?.properties ?? {})
  const given = isRecord(value) ? Object.keys(value) : []
  return [...new Set([...declared, ...given])].map((name) => ({
    name,
    detail: detailOf(inner({ schema, value }, name)),
  }))
}

/** `for line in lines` makes `line` an entry of the list until its end; `assign` and `capture` hold from there on. */
function namesMadeIn(text: string, root: Known): Map<string, Known> {
  const made = new Map<string, Known>()
  const open: string[] = []
  const resolve = (path: string): Known => {
    const [first = '', ...rest] = path.split('.')
    return rest.reduce(inner, made.get(first) ?? inner(root, first))
  }
  for (const [, tag, name = '', path = ''] of text.matchAll(
    /\{%-?\s{0,20}(for|assign|capture|endfor)\b\s{0,20}([\w-]{0,80})(?:\s{0,20}(?:in\b|=)\s{0,20}([\w.-]{1,200}))?/g,
  )) {
    if (tag === 'endfor') {
      const closed = open.pop()
      if (closed !== undefined && !open.includes(closed)) made.delete(closed)
    } else if (tag === 'for') {
      open.push(name)
      made.set(name, entryOf(resolve(path)))
    } else if (name) {
      made.set(name, tag === 'assign' && path ? resolve(path) : {})
    }
  }
  made.delete('')
  return made
}

function detailOf({ schema, value }: Known): string {
  if (schema?.title) return schema.title
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type
  if (type) return type
  if (Array.isArray(value)) return 'list'
  if (isRecord(value)) return 'object'
  return value === undefined || value === null ? '' : String(value).slice(0, 40)
}
