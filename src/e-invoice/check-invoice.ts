/**
 * The business rules of EN 16931-1 (section 6.4) on an invoice given as JSON.
 *
 * Not judged here, because the shape or the writer leaves no way to break them: BR-01 (the writer names the
 * profile), BR-12 to BR-15, BR-24, BR-45 and BR-46 (computed where absent), BR-66 and BR-67 (one card, one
 * mandate), BR-CL-03 (an amount's currency is BT-5 or BT-6). BR-CO-05 to BR-CO-08 compare meanings, which no
 * machine does. BR-CO-21 to 24 repeat BR-33, 38, 42 and 44, and BR-S-09, BR-AF-09 and BR-AG-09 repeat BR-CO-17:
 * one finding names the first. BR-B-01 and -02 fall to BR-CL-17 and -18: Factur-X takes no split payment.
 * BR-CO-25 left the standard's validation artefacts in 2026.
 */

import type { CompleteInvoice } from './invoice-amounts'
import { checkAmounts } from './rules/amounts'
import { checkCodes } from './rules/codes'
import { checkHeader } from './rules/header'
import type { RuleViolation } from './rules/invoice-finding'
import { checkLines } from './rules/lines'
import { checkVat } from './rules/vat'
import { halfUnitPerLine, type TaxTolerance } from './rules/vat-groups'

/**
 * Everything the standard would refuse, with pointers into the invoice; empty if it conforms.
 * @param tolerance how exact a stated tax amount must be (BR-CO-17)
 */
export const checkInvoice = (
  complete: CompleteInvoice,
  tolerance: TaxTolerance = halfUnitPerLine,
): RuleViolation[] => [
  ...checkHeader(complete.invoice),
  ...checkLines(complete),
  ...checkAmounts(complete),
  ...checkVat(complete, tolerance),
  ...checkCodes(complete.invoice),
]
