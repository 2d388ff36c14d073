/** What somebody meant by a `wait_for` that is none. */
import { MAX_TIMEOUT, NO_SELECTOR } from '../../render/render-options'

const MAX_SHOWN = 40
const MAX_WAIT_MS = MAX_TIMEOUT * 1000

/** What to send for a number, a time, or an event of puppeteer. */
export function otherWait(value: unknown): string | undefined {
  if (typeof value === 'number') return `for milliseconds send {"ms": ${Math.min(value, MAX_WAIT_MS)}}`
  if (typeof value !== 'string') return 'send a CSS selector, {"expression": "window.ready"} or {"ms": 500}'
  const text = value.slice(0, MAX_SHOWN).trim()
  const [, number = '', unit = ''] = /^(\d{1,5}(?:\.\d{1,3})?)\s?(ms|s)?$/i.exec(text) ?? []
  if (number) return `send {"ms": ${Math.min(Number(number) * (/^s$/i.test(unit) ? 1000 : 1), MAX_WAIT_MS)}}`
  const isEvent = /^[a-z]/i.test(text) && NO_SELECTOR.test(text)
  return isEvent ? 'leave it out: what the document asks for is waited for' : undefined
}
