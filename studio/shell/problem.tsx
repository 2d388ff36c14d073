/** What went wrong, in words with what to do. */
import { ConnectionError, PlatenError } from '../../clients/typescript/src/errors'
import { TEXTS } from '../texts'
import { faultOf } from './fault-words'

/** The service's own words: each fault by its field, else the sentence of the problem. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError) return TEXTS.unreachable
  if (error instanceof PlatenError && error.status === 401) return TEXTS.keyRefused
  if (error instanceof PlatenError && error.errors.length > 0)
    return error.errors.map(({ pointer, message }) => faultOf(pointer, message)).join('\n')
  // Where the API lists things is of no use to whoever looks at them here.
  return error instanceof Error ? error.message.replace(/ GET \/v1\/\S+ [^.]*\.$/, '') : String(error)
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

/** Code that did not come. A newer Studio comes by a reload alone, which without a connection would lose the page. */
export function CodeProblem({ error, again }: { error: unknown; again: () => void }) {
  return <Problem error={error} onRetry={() => (navigator.onLine ? location.reload() : again())} />
}
