/** The fetch of what one job refers to: guarded, with files of ours read from storage, and within one budget. */

import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import { createFetcher, type FetchFile } from '../net/fetch'
import { type Budget, createBudget } from '../net/file-budget'
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
    limits,
    memory,
    log,
    now,
  }: {
    origin: string
    accountId: string
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
  return { fetchFile: withStoredFiles(fetchFile, env, { origin, budget, now }), budget }
}
