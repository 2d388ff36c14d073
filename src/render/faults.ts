/** What went wrong in a page's scripts, as texts for warnings and errors. */
import type { CdpParams } from './cdp'

const MAX_COMPLAINTS = 50
const MAX_LENGTH = 500

/** What the recorder kept (`sheet.ts`). Scripts of the document wrote it, so nothing is believed of its form. */
export function complaintsOf(recorded: unknown): string[] {
  const texts = Array.isArray(recorded) ? recorded : []
  return texts.slice(0, MAX_COMPLAINTS).map((text) => String(text).slice(0, MAX_LENGTH))
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
