/** What went wrong, in words with what to do. */
import { ConnectionError, PlatenError } from '../../clients/typescript/src/errors'
import { TEXTS } from '../texts'

/** The service's own words: each fault by its field, else the sentence of the problem. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError) return TEXTS.unreachable
  if (error instanceof PlatenError && error.errors.length > 0)
    return error.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/** Nothing, where nothing went wrong. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const id = error instanceof PlatenError ? error.requestId : undefined
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="problem">
          <p>{wordsOf(error)}</p>
          {id && (
            <p class="hint">
              {TEXTS.requestId} <code>{id}</code>
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
