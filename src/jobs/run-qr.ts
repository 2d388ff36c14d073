/**
 * A QR code as a task, for a caller who waits and from the queue: fetch its logo, make it, store it, settle. The same
 * steps as `run.ts` takes for documents, without a browser.
 */

import type { Reply } from '../accounts/reply'
import { toProblem } from '../errors'
import type { FetchFile } from '../net/guarded-fetch'
import { generateQr } from '../qr/generate-qr'
import { LOGO_TYPES, type LogoDecoders, readLogo } from '../qr/logo-file'
import { findQuietZoneWarnings } from '../qr/quiet-zone'
import type { StoredFile } from '../storage/stored-files'
import { boundWarnings } from '../tasks/bound-warnings'
import { completedTask, failedTask, type TaskResult } from '../tasks/record'
import type { Timings } from '../time/timings'
import { rejectOnAbort } from '../time/waiting'
import type { Ledger, SettledCredits } from './account-ledger'
import type { QrJob } from './job'
import { loadNamedFile } from './load-named-file'
import { failureReply, qrReply, type ReplyOptions, type SignFileUrl } from './replies'
import { shouldRetry } from './retry'
import type { RunOptions } from './run'

export type QrDeps = {
  fetchFile: FetchFile
  logoDecoders: LogoDecoders
  store: (taskId: string, file: StoredFile) => Promise<void>
  /** Lets identical requests that wait for this one find the file as soon as it is stored, and takes that back. */
  cache?:
    | {
        remember: (file: TaskResult) => Promise<void>
        forget: () => Promise<void>
      }
    | undefined
  fileUrl: SignFileUrl
  ledger: Ledger
  timings: Timings
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
  now: () => number
}

const LOGO_LIMITS = { maxBytes: 5_000_000, timeoutMs: 10_000, redirects: 3, accept: LOGO_TYPES }
const FILE_EXTENSIONS = { 'image/png': '.png', 'image/svg+xml': '.svg' } as const

/** `reply` is what the caller gets; of queued work nobody does. */
export type QrOutcome = QrFile &
  SettledCredits & {
    reply: Reply | undefined
  }

/**
 * Makes the code. Throws a Problem when it failed: nothing is charged then, and what the queue will run again keeps
 * its hold. The file is stored and remembered before the charge, so that whoever waits for the same code finds it as soon as
 * the hold is gone. Whoever finds it asks the account first whether it was charged, so that an entry is used by nobody that a
 * crash or a deletion left behind in between.
 */
export async function runQrJob(
  job: QrJob,
  options: { delivery: ReplyOptions },
  deps: QrDeps,
): Promise<QrOutcome & { reply: Reply }>
export async function runQrJob(
  job: QrJob,
  options: RunOptions<ReplyOptions>,
  deps: QrDeps,
): Promise<QrOutcome>
export async function runQrJob(
  job: QrJob,
  { delivery, tries }: RunOptions<ReplyOptions>,
  deps: QrDeps,
): Promise<QrOutcome> {
  const startedAt = deps.now()
  const { taskId } = job
  let begun = false
  let remembered = false
  try {
    const logo = await deps.timings.measure('render', () => rejectOnAbort(deps.signal, loadLogo(job, deps)))
    begun = true
    const produced = await deps.timings.measure('finish', () => createQrFile(job, logo, deps))
    deps.signal?.throwIfAborted()
    remembered = deps.cache !== undefined
    // At once: nobody looks for the file of an entry whose charge is still to come.
    await deps.timings.measure('store', () =>
      Promise.all([deps.store(taskId, produced), deps.cache?.remember(produced)]),
    )
    const { warnings } = produced
    const replyInit = delivery && { delivery, warnings, fileUrl: deps.fileUrl, cached: false }
    const reply = replyInit && (await qrReply(job, produced, replyInit))
    const settled = await deps.ledger.settle(taskId, completedTask(job, { startedAt, produced }), { reply })
    return { ...produced, ...settled, reply }
  } catch (error) {
    if (remembered) await deps.cache?.forget().catch(() => undefined)
    const problem = toProblem(error)
    if (tries !== undefined && shouldRetry(problem, tries)) throw problem
    const reply = delivery && failureReply(problem, { begun })
    await deps.ledger.release(taskId, failedTask(job, { startedAt, problem }), reply)
    throw problem
  }
}

/** A code's file with its bytes; `quietZone` is the space around the symbol, in modules. */
export type QrFile = TaskResult & StoredFile & { quietZone: number }

async function createQrFile(
  { options, mode, warnings = [] }: QrJob,
  file: Uint8Array | undefined,
  { logoDecoders }: QrDeps,
): Promise<QrFile> {
  const logo = file && (await readLogo(file, logoDecoders))
  const { bytes, contentType, quietZone } = generateQr(options, logo, { isTest: mode === 'test' })
  const fileName = `qrcode${FILE_EXTENSIONS[contentType]}`
  const all = [...warnings, ...findQuietZoneWarnings(quietZone, options)]
  return { bytes, contentType, fileName, pages: null, warnings: boundWarnings(all), quietZone }
}

/** The logo's bytes: from the upload, from the address itself, or fetched. Throws 422 `asset_failed`. */
async function loadLogo({ options, upload }: QrJob, { fetchFile }: QrDeps): Promise<Uint8Array | undefined> {
  const { logo_url } = options
  if (upload || logo_url === undefined) return upload
  const named = {
    pointer: '/logo_url',
    purpose: 'logo',
    subject: 'The logo at logo_url',
    limits: LOGO_LIMITS,
  }
  return await loadNamedFile(logo_url, named, fetchFile)
}
