/** The options of a document as the API describes them: what a panel is made from. */
import { isRecord } from '../form/data-path'

export type Option = {
  name: string
  description: string
  kind: 'switch' | 'choice' | 'number' | 'text' | 'markup' | 'json'
  choices: string[]
  fallback?: string
}

type Node = Record<string, unknown>

/** The first of the panel, in this order; all others are folded away. */
const FIRST = [
  'paper',
  'orientation',
  'margin_top',
  'margin_bottom',
  'margin_left',
  'margin_right',
  'header_html',
  'footer_html',
  'title',
  'pdf_format',
]

/** Throws what `response` has instead of a description. */
export function readOptions(description: unknown): { first: Option[]; rest: Option[] } {
  const schemas =
    isRecord(description) && isRecord(description.components) ? description.components.schemas : {}
  const all = isRecord(schemas) ? schemas : {}
  const options = isRecord(all.Options) && isRecord(all.Options.properties) ? all.Options.properties : {}
  const found = Object.entries(options).map(([name, schema]) => optionOf(name, resolve(schema, all), all))
  const at = ({ name }: Option) => FIRST.indexOf(name)
  return {
    first: found.filter((one) => at(one) >= 0).sort((one, other) => at(one) - at(other)),
    rest: found.filter((one) => at(one) < 0).sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

function resolve(schema: unknown, all: Node): Node {
  if (!isRecord(schema)) return {}
  const { $ref, ...rest } = schema
  if (typeof $ref !== 'string') return schema
  const named = all[$ref.split('/').at(-1) ?? '']
  return { ...(isRecord(named) ? named : {}), ...rest }
}

function optionOf(name: string, schema: Node, all: Node): Option {
  const forms = formsOf(schema, all)
  const choices = forms.flatMap((form) => (Array.isArray(form.enum) ? form.enum.map(String) : []))
  const types = new Set(forms.map(({ type }) => type))
  const { description, default: fallback } = schema
  const known = {
    name,
    description: typeof description === 'string' ? description : '',
    choices,
    ...(fallback !== undefined && { fallback: String(fallback) }),
  }
  if (types.has('object') || types.has('array') || types.has(undefined)) {
    if (types.has('boolean') && !types.has('array')) return { ...known, kind: 'switch' }
    return { ...known, kind: choices.length > 0 && !types.has('array') ? 'choice' : 'json' }
  }
  if (types.has('boolean')) return { ...known, kind: 'switch' }
  if (choices.length > 0) return { ...known, kind: 'choice' }
  if (types.has('string')) return { ...known, kind: name.endsWith('_html') ? 'markup' : 'text' }
  return { ...known, kind: 'number' }
}

/** The forms a value may have, without null, which means that it is not there. */
function formsOf(schema: Node, all: Node): Node[] {
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return several.flatMap((form) => formsOf(resolve(form, all), all))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.filter((type) => type !== 'null').map((type) => ({ ...schema, type }))
}

/** What is typed into a field, as the API takes it. Undefined: the option is not set. */
export function typedValue({ kind }: Option, typed: string): unknown {
  if (typed.trim() === '') return undefined
  if (kind === 'number') return Number.isFinite(Number(typed)) ? Number(typed) : typed
  if (kind === 'text') return /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed
  return typed
}
