/** Prints what a job needs of the browser pool, and has its account answer for what was printed in vain. */

import type { Account } from '../accounts/account-object'
import type { Restriction, Waste } from '../accounts/strikes'
import type { Urgency } from '../browser/fair-share'
import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import { assetFetcher } from '../net/fetch-page-file'
import type { Budget } from '../net/file-budget'
import type { FetchFile } from '../net/guarded-fetch'
import { type Model, modelOf } from '../optimize/model'
import type { RenderInput } from '../render/compose-print-request'
import { MAX_WAIT_MS, type RawPdf, renderPdf } from '../render/render'
import { poolSettings } from '../settings'
import type { Timings } from '../time/timings'
import type { DocumentJob } from './job'
import { withPrintMemory } from './print-memory'

/** So long may a preview have been printed that is given up, as those are while somebody types. Milliseconds. */
const FORGIVEN_MS = 2000

/** For whom is printed, and what the pages may fetch. */
export type PrintWork = {
  job: DocumentJob
  account: DurableObjectStub<Account>
  region: string
  urgency: Urgency
  /** Ends the print when the work is given up. */
  signal: AbortSignal | undefined
  /** What the account was told when the work began; queued work asks for it. */
  restriction: Restriction | undefined
  /** Until it resolves no model is asked. */
  held?: unknown
  /** For the log of the pool. */
  requestId: string
  fetchFile: FetchFile
  /** What is left to the job's files. */
  budget: Budget
  /** What the job's request or task holds. */
  memory: WorkMemory
  log: Log
  timings: Timings
  now: () => number
}

/** `render` prints in the pool; `countUnpaid` counts the time that it took as wasted, when nobody is charged for it. */
export type PoolPrinter = {
  render: (input: RenderInput) => Promise<RawPdf>
  countUnpaid: () => Promise<void>
}

export function poolPrinter(env: Env, work: PrintWork): PoolPrinter {
  const { job, account, region, urgency, signal, restriction, held, requestId } = work
  const { fetchFile, budget, memory, log, timings, now } = work
  const { accountId } = job
  let printedMs = 0

  const countWaste = async (waste: Waste) =>
    await account.countWaste(waste).catch((error: unknown) => {
      log('waste.not_counted', { error })
      return undefined
    })

  const printInPool = (input: RenderInput) =>
    renderPdf(input, {
      pool: env.POOL,
      shards: poolSettings(env).shards,
      region,
      accountId,
      requestId,
      count: (counts) => timings.count(counts),
      tabOwner: `${accountId}:${job.mode}`,
      urgency,
      signal,
      restriction: async () => (urgency === 'queued' ? await account.restriction() : restriction),
      currentRestriction: async () => await account.restriction(),
      countPrinted: (ms) => {
        printedMs += ms
      },
      countWaste: async (waste) => {
        const isGivenUp = urgency === 'preview' && signal?.aborted
        const elapsedMs = waste.elapsedMs - (isGivenUp ? FORGIVEN_MS : 0)
        return elapsedMs > 0 ? await countWaste({ ...waste, elapsedMs }) : undefined
      },
      fetchAsset: assetFetcher(fetchFile, { accountId, budget, log, sent: input.sent }),
      model: urgency === 'preview' ? undefined : afterHold(modelOf(env), held),
      patienceMs: MAX_WAIT_MS,
      now,
    })

  return {
    async render(input) {
      const document = { characters: charactersOf(input), accountId, signal }
      const raw = await withPrintMemory(document, () => printInPool(input))
      memory.add(raw.bytes.byteLength)
      return raw
    },
    async countUnpaid() {
      if (printedMs > 0) await countWaste({ elapsedMs: printedMs, busy: false })
    },
  }
}

/** The model, asked when `held` has resolved. */
function afterHold(model: Model | undefined, held: unknown): Model | undefined {
  if (!model) return undefined
  return async (...question) => {
    await held
    return await model(...question)
  }
}

/** The length of what is composed into a page. */
function charactersOf({ html, css = '', options }: RenderInput): number {
  const { header_html = '', header_first_html = '', header_last_html = '' } = options
  const { footer_html = '', footer_first_html = '', footer_last_html = '' } = options
  const headers = header_html + header_first_html + header_last_html
  return (
    html.length + css.length + headers.length + (footer_html + footer_first_html + footer_last_html).length
  )
}
