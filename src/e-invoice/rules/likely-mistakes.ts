/**
 * What conforms and is hardly meant: VAT identifiers of no country's form, and VAT categories that do not go with the
 * reason or the countries of an invoice. All are warnings (`isAdvice`), by the number of the term.
 */
import { isInUnion, oddVatId } from '../../money/vat-id'
import type { CompleteInvoice, VatGroup } from '../invoice-amounts'
import { collectViolations, type Report, type RuleViolation } from './invoice-finding'
import { VAT_CATEGORIES } from './vat-families'

/** Findings on what is likely a mistake. */
export const checkLikelyMistakes = (complete: CompleteInvoice): RuleViolation[] =>
  collectViolations((report) => {
    checkVatIds(report, complete)
    for (const [index, group] of complete.breakdown.entries()) {
      const pointer = group.pointer ? `${group.pointer}/category` : `/vat_breakdown/${index}/category`
      checkReason(report, group, pointer)
      checkCountries(report, complete, { category: group.category, pointer })
    }
  })

function checkVatIds(report: Report, { invoice }: CompleteInvoice) {
  const parties = { seller: 'BT-31', buyer: 'BT-48', tax_representative: 'BT-63' } as const
  for (const [name, term] of Object.entries(parties)) {
    const party = invoice[name as keyof typeof parties]
    const odd = party?.vat_id && oddVatId(party.vat_id, party.address?.country)
    // What has no letters of a country breaks BR-CO-09.
    if (odd && /^[A-Z]{2}/.test(party.vat_id ?? ''))
      report(term, `/${name}/vat_id`, `${party.vat_id} ${odd}.`)
  }
}

/** The categories that a code of VATEX belongs to (as Peppol's rules P0104 to P0107 have it). */
const OF_CODES: Readonly<Record<string, string>> = {
  'VATEX-EU-AE': 'AE',
  'VATEX-FR-AE': 'AE',
  'VATEX-EU-IC': 'K',
  'VATEX-EU-G': 'G',
  'VATEX-EU-O': 'O',
}

/** What laws and people call the reason of a category. */
const OF_REASONS: readonly (readonly [category: string, reason: RegExp])[] = [
  [
    'AE',
    /reverse[ -]charge|steuerschuldnerschaft|autoliquidation|inversi[oó]n del sujeto pasivo|inversione contabile|btw verlegd|odwrotne obci[aą]żenie|autoliquida[cç][aã]o/i,
  ],
  [
    'K',
    /innergemeinschaftliche lieferung|intra-?community suppl|livraison intracommunautaire|intracommunautaire levering|cession[ei] intracomunitari|entrega intracomunitaria|wewnątrzwspólnotowa dostawa/i,
  ],
  ['G', /ausfuhrlieferung|\bexport(?:s|ation|ación|ação|azione)?\b/i],
]

function checkReason(report: Report, { category = '', reason = '', reasonCodes }: VatGroup, pointer: string) {
  if (!VAT_CATEGORIES[category]?.reason && category !== 'Z') return
  const byCode = reasonCodes.flatMap((code) => OF_CODES[code] ?? [])
  const meant =
    byCode.length > 0 ? byCode : OF_REASONS.filter(([, words]) => words.test(reason)).map(([name]) => name)
  const [first] = meant
  if (first === undefined || meant.includes(category)) return
  const name = VAT_CATEGORIES[first]?.name
  report(
    'BT-118',
    pointer,
    `The reason is that of “${name}” (${first}), and the category is ${category}: send ${first}, or another reason.`,
  )
}

/** Where goods go to, for the categories that say so. */
function checkCountries(
  report: Report,
  { invoice: { seller, buyer, delivery } }: CompleteInvoice,
  { category, pointer }: { category: string | undefined; pointer: string },
) {
  const home = seller?.address?.country
  const goal = delivery?.address?.country
  const tell = (message: string) => report('BT-118', pointer, message)
  if (category === 'K' && goal && goal === home)
    tell(`K is for goods that go to another member state, and these stay in ${goal}: S is for those.`)
  if (category === 'K' && goal && !isInUnion(goal))
    tell(`K is for goods that go to another member state, and ${goal} is none: G is for exports.`)
  const buyersState = buyer?.vat_id?.slice(0, 2).replace('EL', 'GR') ?? ''
  if (category === 'G' && !goal && home && isInUnion(home) && isInUnion(buyersState))
    tell(
      `G is for goods that leave the Union, and the buyer’s VAT identifier is of ${buyersState}: K is for a supply to there. Add delivery.address if the goods go elsewhere.`,
    )
  if ((category === 'L' || category === 'M') && home && home !== 'ES')
    tell(`${category} is a tax of Spanish islands and cities, and the seller is in ${home}: VAT is S.`)
}
