/** A preview: begun in the account, made, and sent. Nothing is held, charged or stored, and there is no task. */
import { Problem } from '../errors'
import { runDependencies } from '../jobs/dependencies'
import type { Job } from '../jobs/job'
import type { PrintDeps } from '../jobs/run'
import { composePreview, runPreview } from '../jobs/run-preview'
import { layoutSummary } from '../optimize/layout-summary'
import { summaryOf } from '../optimize/summary'
import { fileNameFor } from '../storage/stored-files'
import { parsePageRanges } from '../text/page-ranges'
import type { Caller } from './auth'
import { type AppContext, regionOf } from './context'
import { hangUpSignal } from './hang-up'
import { respondFile } from './responses'
import { FILE_HEADERS } from './security-headers'
import { taskFactsOf } from './task-facts'
import { withPreview } from './with-preview'

export type PreviewCall = {
  request: Pick<Job, 'kind' | 'source' | 'options' | 'optimize' | 'warnings' | 'picture' | 'layout'>
  /** What it is a preview of: the newest of a session ends the one before. */
  session: string | undefined
  output: 'pages' | 'html'
  /** What its files may come to, if that is not what any preview may have. */
  limits?: { requests: number; bytes: number }
}

/** Throws the account's refusal, `superseded`, and what `runPreview` throws. */
export async function handlePreview(c: AppContext, caller: Caller, call: PreviewCall): Promise<Response> {
  const asked = { scope: 'render', session: call.session } as const
  return await withPreview(c, caller, asked, async ({ id, restriction }) => {
    const hangUp = hangUpSignal(c)
    const signal =
      call.session === undefined ? hangUp : AbortSignal.any([hangUp, supersededSignal(caller, id)])
    const { kind, source, options, optimize, warnings, picture, layout } = call.request
    const work = { kind, source, options, optimize, warnings, picture, layout }
    const job: Job = { taskId: id, ...work, ...taskFactsOf(c, caller) }
    const deps = runDependencies(c.env, {
      job,
      account: caller.account,
      region: regionOf(c),
      urgency: 'preview',
      limits: call.limits,
      restriction,
      signal,
      requestId: c.get('requestId'),
      memory: c.get('memory'),
      log: c.get('log'),
      timings: c.get('timings'),
    })
    try {
      return call.output === 'html'
        ? await respondHtml(c, job, await composePreview(job, deps))
        : await respondPages(c, job, deps)
    } catch (error) {
      // Whatever broke off because of it, this is why.
      signal.throwIfAborted()
      throw error
    }
  })
}

async function respondPages(c: AppContext, job: Job, deps: PrintDeps): Promise<Response> {
  const made = await runPreview(job, deps)
  deps.signal?.throwIfAborted()
  const { pages, warnings, optimization, layout } = made
  return await respondFile(c, made, {
    pages,
    warnings,
    optimization: optimization && summaryOf(optimization),
    layout: layout && layoutSummary(layout, { optimization, onPage: seenPages(job) }),
  })
}

/** Which pages of the document are looked at. Those of `page_ranges` have other numbers in the preview, and are not counted. */
function seenPages({ options, picture }: Job): (page: number) => boolean {
  if (options.page_ranges !== undefined) return () => false
  const ranges = parsePageRanges(picture?.pages ?? '1-')
  return (page) => ranges.some(({ from, to }) => page >= from && page <= to)
}

async function respondHtml(c: AppContext, { options, warnings }: Job, html: string): Promise<Response> {
  for (const [name, value] of Object.entries(FILE_HEADERS)) c.header(name, value)
  const fileName = fileNameFor(options.filename?.replace(/\.pdf$/i, ''), '.html', 'document')
  const bytes = new TextEncoder().encode(html)
  return await respondFile(c, { bytes, fileName, contentType: 'text/html; charset=utf-8' }, { warnings })
}

/** A signal that is aborted when a newer preview of the session begins. */
function supersededSignal({ account }: Caller, id: string): AbortSignal {
  const stop = new AbortController()
  const watch = async () => {
    if ((await account.previewEnd(id)) === 'superseded') stop.abort(superseded())
  }
  // Without the account's word the preview is just made.
  void watch().catch(() => undefined)
  return stop.signal
}

function superseded(): Problem {
  return new Problem('superseded', {
    detail: 'A newer preview of the same session has begun. Take its result, and drop this one.',
  })
}
