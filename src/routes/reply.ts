/** The answers of a synchronous render: the file itself, or the address it can be had at. */
import { contentDisposition, etagOf } from '../deliver/files'
import { signLink } from '../deliver/links'
import type { Job } from '../jobs/job'
import type { Outcome } from '../jobs/run'
import { fileUrlTtl } from '../settings'
import type { AppContext } from './context'

/** 200 with the file. */
export async function fileReply(c: AppContext, job: Job, outcome: Outcome): Promise<Response> {
  describe(c, job, outcome)
  c.header('Content-Type', outcome.contentType)
  c.header('Content-Disposition', contentDisposition(outcome.fileName))
  c.header('ETag', await etagOf(outcome.bytes))
  return c.body(outcome.bytes as Uint8Array<ArrayBuffer>)
}

/** 200 with `{url, credits_left, response_time_ms}`. */
export async function urlReply(c: AppContext, job: Job, outcome: Outcome): Promise<Response> {
  describe(c, job, outcome)
  const expiresAt = Math.min(Date.now() + fileUrlTtl(c.env), job.expiresAt)
  const link = { origin: job.origin, taskId: job.taskId, fileName: outcome.fileName, expiresAt }
  return c.json({
    url: await signLink(link, c.env.SIGNING_SECRET ?? ''),
    credits_left: outcome.creditsLeft,
    response_time_ms: Date.now() - c.get('startedAt'),
  })
}

function describe(c: AppContext, job: Job, outcome: Outcome) {
  c.header('X-Task-Id', job.taskId)
  c.header('X-Page-Count', String(outcome.pages))
  c.header('X-Credits-Charged', String(outcome.creditsCharged))
  c.header('X-Credits-Left', String(outcome.creditsLeft))
  if (outcome.warnings.length > 0) c.header('X-Warnings', headerText(outcome.warnings.join('; ')))
}

/** At most 1 KB of printable ASCII: a giant or foreign header would kill the answer. */
export function headerText(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?')
  return ascii.length > 1024 ? `${ascii.slice(0, 1021)}...` : ascii
}
