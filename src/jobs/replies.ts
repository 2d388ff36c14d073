/** What a job came to, as the reply that its caller and every repeat get (`accounts/reply.ts`). */
import { z } from 'zod'
import { type Charge, problemReply, type Reply, type ReplyFacts } from '../accounts/reply'
import type { Problem } from '../errors'
import { type OptimizationReport, summaryOf } from '../optimize/summary'
import type { Conformance } from '../pdf/finish'
import type { FileUrlTarget } from '../storage/file-address'
import { etagOf, type StoredFile } from '../storage/files'
import type { Job } from './job'
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

/** `return_type: "url"` of a document: the body of its reply. */
export const documentUrl = z.object({
  url: signedUrl,
  credits_left: z.int(),
  response_time_ms: z.int(),
})

/** `return_type: "url"` of a QR code: the body of its reply. */
export const qrUrl = z.object({
  url: signedUrl,
  credits_left: z.int(),
  cached: z.boolean().describe('Whether an earlier identical request made it; costs nothing.'),
})

/** The report on an invoice, the file that its check makes. */
export const invoiceReport = z.object({
  valid: z.boolean().describe('Whether it conforms to its profile.'),
  profile: z
    .string()
    .nullable()
    .describe('What it was checked as; null if the XML names no profile of Factur-X.'),
  findings: z
    .array(
      z.object({
        rule: z.string().describe('Number of the rule, such as `BR-CO-15`; `XML` or `XSD` for the form.'),
        severity: z.enum(['error', 'warning']),
        term: z.string().optional().describe('Business term or group, such as `BT-31`.'),
        pointer: z.string().describe('JSON Pointer into `invoice`; empty for the whole.'),
        message: z.string().describe('What is wrong, and what mends it.'),
      }),
    )
    .describe('At most 200.'),
  totals: z
    .record(z.string(), z.string())
    .nullable()
    .describe('As they follow from the lines, whatever the invoice states.'),
  vat_breakdown: z.array(
    z.object({
      category: z.string().nullable(),
      rate: z.string().nullable(),
      taxable_amount: z.string(),
      tax_amount: z.string(),
    }),
  ),
  invoice: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The data, as `options.invoice` takes them.'),
})

/** Signs the address of a stored file. */
export type SignFileUrl = (file: FileUrlTarget) => Promise<string>

/** The reply to a document's caller. `now` is in milliseconds since 1970. */
export async function documentReply(
  job: Job,
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
  file: StoredFile,
  init: { delivery: Pick<ReplyOptions, 'byUrl' | 'charge'>; fileUrl: SignFileUrl; cached: boolean },
): Promise<Reply> {
  const { delivery, fileUrl, cached } = init
  const facts: ReplyFacts = { ...delivery.charge, taskId: task.taskId, cached }
  if (!delivery.byUrl) return await fileReply(task.taskId, file, facts)
  const url = await fileUrl({ ...task, fileName: file.fileName })
  return jsonReply(facts, { url, credits_left: delivery.charge.credits_left, cached })
}

/** The reply to a call whose document an express endpoint had stored before, for nothing. */
export async function cachedDocumentReply(
  found: CachedResult,
  init: { byUrl: boolean; creditsLeft: number; origin: string; fileUrl: SignFileUrl; responseTimeMs: number },
): Promise<Reply> {
  const { byUrl, creditsLeft, origin, fileUrl, responseTimeMs } = init
  const { taskId, pages } = found
  const charge = { credits_charged: 0, credits_left: creditsLeft }
  const facts: ReplyFacts = { ...charge, taskId, pages: pages ?? undefined, cached: true }
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
