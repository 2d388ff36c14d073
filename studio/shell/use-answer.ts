/** What the API answers to a page, asked for when it is shown and when what it depends on changes. */
import { useCallback, useEffect, useState } from 'preact/hooks'

export type Answer<T> = {
  /** The last answer; it stays until the next one is there. */
  value: T | undefined
  error: unknown
  isLoading: boolean
  again: () => void
  /** Changes what is shown before the service has been asked again. */
  change: (change: (value: T) => T) => void
}

/** `ask` is called anew whenever one of `on` has changed. An answer that comes late is dropped. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Answer<T> {
  const [state, setState] = useState<Pick<Answer<T>, 'value' | 'error' | 'isLoading'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setState((former) => ({ ...former, isLoading: true }))
    ask(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ value, error: undefined, isLoading: false }),
      (error) => !stop.signal.aborted && setState(({ value }) => ({ value, error, isLoading: false })),
    )
    return () => stop.abort()
  }, [...on, tries])
  const again = useCallback(() => setTries((count) => count + 1), [])
  const change = useCallback(
    (how: (value: T) => T) =>
      setState((former) => (former.value === undefined ? former : { ...former, value: how(former.value) })),
    [],
  )
  return { ...state, again, change }
}
