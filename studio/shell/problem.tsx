/** What went wrong, in words with what to do. */
import { ConnectionError, PlatenError } from '../../clients/typescript/src/errors'
import { TEXTS } from '../texts'
import { withoutPath } from './format'

/** The service's own words: each fault by its field, else the sentence of the problem. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError) return TEXTS.unreachable
  if (error instanceof PlatenError && error.status === 401) return TEXTS.keyRefused
  if (error instanceof PlatenError && error.errors.length > 0)
    return error.errors.map(({ pointer, message }) => faultOf(pointer, message)).join('\n')
  // Where the API lists things is of no use to whoever looks at them here.
  return error instanceof Error ? error.message.replace(/ GET \/v1\/\S+ [^.]*\.$/, '') : String(error)
}

/** `/request/data/lines/0/net_price` and "must be a number" as "Lines 1, net price must be a number". */
export function faultOf(pointer: string, message: string): string {
  const parts = pointer.replace(/^(?:\/request)?(?:\/data(?=\/))?\//, '').split('/')
  const place = parts.reduce((said, part) => {
    if (/^\d+$/.test(part)) return `${said} ${Number(part) + 1}`.trim()
    const name = part.replaceAll('_', ' ').replaceAll('~1', '/').replaceAll('~0', '~')
    return said ? `${said}, ${name}` : name
  }, '')
  const what = withoutPath(message)
  if (!place) return what
  const name = place.charAt(0).toUpperCase() + place.slice(1)
  // A sentence of its own, or what goes on from the name.
  const goesOn = /^[a-z]/.test(message) && !/^(?:data|invoice)[.[]/.test(message)
  return goesOn ? `${name} ${message}` : `${name}: ${what}`
}

/** The page of the documentation that says what to do. */
export function aboutError(code: string): string {
  return `/docs/errors/${code}/`
}

/** Nothing, where nothing went wrong. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { requestId: id, code } = error instanceof PlatenError ? error : {}
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="problem">
          <p>{wordsOf(error)}</p>
          {id && (
            <p class="hint">
              {code && <a href={aboutError(code)}>{TEXTS.aboutError}</a>} {TEXTS.requestId} <code>{id}</code>
            </p>
          )}
          {onRetry && (
            <button type="button" class="quiet" onClick={onRetry}>
              {TEXTS.retry}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
