/** What a finished document is to be, beside its data. */
import type { Options } from '../../clients/typescript/src/schemas'

export type Wishes = { archive: boolean; invoice: boolean }

/** An e-invoice is an archival file by itself. */
export function optionsOf(
  { archive, invoice }: Wishes,
  template: { invoice?: unknown } | undefined,
): Options | undefined {
  if (invoice && template?.invoice) return { factur_x: true }
  return archive ? { pdf_format: 'PDF/A-3b' } : undefined
}
