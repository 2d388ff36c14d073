/** JSON of long texts. */
import { base64Runs } from './base64-runs'

/** As `JSON.stringify`; what a text holds as base64 needs no escapes and is not looked through for them. */
export function jsonOfText(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const [start, end] of base64Runs(text, { mayBegin: true })) {
    parts.push(JSON.stringify(text.slice(from, start)).slice(1, -1), text.slice(start, end))
    from = end
  }
  if (parts.length === 0) return JSON.stringify(text)
  return `"${parts.join('')}${JSON.stringify(text.slice(from)).slice(1)}`
}
