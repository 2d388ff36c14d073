/** The value that flows: a validated request with all that is needed to do it, wherever it is done. */
import { z } from 'zod'
import type { Mode } from '../credits/keys'
import type { FieldError } from '../errors'
import { finishOptions, impossiblePairs } from '../pdf/options'
import { type QrOptions, qrOptions } from '../qr/options'
import { renderConflicts, renderOptions } from '../render/options'
import type { TemplateSource } from '../templates/manifest'

/** The options object of 2.2 and of decisions.md, each part declared by the leaf that obeys it. */
export const pdfOptions = z
  .strictObject({ ...finishOptions.shape, ...renderOptions.shape })
  .meta({ id: 'Options' })
export type PdfOptions = z.infer<typeof pdfOptions>

/** Characters of JSON: it travels in rows and in webhooks. */
const METADATA_LIMIT = 262_144

/** Levels of objects and lists that data and metadata may have: nobody prints more, and recursion has an end. */
const DEEPEST = 64

const free = z
  .record(z.string(), z.unknown())
  .refine((value) => within(value, DEEPEST), `is nested deeper than ${DEEPEST} levels`)

function within(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => within(inner, levels - 1))
}

/** How a file is wanted, and the caller's own notes. */
export const fileDelivery = {
  async_mode: z.boolean().optional().describe('true: 202 and a task_id. Default false.'),
  return_type: z.enum(['binary', 'url']).optional().describe('Synchronous mode only. Default binary.'),
  webhook_url: z.string().max(2048).optional().describe('Asynchronous mode only.'),
  metadata: free
    .refine((value) => JSON.stringify(value).length <= METADATA_LIMIT, 'must be at most 256 KB of JSON')
    .optional()
    .describe('Returned with the task and in the webhook. At most 256 KB of JSON.'),
}

/** What a rendering request has beside its source: delivery, optimisation and the caller's own notes. */
export const delivery = {
  goCreditMode: z.boolean().optional().describe('The same document, printed better.'),
  ...fileDelivery,
}

/** 2.3 Raw-HTML request. */
export const transformRequest = z.strictObject({
  html: z.string().min(1).describe('A complete standalone HTML document.'),
  css: z.string().optional().describe('Extra CSS, put at the end of the head.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type TransformRequest = z.infer<typeof transformRequest>

/** 2.4 QR code request. An uploaded logo is a file beside it. */
export const qrcodeRequest = z.strictObject({ ...qrOptions.shape, ...fileDelivery })
export type QrcodeRequest = z.infer<typeof qrcodeRequest>

/** What options allow by themselves but not together, as errors with pointers into the body. */
export function optionConflicts(options: PdfOptions): FieldError[] {
  return [
    ...renderConflicts(options).map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message })),
    ...impossiblePairs(options),
  ]
}

/** 2.1 Generation request. */
export const generateRequest = z.strictObject({
  template_id: z.string().min(1).describe('`<category>/<name>`; with `@3`, that version of an own template.'),
  data: free.describe('Template variables. Unknown keys are ignored.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type GenerateRequest = z.infer<typeof generateRequest>

/** 2.5 Studio endpoint request. */
export const studioRequest = z.strictObject({
  data: free.optional().describe('Variables; they override the defaults stored in the endpoint.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type StudioRequest = z.infer<typeof studioRequest>

/** What is printed: a caller's HTML, or a template with data. The template is whole, so that a job needs no look-up. */
export type Source =
  | { html: string; css?: string | undefined }
  | { template: TemplateSource; data: Record<string, unknown> }

/** What is known of every task, whatever it makes. */
export type TaskFacts = {
  /** Also the id of the hold that pays for it. */
  taskId: string
  kind: string
  accountId: string
  mode: Mode
  metadata?: Record<string, unknown> | undefined
  batchId?: string | undefined
  /** Part of the world whose browsers queued work goes to: its caller's. */
  region?: string | undefined
  /** Origin of the addresses given out for this task. */
  origin: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** When the file is removed. */
  expiresAt: number
}

/** A document to be printed. */
export type Job = TaskFacts & {
  kind: 'transform' | 'generate' | 'studio'
  source: Source
  options: PdfOptions
  /** Effective `goCreditMode`. */
  optimise: boolean
}

/** A QR code to be made. */
export type QrJob = TaskFacts & {
  kind: 'qrcode'
  options: QrOptions
  /** A logo that came as a file. */
  upload: Uint8Array | undefined
  /** Where later identical requests look for the file. */
  cacheKey: string
}

/** Whatever may be queued. */
export type AnyJob = Job | QrJob
