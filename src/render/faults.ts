/** What went wrong in a page's scripts, as texts for warnings and errors. */
import type { CdpParams } from './cdp'

export const MOST_COMPLAINTS = 50
export const LONGEST_COMPLAINT = 500

/** What the recorder kept (`sheet.ts`); nothing where the document it watched is gone. */
export function complaintsOf(recorded: unknown): string[] {
  return typeof recorded === 'string' ? recorded.split('\0').filter(Boolean) : []
}

/** The first line of what was thrown. */
export function exceptionText(params: CdpParams): string {
  const details = params.exceptionDetails as {
    text?: string
    exception?: { description?: string; value?: unknown }
  }
  const description = details.exception?.description ?? String(details.exception?.value ?? details.text ?? '')
  return `script error: ${description.split('\n')[0]}`
}
