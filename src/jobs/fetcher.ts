/** The fetch of what one job refers to: guarded, with files of ours read from storage, and within one budget. */
import type { Log } from '../log'
import { type Budget, createBudget } from '../net/budget'
import { createFetcher, type FetchFile } from '../net/fetch'
import { addressPolicy } from '../settings'
import { withStoredFiles } from '../storage/stored-file-fetch'

/** `origin` is the service's own; `limits` are of all the job's files together, and `budget` is what is left of them. */
export function jobFetcher(
  env: Env,
  {
    origin,
    limits,
    log,
    now,
  }: { origin: string; limits: { requests: number; bytes: number }; log: Log; now: () => number },
): { fetchFile: FetchFile; budget: Budget } {
  const budget = createBudget(limits)
  const { fetchFile } = createFetcher({
    policy: addressPolicy(env, origin),
    dohUrl: env.DOH_URL,
    budget,
    log: ({ event, ...facts }) => log(event, facts),
    now,
  })
  return { fetchFile: withStoredFiles(fetchFile, env, { origin, budget, now }), budget }
}
