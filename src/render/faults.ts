/** What a page's scripts complain of, as warnings. A page that floods the console is no longer listened to. */
import type { CdpParams } from './cdp'

const MAX_EVENTS = 200
const MAX_WARNINGS = 50
const MAX_LENGTH = 500

export class PageFaults {
  readonly warnings: string[] = []
  #events = 0

  /** `tooMany` is called once, when more came than anybody reads. */
  constructor(readonly tooMany: () => void) {}

  hear(method: string, params: CdpParams) {
    if (++this.#events > MAX_EVENTS) {
      if (this.#events === MAX_EVENTS + 1) this.tooMany()
      return
    }
    const text = method === 'Runtime.exceptionThrown' ? exceptionText(params) : consoleText(params)
    if (text && this.warnings.length < MAX_WARNINGS) this.warnings.push(text.slice(0, MAX_LENGTH))
  }
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

function consoleText(params: CdpParams): string | undefined {
  if (params.type !== 'error' && params.type !== 'assert') return undefined
  const values = params.args as { value?: unknown; description?: string }[]
  return `console error: ${values.map((value) => value.description?.split('\n')[0] ?? String(value.value)).join(' ')}`
}
