/** The fetch of what one job refers to: guarded, with files of ours read from storage, and within one budget. */

import { withAssets } from '../assets/fetch-asset'
import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import { type Budget, createBudget } from '../net/file-budget'
import { createFetcher, type FetchFile } from '../net/guarded-fetch'
import { addressPolicy } from '../settings'
import { withStoredFiles } from '../storage/stored-file-fetch'

/**
 * `origin` is the service's own; `limits` are of all the job's files together, and `budget` is what is left of them. What
 * is taken of it counts as held in `memory`, and waits while other jobs of the account hold its share.
 */
export function jobFetcher(
  env: Env,
  {
    origin,
    accountId,
    mode,
    limits,
    memory,
    log,
    now,
  }: {
    origin: string
    accountId: string
    /** Of the key: whose assets may be named; none if absent. */
    mode?: string | undefined
    limits: { requests: number; bytes: number }
    memory: WorkMemory
    log: Log
    now: () => number
  },
): { fetchFile: FetchFile; budget: Budget } {
  const left = createBudget(limits)
  const budget: Budget = {
    request: left.request,
    async bytes(count) {
      await left.bytes(count)
      await memory.addFile(count, accountId)
    },
  }
  const { fetchFile } = createFetcher({
    policy: addressPolicy(env, origin),
    dohUrl: env.DOH_URL,
    budget,
    log: ({ event, ...facts }) => log(event, facts),
    now,
  })
  const withStored = withStoredFiles(fetchFile, env, { origin, budget, now })
  return {
    fetchFile: mode === undefined ? withStored : withAssets(withStored, env, { accountId, mode, budget }),
    budget,
  }
}
