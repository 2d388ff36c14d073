/** What was given last, for what runs later than it was made: a timer, an answer, an effect. */
import { useRef } from 'preact/hooks'

export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  latest.current = value
  return latest
}
