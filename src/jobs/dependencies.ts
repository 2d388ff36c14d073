/** The bindings behind a run: the pool, the bucket, the account, and the guarded fetch with one job's budget. */

import type { Account } from '../accounts/account-object'
import type { Restriction } from '../accounts/strikes'
import type { Urgency } from '../browser/fair-share'
import type { Log } from '../log'
import { holdWhile, isolateMemory, type WorkMemory } from '../memory/isolate-memory'
import type { FetchFile } from '../net/guarded-fetch'
import { loadJpegCodec } from '../pdf/compress/jpeg'
import { jpegModules } from '../pdf/compress/jpeg-modules'
import { finish } from '../pdf/finish-pdf'
import { finishBytes } from '../pdf/finishing-memory'
import { createStandardFonts } from '../pdf/pdfa/fonts/standard-programs'
import { createRasterizer } from '../pdf/pdfa/raster'
import { engines } from '../pdf/pdfa/raster-engines'
import { createFileUrl } from '../storage/file-address'
import { storeFile } from '../storage/stored-files'
import type { Timings } from '../time/timings'
import { accountLedger, rethrow } from './account-ledger'
import { drawPictures } from './draw-pictures'
import { searchInvoice } from './embedded-invoice'
import { jobFetcher } from './fetch-for-job'
import type { DocumentJob, JobFacts } from './job'
import { pdfium } from './picture-engines'
import { linesSource } from './plan-finishing'
import { poolPrinter } from './pool-printer'
import { readTaskFile } from './read-task-file'
import type { RunDeps } from './run'
import type { ReportDeps } from './run-report'

/**
 * What the files of one document may come to, attachments included: requests and bytes. They are in memory together,
 * in an isolate of 128 MB that other documents share.
 */
const FILE_BUDGET = { requests: 300, bytes: 32 << 20 }

/** The same of a preview, for which nobody pays. */
const PREVIEW_FILE_BUDGET = { requests: 100, bytes: 16 << 20 }

const rasterise = createRasterizer(engines, pdfium)
const standardFonts = createStandardFonts(engines.pdfium)

/** The dependencies of `job`. */
export function runDependencies(
  env: Env,
  {
    job,
    account,
    region,
    urgency = 'caller',
    limits = urgency === 'preview' ? PREVIEW_FILE_BUDGET : FILE_BUDGET,
    signal,
    restriction,
    held,
    requestId = job.taskId,
    memory,
    log,
    timings,
  }: {
    job: DocumentJob
    account: DurableObjectStub<Account>
    region: string
    /** `queued` for work that nobody waits for, `preview` for what nobody pays for. */
    urgency?: Urgency
    /** What its files may come to; by its urgency if absent. */
    limits?: { requests: number; bytes: number } | undefined
    /** Ends the render when the work is given up. */
    signal?: AbortSignal | undefined
    /** What the account was told when the work began; queued work asks for it. */
    restriction?: Restriction | undefined
    /** Until it resolves nothing outside is asked for the job: no file, no model. */
    held?: unknown
    /** For the log of the pool; the task's id if absent. */
    requestId?: string | undefined
    /** What the job's request or task holds. */
    memory: WorkMemory
    log: Log
    timings: Timings
  },
): RunDeps {
  const now = () => Date.now()
  const taskLog: Log = (event, facts) => log(event, { task_id: job.taskId, ...facts })
  const { fetchFile: fetchHeld, budget } = jobFetcher(env, {
    origin: job.origin,
    accountId: job.accountId,
    mode: job.mode,
    limits,
    memory,
    log: taskLog,
    now,
  })
  const fetchFile: FetchFile = async (...file) => {
    await held
    return await fetchHeld(...file)
  }
  const owner = { accountId: job.accountId, signal }
  const { render, countUnpaid } = poolPrinter(env, {
    ...{ job, account, region, urgency, signal, restriction, held, requestId, fetchFile, budget, memory },
    ...{ log: taskLog, timings, now },
  })
  return {
    render,
    fetchFile,
    readTaskFile: (taskId, limits) => readTaskFile(env.FILES, taskId, limits),
    findInvoice: async (file) => (await searchInvoice(file, owner)).found,
    finish: (input, plan) => {
      const work = () =>
        finish(input, plan, {
          now: new Date(now()),
          random,
          jpeg: () => loadJpegCodec(jpegModules),
          rasterise,
          standardFonts,
          printLines: async (html) => (await render(linesSource(html))).bytes,
          ...owner,
        })
      return isolateMemory.finishing.run(finishBytes(input, plan), work, owner)
    },
    drawPictures: (pdf, request) => drawPictures(pdf, request, { ...owner, isPaid: urgency !== 'preview' }),
    // Also after the reply, when the request holds nothing else.
    store: (taskId, file) =>
      holdWhile(file.bytes.byteLength, job.accountId, () => storeFile(env.FILES, taskId, file)),
    fileUrl: (file) => createFileUrl(env, file, now()),
    countUnpaid,
    ledger:
      urgency === 'caller'
        ? accountLedger(account, (error) => taskLog('task.not_released', { error }))
        : accountLedger(account, rethrow),
    timings,
    signal,
    now,
  }
}

/** The dependencies of a report on files, for a caller who waits; `limits` are of all its files together. */
export function reportDependencies(
  env: Env,
  {
    job: { taskId, accountId, origin },
    account,
    limits,
    memory,
    log,
    timings,
    signal,
  }: {
    job: Pick<JobFacts, 'taskId' | 'accountId' | 'origin'>
    account: DurableObjectStub<Account>
    limits: { requests: number; bytes: number }
    memory: WorkMemory
    /** Ends the work when it is given up. */
    signal: AbortSignal | undefined
    log: Log
    timings: Timings
  },
): ReportDeps {
  const now = () => Date.now()
  return {
    fetchFile: jobFetcher(env, { origin, accountId, limits, memory, log, now }).fetchFile,
    readTaskFile: (id, bounds) => readTaskFile(env.FILES, id, bounds),
    store: (id, file) => storeFile(env.FILES, id, file),
    ledger: accountLedger(account, (error) => log('task.not_released', { task_id: taskId, error })),
    timings,
    signal,
    now,
  }
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
