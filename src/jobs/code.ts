/**
 * A QR code as a task: fetch its logo, make it, store it, settle. The same steps as `run.ts` takes for documents,
 * without a browser.
 */
import type { StoredAnswer } from '../credits/idempotency'
import type { CachedFile } from '../deliver/cache'
import type { ProducedFile } from '../deliver/files'
import { Problem, toProblem } from '../errors'
import { isDataUrl, readDataUrl } from '../net/data'
import type { Fetcher } from '../net/fetch'
import { FetchRefused } from '../net/refused'
import { makeQr } from '../qr/make'
import type { Timings } from '../timings'
import type { QrJob } from './job'
import type { Ledger } from './resolve'
import type { Answers } from './run'
import { completedTask, failedTask, type TaskFile } from './tasks'

export type CodeTools = {
  fetchFile: Fetcher['fetchFile']
  store: (taskId: string, file: ProducedFile) => Promise<void>
  remember: (cacheKey: string, file: CachedFile) => Promise<void>
  ledger: Ledger
  timings: Timings
  now: () => number
}

const LOGO_LIMITS = { maxBytes: 5_000_000, timeoutMs: 10_000, redirects: 3 }
const endings = { 'image/png': '.png', 'image/svg+xml': '.svg' } as const

/**
 * Makes the code. Throws a Problem when it failed: nothing is charged then. The file is stored before the charge, so
 * that whoever waits for the same code finds it as soon as the hold is gone.
 */
export async function runCode<Answer extends StoredAnswer | undefined>(
  job: QrJob,
  answers: Pick<Answers<Answer>, 'failed'> & { completed: (file: ProducedFile) => Promise<Answer> },
  tools: CodeTools,
): Promise<{ bytes: Uint8Array; answer: Answer }> {
  const startedAt = tools.now()
  const { taskId, expiresAt } = job
  try {
    const logo = await tools.timings.measure('render', () => logoOf(job, tools))
    const produced = await tools.timings.measure('finish', async () => codeFile(job, logo))
    await tools.timings.measure('store', async () => {
      await tools.store(taskId, produced)
      await tools.remember(job.cacheKey, { ...produced, taskId, expiresAt })
    })
    const answer = await answers.completed(produced)
    await tools.ledger.settle(taskId, completedTask(job, { startedAt, produced }), answer)
    return { bytes: produced.bytes, answer }
  } catch (error) {
    const problem = toProblem(error)
    await tools.ledger.release(taskId, failedTask(job, { startedAt, problem }), answers.failed(problem))
    throw problem
  }
}

function codeFile({ options }: QrJob, logo: Uint8Array | undefined): TaskFile {
  const { bytes, contentType } = makeQr(options, logo)
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
