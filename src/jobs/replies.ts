/** What a job came to, as the reply that its caller and every repeat get (`accounts/reply.ts`). */
import { z } from 'zod'
import { type Charge, problemReply, type Reply, type ReplyFacts } from '../accounts/reply'
import type { Problem } from '../errors'
import type { Located } from '../in-page/paper-types'
import { type OptimizationReport, summaryOf } from '../optimize/summary'
import type { Conformance } from '../pdf/finish-pdf'
import type { FileUrlTarget } from '../storage/file-address'
import { etagOf, type StoredFile } from '../storage/stored-files'
import type { DocumentJob } from './job'
import type { CachedResult } from './result-cache'

/** A finished document with what is known of it. */
export type ProducedDocument = StoredFile & {
  pages: number
  warnings: string[]
  /** The conformance that was verified, for archival and accessible files. */
  conformance?: Conformance | undefined
  /** Profile of the invoice inside, or `prepared`. */
  facturX?: string | undefined
  /** What `goCreditMode` found and did. */
  optimization?: OptimizationReport | undefined
  /** Where its findings stand on paper, for a preview that asks. */
  layout?: Located | undefined
}

const signedUrl = z.string().meta({ format: 'uri', description: 'Signed; needs no key and expires.' })

/** How a caller who waits gets the file. */
export type ReplyOptions = {
  /** `return_type: "url"`: a signed address instead of the file. */
  byUrl: boolean
  /** Whether a repeat may ask for the file again, which is stored before the charge then. */
  idempotent: boolean
  charge: Charge
}

export const documentUrlExample = {
  url: 'https://platen.example/files/tsk_01/document.pdf?expires=1795254000&signature=AbC',
  credits_left: 998,
  response_time_ms: 240,
}

/** `return_type: "url"` of a document: the body of its reply. */
export const documentUrl = z
  .object({
    url: signedUrl,
    credits_left: z.int().describe('What is left of the account’s credits.'),
    response_time_ms: z.int().describe('How long it took, in milliseconds.'),
  })
  .meta({ id: 'DocumentLink', examples: [documentUrlExample] })

export const qrUrlExample = {
  url: 'https://platen.example/files/tsk_01/qrcode.png?expires=1795254000&signature=AbC',
  credits_left: 998,
  cached: false,
}

/** `return_type: "url"` of a QR code: the body of its reply. */
export const qrUrl = z
  .object({
    url: signedUrl,
    credits_left: z.int().describe('What is left of the account’s credits.'),
    cached: z.boolean().describe('Whether an earlier identical request made it; costs nothing.'),
  })
  .meta({ id: 'QrCodeLink', examples: [qrUrlExample] })

/** Signs the address of a stored file. */
export type SignFileUrl = (file: FileUrlTarget) => Promise<string>

/** The reply to a document's caller. `now` is in milliseconds since 1970. */
export async function documentReply(
  job: DocumentJob,
  produced: ProducedDocument,
  { delivery, fileUrl, now }: { delivery: ReplyOptions; fileUrl: SignFileUrl; now: number },
): Promise<Reply> {
  const { pages, warnings, conformance, facturX, optimization } = produced
  const facts: ReplyFacts = {
    ...delivery.charge,
    taskId: job.taskId,
    pages,
    warnings,
    conformance,
    facturX,
    optimization: optimization && summaryOf(optimization),
    // Only express endpoints have a cache, and what it holds is not made again.
    cached: job.cacheKey === undefined ? undefined : false,
  }
  if (!delivery.byUrl) return await fileReply(job.taskId, produced, facts)
  return jsonReply(facts, {
    url: await fileUrl({ ...job, fileName: produced.fileName }),
    credits_left: delivery.charge.credits_left,
    response_time_ms: now - job.createdAt,
  })
}

/** The reply to a QR code's caller: the image, or `{url, credits_left, cached}`. */
export async function qrReply(
  task: { taskId: string; origin: string; expiresAt: number },
  file: StoredFile & { quietZone?: number | undefined },
  init: {
    delivery: Pick<ReplyOptions, 'byUrl' | 'charge'>
    warnings: string[]
    fileUrl: SignFileUrl
    cached: boolean
  },
): Promise<Reply> {
  const { delivery, warnings, fileUrl, cached } = init
  const { quietZone } = file
  const facts: ReplyFacts = { ...delivery.charge, taskId: task.taskId, warnings, cached, quietZone }
  if (!delivery.byUrl) return await fileReply(task.taskId, file, facts)
  const url = await fileUrl({ ...task, fileName: file.fileName })
  return jsonReply(facts, { url, credits_left: delivery.charge.credits_left, cached })
}

/** The reply to a call whose document an express endpoint had stored before, for nothing. */
export async function cachedDocumentReply(
  found: CachedResult,
  init: {
    byUrl: boolean
    creditsLeft: number
    warnings: string[]
    origin: string
    fileUrl: SignFileUrl
    responseTimeMs: number
  },
): Promise<Reply> {
  const { byUrl, creditsLeft, warnings, origin, fileUrl, responseTimeMs } = init
  const { taskId, pages } = found
  const charge = { credits_charged: 0, credits_left: creditsLeft }
  const facts: ReplyFacts = { ...charge, taskId, pages: pages ?? undefined, warnings, cached: true }
  if (!byUrl) return await fileReply(taskId, found, facts)
  const url = await fileUrl({ ...found, origin })
  return jsonReply(facts, { url, credits_left: creditsLeft, response_time_ms: responseTimeMs })
}

/** 200 with the file itself. */
export async function fileReply(
  taskId: string,
  { fileName, contentType, bytes }: StoredFile,
  facts: ReplyFacts,
): Promise<Reply> {
  return { kind: 'file', taskId, fileName, contentType, etag: await etagOf(bytes), facts }
}

/** 200 with `body`. */
function jsonReply(facts: ReplyFacts, body: z.input<typeof documentUrl> | z.input<typeof qrUrl>): Reply {
  return { kind: 'json', status: 200, body, facts }
}

/**
 * What a repeat of a failed request gets. `undefined` if the repeat may run, and may well succeed: no browser was free,
 * or something of ours failed before the work had begun.
 */
export function failureReply(problem: Problem, { begun }: { begun: boolean }): Reply | undefined {
  const mayRun = problem.code === 'pool_full' || (problem.code === 'internal' && !begun)
  return mayRun ? undefined : problemReply(problem)
}
