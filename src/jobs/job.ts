/** The value that flows: a validated request with all that is needed to do it, wherever it is done. */

import { price } from '../accounts/pricing'
import type { PdfOptions } from '../document-options'
import type { QrOptions } from '../qr/options'
import type { TaskFacts } from '../tasks/record'
import type { TemplateSource } from '../templates/manifest'
import type { CopiedFile } from './result-cache'

/** What is printed: a caller's HTML, or a template with data. The template is whole, so that a job needs no look-up. */
export type Source =
  | { html: string; css?: string | undefined }
  | { template: TemplateSource; data: Record<string, unknown> }

/** What is known of every job, whatever it makes. */
export type JobFacts = TaskFacts & {
  /** Part of the world whose browsers queued work goes to: its caller's. */
  region?: string | undefined
  /** Where identical requests find the file (`result-cache.ts`); absent if the job has no cache. */
  cacheKey?: string | undefined
  /** The cached file that was copied to this task when it was accepted: the task only has to be completed. */
  copied?: CopiedFile | undefined
}

/** A document to be printed. */
export type Job = JobFacts & {
  kind: 'transform' | 'generate' | 'studio'
  source: Source
  options: PdfOptions
  /** Effective `goCreditMode`. */
  optimize: boolean
}

/** A QR code to be made. */
export type QrJob = JobFacts & {
  kind: 'qrcode'
  options: QrOptions
  /** A logo that came as a file. */
  upload: Uint8Array | undefined
  cacheKey: string
}

/** Whatever may be queued. */
export type AnyJob = Job | QrJob

type PricedJob = Pick<Job, 'kind' | 'optimize' | 'options'> | Pick<QrJob, 'kind' | 'options' | 'upload'>

/** The price in credits, if the job is run and its file is not taken from the cache. */
export function priceOfJob(job: PricedJob): number {
  if (job.kind !== 'qrcode')
    return price({ kind: job.kind, goCreditMode: job.optimize, options: job.options })
  return price({ kind: 'qrcode', logo: job.upload !== undefined || job.options.logo_url !== undefined })
}
