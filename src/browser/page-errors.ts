/** What went wrong in a page: why it cannot be printed, and texts for warnings and errors. */
import type { Protocol } from 'devtools-protocol'
import { maxRequests } from './interception'

/** The document cannot be printed as asked, for a reason its author can fix. */
export class DocumentError extends Error {
  override readonly name: string = 'DocumentError'
}

/** The document sends messages without end over the connection that all documents of its browser share. */
export class FloodError extends DocumentError {
  override readonly name = 'FloodError'
}

/** The document asks for more files than it may. Only scripts do so without end: any other may just have many. */
export function requestFlood({ scripted }: { scripted: boolean }): DocumentError {
  const text = `it requests files more than ${maxRequests({ scripted })} times`
  return scripted ? new FloodError(text) : new DocumentError(text)
}

/** What the recorder in the page kept (`in-page/lockdown/recorder.ts`); empty if the document it watched is gone. */
export function consoleErrorsOf(recorded: unknown): string[] {
  return typeof recorded === 'string' ? recorded.split('\0').filter(Boolean) : []
}

/** The first line of what was thrown, from the protocol's `ExceptionDetails`. */
export function exceptionText({ text, exception }: Protocol.Runtime.ExceptionDetails): string {
  const description = exception?.description ?? String(exception?.value ?? text)
  return `script error: ${description.split('\n')[0]}`
}

/** An address as warnings show it: short, and without a query, which may carry a secret. */
export function shownAddress(url: string): string {
  const isData = /^data:/i.test(url)
  const [plain = ''] = isData ? [url] : url.split(/[?#]/, 1)
  const max = isData ? 40 : 120
  return plain.length > max ? `${plain.slice(0, max - 3)}...` : plain
}

/**
 * Images that came and still show nothing; `blank` are the addresses of all that show nothing. What did not come is
 * told by whoever could not fetch it.
 */
export function damagedImages(blank: string[], isServed: (url: string) => boolean): string[] {
  return blank
    .filter((url) => /^(data|blob):/i.test(url) || isServed(url.split('#', 1)[0] ?? ''))
    .map((url) => `${shownAddress(url)}: the image is damaged or in a format that browsers do not support`)
}

/** The font that an entry of the browser's log says it could not read; nothing for other entries. */
export function damagedFont({ text }: Protocol.Log.LogEntry): string | undefined {
  const address = /^Failed to decode downloaded font: (.*)$/s.exec(text)?.[1]
  return (
    address && `${shownAddress(address)}: the font is damaged or in a format that browsers do not support`
  )
}
