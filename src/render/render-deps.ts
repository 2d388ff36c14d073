/** What a render is given beside its document: whose it is, where it is printed, and who is told what of it. */
import type { Urgency } from '../browser/fair-share'
import type { Pool } from '../browser/pool'
import type { Model } from '../optimize/model'
import type { RequestCounts } from '../time/timings'
import type { Waste } from './failed-attempt'
import type { FetchAsset } from './page-file-source'
import type { Restriction } from './render-problem'

export type RenderDeps = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  /** The request or the task, for the log. */
  requestId?: string | undefined
  /** Told how long the document stood in line, and what it cost to reach the browser. */
  count?: ((counts: RequestCounts) => void) | undefined
  /** Whose document it is: live and test work, watermarks and retries of one account share its slots. */
  accountId: string
  /** Whose documents may follow each other in one tab: those of one account and mode. */
  tabOwner: string
  /** Ends the render and frees its slot. `renderPdf` then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** What the account may not do, because its recent renders came to nothing: as it was told when the work began. */
  restriction: () => Promise<Restriction | undefined>
  /** The same, asked again. */
  currentRestriction: () => Promise<Restriction | undefined>
  /** Told how long a document took in a browser that was printed, in milliseconds. */
  countPrinted?: ((ms: number) => void) | undefined
  /** Told of a render that came to nothing; returns the restriction that holds then. */
  countWaste: (waste: Waste) => Promise<Restriction | undefined>
  /** Part of the world the caller is in; names the shards that are asked. */
  region: string
  fetchAsset: FetchAsset
  /** The operator's model, which `goCreditMode` may ask. */
  model?: Model | undefined
  /** Whether somebody waits for the answer; queued work leaves a slot free for them. */
  urgency: Urgency
  /** How long to wait in line for a slot, in milliseconds. */
  patienceMs: number
  now: () => number
}
