/**
 * Names of fields in other services: somebody who comes from there is told the name of ours instead of the one that looks
 * most alike.
 */
import { FOREIGN, FOREIGN_QR } from './names-of-other-services'

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
  const table = known.includes('error_level') ? FOREIGN_QR : FOREIGN
  const foreign = Object.hasOwn(table, plain) ? table[plain] : undefined
  if (!foreign) return undefined
  const { to: ours, say } = foreign
  if (ours === undefined) return say
  const otherwise = 'otherwise' in foreign ? foreign.otherwise : undefined
  const text = say ?? `here it is "${ours}"`
  if (known.includes(ours)) return text
  if (inOptions.includes(ours)) return `${text}, in options`
  return outside.includes(ours) ? `${text}, beside options` : otherwise
}

function plainName(name: string): string {
  return name.slice(0, 64).replace(/[-_ ]/g, '').toLowerCase()
}
