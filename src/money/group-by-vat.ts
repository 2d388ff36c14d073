/** Which lines, allowances and charges each group of the VAT breakdown sums up (BG-23), on the page and in the e-invoice. */
import { RATED_CATEGORIES, type VatOf, vatKey } from './totals'

/** Why no VAT is charged; empty text counts as none. */
export type Exemption = { reason: string | undefined; code: string | undefined }

/** Something that has VAT, with the exemption reason that it states. */
export type Taxed = VatOf & { exemption: Exemption }

export type GroupedParts<Part> = {
  /** The parts of each group, in the order of the groups. */
  parts: Part[][]
  /** Parts that do not say which of several groups they belong to. They are in the first of these. */
  unclear: Part[]
}

/**
 * Parts of one category and rate together; of one exemption reason too if `byReason` and the category can be exempt: what
 * has a rate is taxed as one sum (BR-S-08). In the order of their first parts.
 */
export const groupByVat = <Part extends Taxed>(
  parts: readonly Part[],
  { byReason }: { byReason: boolean },
): Part[][] => [
  ...Map.groupBy(parts, (part) => (byReason && !isRated(part) ? taxedKey(part) : vatKey(part))).values(),
]

const isRated = ({ category = '' }: VatOf) => RATED_CATEGORIES.includes(category)

/**
 * Gives each part to the group of its category and rate. If several groups have these (of one category that is exempt for
 * several reasons), it belongs to the one that states its reason.
 */
export function assignToGroups<Part extends Taxed>(
  parts: readonly Part[],
  groups: readonly Taxed[],
): GroupedParts<Part> {
  const assigned = groups.map((): Part[] => [])
  const unclear: Part[] = []
  const byVat = Map.groupBy(groups.keys(), (index) => vatKey(groups[index] as Taxed))
  const groupWithReason = reasonIndex(groups)
  for (const part of parts) {
    const [first, another] = byVat.get(vatKey(part)) ?? []
    if (first === undefined) continue
    const own = another === undefined ? first : groupWithReason(part)
    if (own === undefined) unclear.push(part)
    assigned[own ?? first]?.push(part)
  }
  return { parts: assigned, unclear }
}

/**
 * Finds the group with exactly the reason of a part, else the only one that does not contradict it. Groups are looked up
 * and not searched: there may be thousands of them, and of parts.
 */
function reasonIndex(groups: readonly Taxed[]): (part: Taxed) => number | undefined {
  const entries = groups.flatMap((group, index) =>
    agreeing(group.exemption).map((exemption) => ({ key: taxedKey({ ...group, exemption }), index })),
  )
  const fitting = Map.groupBy(entries, ({ key }) => key)
  const exact = Map.groupBy(groups.keys(), (index) => taxedKey(groups[index] as Taxed))
  return (part) => {
    const key = taxedKey(part)
    const [same] = exact.get(key) ?? []
    const [fits, another] = fitting.get(key) ?? []
    return same ?? (another ? undefined : fits?.index)
  }
}

/** Everything that a part of a group may say of its exemption: all of it, its text or its code alone, or nothing. */
function agreeing({ reason, code }: Exemption): Exemption[] {
  const reasons = reason ? [reason, undefined] : [undefined]
  const codes = code ? [code, undefined] : [undefined]
  return reasons.flatMap((one) => codes.map((other) => ({ reason: one, code: other })))
}

/** Whether what a part says of its exemption is what its group says. */
export const agrees = (part: Exemption, group: Exemption): boolean =>
  (!part.reason || part.reason === group.reason) && (!part.code || part.code === group.code)

/** Of category, rate and exemption reason. */
const taxedKey = (taxed: Taxed): string => {
  const { reason = '', code = '' } = taxed.exemption
  return JSON.stringify([vatKey(taxed), reason, code])
}
