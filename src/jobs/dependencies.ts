/** The bindings behind a run: the pool, the bucket, the account, and the guarded fetch with one job's budget. */

import type { Account } from '../accounts/account-object'
import type { Restriction, Waste } from '../accounts/strikes'
import type { Urgency } from '../browser/fair-share'
import type { Log } from '../log'
import { holdWhile, isolateMemory, type WorkMemory } from '../memory/isolate-memory'
import { assetFetcher } from '../net/fetch-page-file'
import { modelOf } from '../optimize/model'
import { loadJpegCodec } from '../pdf/compress/jpeg'
import { jpegModules } from '../pdf/compress/jpeg-modules'
import { finish } from '../pdf/finish-pdf'
import { finishBytes, parsedBytes } from '../pdf/finishing-memory'
import { findEmbeddedFileOf } from '../pdf/import/find-embedded-file'
import type { ImportedPdf } from '../pdf/import/open-foreign'
import { createStandardFonts } from '../pdf/pdfa/fonts/standard-programs'
import { createRasterizer } from '../pdf/pdfa/raster'
import { engines } from '../pdf/pdfa/raster-engines'
import type { RenderInput } from '../render/compose-print-request'
import { MAX_WAIT_MS, renderPdf } from '../render/render'
import { poolSettings } from '../settings'
import { createFileUrl } from '../storage/file-address'
import { storeFile } from '../storage/stored-files'
import type { Timings } from '../time/timings'
import { accountLedger } from './account-ledger'
import { drawPictures } from './draw-pictures'
import { InvoiceFinder, type WorkOwner } from './embedded-invoice'
import { jobFetcher } from './fetcher'
import type { DocumentJob, JobFacts } from './job'
import { pdfium } from './picture-engines'
import { linesSource } from './plan-finishing'
import { withPrintMemory } from './print-memory'
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

/** So long may a preview have been printed that is given up, as those are while somebody types. Milliseconds. */
const FORGIVEN_MS = 2000

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
  const { fetchFile, budget } = jobFetcher(env, {
    origin: job.origin,
    accountId: job.accountId,
    mode: job.mode,
    limits,
    memory,
    log: taskLog,
    now,
  })
  let printedMs = 0
  const countWaste = async (waste: Waste) =>
    await account.countWaste(waste).catch((error: unknown) => {
      taskLog('waste.not_counted', { error })
      return undefined
    })
  const print = (input: RenderInput) =>
    renderPdf(input, {
      pool: env.POOL,
      shards: poolSettings(env).shards,
      region,
      accountId: job.accountId,
      requestId,
      count: (counts) => timings.count(counts),
      tabOwner: `${job.accountId}:${job.mode}`,
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
      fetchAsset: assetFetcher(fetchFile, {
        accountId: job.accountId,
        budget,
        log: taskLog,
        sent: input.sent,
      }),
      model: urgency === 'preview' ? undefined : modelOf(env),
      patienceMs: MAX_WAIT_MS,
      now,
    })
  const render = async (input: RenderInput) => {
    const document = { characters: charactersOf(input), accountId: job.accountId, signal }
    const raw = await withPrintMemory(document, () => print(input))
    memory.add(raw.bytes.byteLength)
    return raw
  }
  const owner = { accountId: job.accountId, signal }
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
    countUnpaid: async () => {
      if (printedMs > 0) await countWaste({ elapsedMs: printedMs, busy: false })
    },
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

/** Runs `work`, which holds so many bytes, when these fit beside what is finished in this isolate. */
export async function withFinishingMemory<Result>(
  bytes: number,
  owner: WorkOwner,
  work: () => Promise<Result>,
): Promise<Result> {
  return await isolateMemory.finishing.run(bytes, work, owner)
}

/** Looks for the e-invoice that a PDF carries. Throws as `findEmbeddedFileOf`, and the reason of the signal. */
export async function searchInvoice(file: ImportedPdf, owner: WorkOwner): Promise<InvoiceFinder> {
  const invoice = new InvoiceFinder(owner)
  const search = () => findEmbeddedFileOf(file, invoice.accepts, owner)
  await withFinishingMemory(parsedBytes(file.bytes.length), owner, search)
  return invoice
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

/** A queued task whose release could not be told is not finished: it is looked after again. */
export function rethrow(error: unknown): never {
  throw error
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
