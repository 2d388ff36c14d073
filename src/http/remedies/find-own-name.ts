/**
 * Names of fields in other services: somebody who comes from there is told the name of ours instead of the one that looks
 * most alike.
 */
import { renderOptions } from '../../render/render-options'
import type { Foreign } from './foreign-name'
import { namesInPart } from './names-in-parts'
import { CONVERTERS } from './names-of-converters'
import { FOREIGN } from './names-of-other-services'
import { FOREIGN_QR } from './names-of-qr-services'

/** Fields around an unknown one, by where they stand. */
export type FieldNames = {
  known: readonly string[]
  inOptions: readonly string[]
  outside: readonly string[]
}

/**
 * What an unknown field is here. `known` are the fields beside it, `inOptions` those of `options` beside it, `outside`
 * those of the body if it stands in `options`.
 */
export function foreignName(name: string, { known, inOptions, outside }: FieldNames): string | undefined {
  const plain = plainName(name)
  const same = (names: readonly string[]) => names.find((one) => plainName(one) === plain)
  const beside = same(known)
  if (beside !== undefined) return `did you mean "${beside}"?`
  const inner = same(inOptions)
  if (inner !== undefined) return `it belongs in options: {"options": {"${inner}": …}}`
  const outer = same(outside)
  if (outer !== undefined) return `"${outer}" belongs beside options, not in it`
  if (known.includes('page_numbers') && Object.hasOwn(renderOptions.shape, name))
    return 'it is for what is printed, and a PDF is: see "page_numbers" and "watermark" for what is added to its pages'
  for (const foreign of meanings(plain, known)) {
    const said = sayOf(foreign, { known, inOptions, outside })
    if (said !== undefined) return said
  }
  return known.includes('data') && known.includes('dry_run') && VARIABLES.has(plain)
    ? `it belongs in data: {"data": {"${name}": …}}`
    : undefined
}

/** Variables of our templates that people put beside `data`. */
const VARIABLES = new Set(
  (
    'number issuedate duedate seller buyer lines payment notes sender recipient subject body salutation customer ' +
    'client amount total attendees tickets event entries invoices employee'
  ).split(' '),
)

/** What a name may mean, the likeliest first. */
function meanings(plain: string, known: readonly string[]): readonly Foreign[] {
  const tables = known.includes('error_level') ? [FOREIGN_QR] : [namesInPart(known), FOREIGN, CONVERTERS]
  return tables.flatMap((table) => (Object.hasOwn(table, plain) ? (table[plain] ?? []) : []))
}

/** What to send instead; nothing if our field is not there. */
function sayOf(foreign: Foreign, { known, inOptions, outside }: FieldNames): string | undefined {
  const { to: ours, say } = foreign
  if (ours === undefined) return say
  const otherwise = 'otherwise' in foreign ? foreign.otherwise : undefined
  if (ours === 'options' && outside.includes(ours))
    return 'leave it out: what is in it stands in options itself'
  const text = say ?? `here it is "${ours}"`
  if (known.includes(ours)) return text
  if (inOptions.includes(ours)) return `${text}, in options`
  if (!outside.includes(ours)) return otherwise
  return text.endsWith('beside options') ? text : `${text}, beside options`
}

function plainName(name: string): string {
  return name
    .slice(0, 64)
    .replace(/[-_ .]/g, '')
    .toLowerCase()
}

/** That an unknown field holds those that belong where it stands, such as `{"body": {"html": "…"}}`. */
export function wrappedFields(value: unknown, { known }: FieldNames): string | undefined {
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const ours = inner.find((name) => known.includes(name))
  return ours === undefined || Array.isArray(value) || inner.length > known.length
    ? undefined
    : `; what is in it stands here itself, beginning with "${ours}"`
}
