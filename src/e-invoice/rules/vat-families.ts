/** The VAT categories of UNTDID 5305 that Factur-X takes, and what EN 16931 asks of each. */

export type VatCategoryRules = {
  /** The rules are numbered `BR-{prefix}-01` to `-10` alike. */
  prefix: string
  name: string
  rate: 'above 0' | '0' | '0 or above' | 'none'
  /** What identifies the seller: for VAT, for any tax, or that there must be no VAT identifier at all. */
  seller: 'vat' | 'tax' | 'forbidden'
  buyer?: 'vat' | 'vat or registration'
  /** Whether the breakdown says why no VAT is charged; where it must not, VAT is charged. */
  reason: boolean
}

/** By the category's code. */
export const VAT_CATEGORIES: Record<string, VatCategoryRules> = {
  S: { prefix: 'S', name: 'standard rated', rate: 'above 0', seller: 'tax', reason: false },
  Z: { prefix: 'Z', name: 'zero rated', rate: '0', seller: 'tax', reason: false },
  E: { prefix: 'E', name: 'exempt', rate: '0', seller: 'tax', reason: true },
  AE: {
    prefix: 'AE',
    name: 'reverse charge',
    rate: '0',
    seller: 'tax',
    buyer: 'vat or registration',
    reason: true,
  },
  K: { prefix: 'IC', name: 'intra-community supply', rate: '0', seller: 'vat', buyer: 'vat', reason: true },
  G: { prefix: 'G', name: 'export', rate: '0', seller: 'vat', reason: true },
  O: { prefix: 'O', name: 'not subject to VAT', rate: 'none', seller: 'forbidden', reason: true },
  L: { prefix: 'AF', name: 'IGIC', rate: 'above 0', seller: 'tax', reason: false },
  M: { prefix: 'AG', name: 'IPSI', rate: '0 or above', seller: 'tax', reason: false },
}

/** The rule of a category by its number there: `vatRule('K', '10')` is BR-IC-10. */
export const vatRule = (category: string, number: string): string =>
  `BR-${VAT_CATEGORIES[category]?.prefix ?? category}-${number}`
