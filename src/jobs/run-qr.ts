/**
 * A QR code as a task, for a caller who waits and from the queue: fetch its logo, make it, store it, settle. The same
 * steps as `run.ts` takes for documents, without a browser.
 */
import type { Reply } from '../accounts/reply'
import { Problem, toProblem } from '../errors'
import { isDataUrl, readDataUrl } from '../net/data'
import type { FetchFile } from '../net/fetch'
import { FetchRefused } from '../net/refused'
import { makeQr } from '../qr/generate'
import type { ProducedFile } from '../storage/files'
import { completedTask, failedTask, type TaskFile } from '../tasks/view'
import type { Timings } from '../timings'
import type { Ledger, Settled } from './account-ledger'
import type { QrJob } from './job'
import { codeReply, type Delivery, failureReply, type SignFileUrl } from './replies'
import { runsAgain } from './retry'
import type { RunFor } from './run'

export type CodeTools = {
  fetchFile: FetchFile
  store: (taskId: string, file: ProducedFile) => Promise<void>
  /** Lets identical requests that wait for this one find the file as soon as it is stored, and takes that back. */
  cache?: { remember: (file: TaskFile) => Promise<void>; forget: () => Promise<void> } | undefined
  fileUrl: SignFileUrl
  ledger: Ledger
  timings: Timings
  now: () => number
}

const LOGO_LIMITS = { maxBytes: 5_000_000, timeoutMs: 10_000, redirects: 3 }
const endings = { 'image/png': '.png', 'image/svg+xml': '.svg' } as const

/** `reply` is what the caller gets; of queued work nobody does. */
export type CodeOutcome = CodeFile & Settled & { reply: Reply | undefined }

/**
 * Makes the code. Throws a Problem when it failed: nothing is charged then, and what the queue will run again keeps
 * its hold. The file is stored and remembered before the charge, so that whoever waits for the same code finds it as soon as
 * the hold is gone; what could not be charged is forgotten.
 */
export async function runCode(
  job: QrJob,
  options: { delivery: Delivery },
  tools: CodeTools,
): Promise<CodeOutcome & { reply: Reply }>
export async function runCode(job: QrJob, options: RunFor, tools: CodeTools): Promise<CodeOutcome>
export async function runCode(
  job: QrJob,
  { delivery, tries }: RunFor,
  tools: CodeTools,
): Promise<CodeOutcome> {
  const startedAt = tools.now()
  const { taskId } = job
  let begun = false
  let remembered = false
  try {
    const logo = await tools.timings.measure('render', () => logoOf(job, tools))
    begun = true
    const produced = await tools.timings.measure('finish', async () => codeFile(job, logo))
    await tools.timings.measure('store', async () => {
      await tools.store(taskId, produced)
      remembered = tools.cache !== undefined
      await tools.cache?.remember(produced)
    })
    const replyInit = delivery && { delivery, fileUrl: tools.fileUrl, cached: false }
    const reply = replyInit && (await codeReply(job, produced, replyInit))
    const settled = await tools.ledger.settle(taskId, completedTask(job, { startedAt, produced }), { reply })
    return { ...produced, ...settled, reply }
  } catch (error) {
    if (remembered) await tools.cache?.forget().catch(() => undefined)
    const problem = toProblem(error)
    if (tries !== undefined && runsAgain(problem, tries)) throw problem
    const reply = delivery && failureReply(problem, { begun })
    await tools.ledger.release(taskId, failedTask(job, { startedAt, problem }), reply)
    throw problem
  }
}

/** A code's file with its bytes. */
export type CodeFile = TaskFile & ProducedFile

function codeFile({ options, mode }: QrJob, logo: Uint8Array | undefined): CodeFile {
  const { bytes, contentType } = makeQr(options, logo, { isTest: mode === 'test' })
  return { bytes, contentType, fileName: `qrcode${endings[contentType]}`, pages: null, warnings: [] }
}

/** The logo's bytes: from the upload, from the address itself, or fetched. Throws 422 `asset_failed`. */
async function logoOf({ options, upload }: QrJob, { fetchFile }: CodeTools): Promise<Uint8Array | undefined> {
  const { logo_url } = options
  if (upload || logo_url === undefined) return upload
  try {
    const accept = ['image/png']
    const file = isDataUrl(logo_url)
      ? readDataUrl(logo_url, { ...LOGO_LIMITS, accept })
      : await fetchFile(logo_url, { purpose: 'logo', ...LOGO_LIMITS, accept })
    return file.bytes
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    throw new Problem('asset_failed', {
      detail: `The logo at logo_url could not be used. ${cause.message}`,
      errors: [{ pointer: '/logo_url', message: cause.message }],
      cause,
    })
  }
}
