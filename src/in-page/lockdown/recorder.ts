/**
 * Keeps the first of what scripts complain of, for the warnings. Inside the page, not by the protocol's events: those
 * have no limit, and every one of a page's thousands of messages would cross the connection that all documents share.
 * For the same reason what is kept is one text of ours, which no script can reach, replace or lengthen.
 */
const MAX_RECORDED = 50
const MAX_LENGTH = 500

const cut: (text: unknown, start: number, end: number) => string = Function.prototype.call.bind(
  String.prototype.slice,
)

/** In the document's own window: what was recorded is there for the service as `platenRecorded()`. */
export function recordErrors(): void {
  if (window !== top) return
  let count = 0
  let recorded = ''
  let isPrinting = false
  const record = (text: string) => {
    if (isPrinting) return
    if (count++ < MAX_RECORDED) recorded += `${cut(text, 0, MAX_LENGTH)}\0`
  }
  const more = () => (count > MAX_RECORDED ? `${count - MAX_RECORDED} more complaints of scripts` : '')
  Object.defineProperty(globalThis, 'platenRecorded', { value: () => recorded + more() })
  // What was recorded is asked for while the page is printed: whether what comes then is told would be chance. The page's
  // own events of that name do not count, nor does its `print()`, which its sandbox forbids.
  addEventListener('beforeprint', ({ isTrusted }) => {
    if (isTrusted) isPrinting = true
  })
  addEventListener('error', (event) => {
    if (event.message) record(`script error: ${event.message}`)
  })
  addEventListener('unhandledrejection', (event) =>
    record(`script error: unhandled rejection of ${shown(event.reason)}`),
  )
  console.error = (...values: unknown[]) => record(`console error: ${values.map(shown).join(' ')}`)
  console.assert = (holds: unknown, ...values: unknown[]) => {
    if (!holds) record(`assertion failed: ${values.map(shown).join(' ')}`)
  }
}

function shown(value: unknown): string {
  try {
    return value instanceof Error ? value.message : String(value)
  } catch {
    return '?'
  }
}
