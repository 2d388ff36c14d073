/** What a request will be charged, for the button that sends it. */
import { useEffect } from 'preact/hooks'
import type { Platen } from '../../clients/typescript/src/index'
import { useAnswer } from './use-answer'

const ASK_AGAIN_MS = 3000

/** Credits; undefined while they are not known of this very request. `request` without what does not change its price. */
export function usePrice(
  platen: Platen,
  kind: Parameters<Platen['dryRun']>[0],
  request: object,
): number | undefined {
  const asked = JSON.stringify(request)
  const { value, error, again } = useAnswer(async () => {
    const { charge } = await platen.dryRun(kind, JSON.parse(asked))
    return { asked, charge }
  }, [platen, kind, asked])
  useEffect(() => {
    if (error === undefined) return
    const timer = setTimeout(again, ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error, again])
  return value?.asked === asked ? value.charge : undefined
}
