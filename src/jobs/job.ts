/** The value that flows: a validated request with all that is needed to do it, wherever it is done. */

import { type PricedWork, price } from '../accounts/pricing'
import type { PdfFinishOptions, PdfOptions } from '../document-options'
import type { MarkdownStyle } from '../markdown/markdown-options'
import type { SourcePdf } from '../pdf/arrange/open-source'
import type { PictureRequest } from '../pdf/pictures/picture-options'
import type { QrOptions } from '../qr/qr-options'
import type { TaskFacts } from '../tasks/record'
import type { TemplateSource } from '../templates/manifest'
import type { CopiedFile } from './result-cache'

/**
 * What is printed: a caller's HTML or Markdown, the page of an address, or a template with data. The template is whole,
 * so that a job needs no look-up.
 */
export type Source =
  | { html: string; css?: string | undefined }
  /** `access`: a `PageAccess` as JSON, which is stored encrypted. */
  | { url: string; access?: string | undefined; css?: string | undefined }
  | { markdown: string; style?: MarkdownStyle | undefined; css?: string | undefined }
  | { template: TemplateSource; data: Record<string, unknown> }

/** What is known of every job, whatever it makes. */
export type JobFacts = TaskFacts & {
  /** Part of the world whose browsers queued work goes to: its caller's. */
  region?: string | undefined
  /** What its caller is told of the request itself. */
  warnings?: string[] | undefined
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
  /** Pictures of its pages, in place of the PDF. */
  picture?: PictureRequest | undefined
  /** Whether it is only looked at: nothing is charged, and its pages are marked. */
  preview?: true | undefined
  /** Whether somebody wants to know where on paper its findings stand. */
  layout?: true | undefined
}

/** A PDF to be finished that the caller has. */
export type FileSource = Pick<SourcePdf, 'pages' | 'rotate' | 'password'> &
  (
    | { url: string }
    /** A file of a task of the same account and mode, which was checked when the job was accepted. */
    | { taskId: string }
    | { upload: Uint8Array; name: string | undefined }
  )

/** PDFs to be put together and finished. */
export type FinishJob = JobFacts & {
  kind: 'finish'
  /** At least one. */
  files: FileSource[]
  options: PdfFinishOptions
}

/** Whatever becomes a PDF. */
export type DocumentJob = Job | FinishJob

/** A QR code to be made. */
export type QrJob = JobFacts & {
  kind: 'qrcode'
  options: QrOptions
  /** A logo that came as a file. */
  upload: Uint8Array | undefined
  cacheKey: string
}

/** Whatever may be queued. */
export type AnyJob = DocumentJob | QrJob

/** The part of a job that its price depends on. */
export type PricedJob =
  | Pick<Job, 'kind' | 'optimize' | 'options'>
  | Pick<FinishJob, 'kind' | 'files' | 'options'>
  | Pick<QrJob, 'kind' | 'options' | 'upload'>

/** The price in credits, if the job is run and its file is not taken from the cache. */
export function priceOfJob(job: PricedJob): number {
  return price(pricedWork(job))
}

/** What a job is priced as. */
export function pricedWork(job: PricedJob): PricedWork {
  if (job.kind === 'finish') return { kind: 'finish', files: job.files.length, options: job.options }
  if (job.kind !== 'qrcode') return { kind: job.kind, goCreditMode: job.optimize, options: job.options }
  return { kind: 'qrcode', logo: job.upload !== undefined || job.options.logo_url !== undefined }
}
