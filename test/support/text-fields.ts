/** Every place of a schema that a text can stand in, so that a new field is tested by itself. */
import { z } from 'zod'

type Node = {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  type?: string
  $ref?: string
}

/** Keys and, for entries of lists, 0. `NAME` last: the text is the name of a field that nobody knows. */
export type TextField = (string | 0 | typeof NAME)[]

const NAME = Symbol('name')
const MAX_DEPTH = 8

/** What a caller may send, as a JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as Node & {
    $defs?: Record<string, Node>
  }
}

/** The places of `schema`. */
export function textFields(schema: z.ZodType): TextField[] {
  const root = jsonSchemaOf(schema)
  const walk = (node: Node | undefined, depth: number): TextField[] => {
    const target = node?.$ref ? root.$defs?.[node.$ref.split('/').at(-1) ?? ''] : node
    if (!target || depth > MAX_DEPTH) return []
    const { properties = {}, items, anyOf = [], type } = target
    const within = (key: TextField[number], inner: Node) =>
      walk(inner, depth + 1).map((field): TextField => [key, ...field])
    return [
      ...(anyOf.length === 0 && (type === undefined || type === 'string') ? [[]] : []),
      ...Object.entries(properties).flatMap(([key, field]) => within(key, field)),
      ...(type === 'object' ? [[NAME] as TextField] : []),
      ...(items ? within(0, items) : []),
      ...anyOf.flatMap((branch) => walk(branch, depth + 1)),
    ]
  }
  return walk(root, 0)
}

/** As few groups as fit: the fields of a group can stand in one value together. */
export function groupFields(fields: TextField[]): TextField[][] {
  const groups: TextField[][] = []
  for (const field of fields) {
    const group = groups.find((others) => !others.some((other) => excludes(field, other)))
    if (group) group.push(field)
    else groups.push([field])
  }
  return groups
}

/** One of two fields is inside the other, or one stands in a list and the other in an object of the same name. */
function excludes(a: TextField, b: TextField): boolean {
  const at = a.findIndex((key, index) => key !== b[index])
  if (at < 0 || at >= b.length) return true
  return (a[at] === 0) !== (b[at] === 0)
}

/** The value that has `text` in each of these fields. */
export function fillFields(fields: TextField[], text: string): unknown {
  if (fields.some((field) => field.length === 0)) return text
  const keys = new Set(fields.map(([key]) => key))
  const entries = [...keys].map((key) => {
    if (key === NAME || key === undefined) return [text, 1] as const
    const inner = fields.filter(([first]) => first === key).map(([, ...rest]) => rest)
    return [String(key), fillFields(inner, text)] as const
  })
  return keys.has(0) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** A JSON Pointer, as errors have it. */
export function fieldName(field: TextField): string {
  return field.map((key) => `/${key === NAME ? '(name)' : String(key)}`).join('')
}
