/** `wait_for.expression`: whether what the caller waits for holds in a page. */
import { sleep } from '../time/waiting'
import { DocumentError } from './page-errors'

const POLL_MS = 50
const NO_EXPRESSION = 'no expression'

/**
 * Polls until `expression`, or what it promises, is true. `evaluate` answers what a text comes to among the page's own
 * scripts. Throws a `DocumentError` for what is no JavaScript expression.
 */
export async function waitUntilTrue(
  expression: string,
  evaluate: (text: string) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const verdict = await evaluate(verdictOf(expression))
    if (verdict === NO_EXPRESSION)
      throw new DocumentError('`wait_for.expression` is not a JavaScript expression')
    if (verdict === true) return
    await sleep(POLL_MS)
  }
}

/**
 * Whether an expression of the caller's is true, and no more than that, whatever it holds: an answer's or an error's
 * length has no limit, and all documents share the connection.
 */
function verdictOf(expression: string): string {
  return `(async () => {
    let test
    try { test = (async () => {}).constructor(${JSON.stringify(`return (${expression}\n)`)}) } catch { return '${NO_EXPRESSION}' }
    try { return !!(await test()) } catch { return false }
  })()`
}
