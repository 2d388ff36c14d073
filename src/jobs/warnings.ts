/** What went wrong without failing: told in the answer, and a failure where `strict` asks for that. */

import type { PdfOptions } from '../document-options'
import { Problem } from '../errors'
import { countPages } from '../pdf/count-pages'
import type { Finished } from '../pdf/finish-pdf'
import type { RawPdf } from '../render/render'
import { missingPages } from '../text/page-ranges'

/** The warnings of a printed document. Throws `strict_warning` with them if `strict` is set. */
export function warningsOf(
  raw: RawPdf,
  { page_ranges, strict }: PdfOptions,
  more: readonly string[] = [],
): string[] {
  const missing = page_ranges === undefined ? [] : missingPages(page_ranges, countPages(raw.bytes))
  const warnings = [
    ...raw.warnings,
    ...more,
    ...missing.map((page) => `page_ranges: the document has no page ${page}; the others were printed`),
  ]
  return acceptWarnings(warnings, strict)
}

/** What finishing had to leave out of attached files, as `warningsOf` tells what printing did. Throws `strict_warning`. */
export function finishWarnings({ warnings }: Finished, { strict }: Pick<PdfOptions, 'strict'>): string[] {
  return acceptWarnings(warnings, strict)
}

/** The warnings as they are; throws `strict_warning` with them if `strict` is set. */
export function acceptWarnings(warnings: string[], strict: boolean | undefined): string[] {
  if (strict && warnings.length > 0) {
    throw new Problem('strict_warning', {
      detail:
        'options.strict is set and the document has warnings. Fix them, or leave out strict to accept them.',
      errors: warnings.map((message) => ({ pointer: '', message })),
    })
  }
  return warnings
}
