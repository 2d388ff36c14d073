/** The value that flows: a validated request with all that is needed to do it, wherever it is done. */
import { z } from 'zod'
import type { Mode } from '../credits/keys'
import type { FieldError } from '../errors'
import { finishOptions, impossiblePairs } from '../pdf/options'
import { renderConflicts, renderOptions } from '../render/options'
import type { TemplateSource } from '../templates/manifest'

/** The options object of 2.2 and of decisions.md, each part declared by the leaf that obeys it. */
export const pdfOptions = z.strictObject({
  ...finishOptions.shape,
  factur_x: z.boolean().optional().describe('An e-invoice (Factur-X) in a PDF/A-3b. +1 credit.'),
  ...renderOptions.shape,
})
export type PdfOptions = z.infer<typeof pdfOptions>

/** What a rendering request has beside its source: delivery, optimisation and the caller's own notes. */
export const delivery = {
  goCreditMode: z.boolean().optional().describe('The same document, printed better.'),
  async_mode: z.boolean().optional().describe('true: 202 and a task_id. Default false.'),
  return_type: z.enum(['binary', 'url']).optional().describe('Synchronous mode only. Default binary.'),
  webhook_url: z.string().max(2048).optional().describe('Asynchronous mode only.'),
  metadata: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Returned with the task and in the webhook.'),
}

const variables = z.record(z.string(), z.unknown())

/** 2.3 Raw-HTML request. */
export const transformRequest = z.strictObject({
  html: z.string().min(1).describe('A complete standalone HTML document.'),
  css: z.string().optional().describe('Extra CSS, put at the end of the head.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type TransformRequest = z.infer<typeof transformRequest>

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
  data: variables.describe('Template variables. Unknown keys are ignored.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type GenerateRequest = z.infer<typeof generateRequest>

/** 2.5 Studio endpoint request. */
export const studioRequest = z.strictObject({
  data: variables.optional().describe('Variables; they override the defaults stored in the endpoint.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type StudioRequest = z.infer<typeof studioRequest>

/** What is printed: a caller's HTML, or a template with data. The template is whole, so that a job needs no look-up. */
export type Source =
  | { html: string; css?: string | undefined }
  | { template: TemplateSource; data: Record<string, unknown> }

export type Job = {
  /** Also the id of the hold that pays for it. */
  taskId: string
  kind: 'transform' | 'generate' | 'studio'
  accountId: string
  mode: Mode
  source: Source
  options: PdfOptions
  /** Effective `goCreditMode`. */
  optimise: boolean
  /** Whether the caller asked for a task rather than the file. */
  asynchronous: boolean
  metadata?: Record<string, unknown> | undefined
  /** Origin of the addresses given out for this task. */
  origin: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** When the file is removed. */
  expiresAt: number
}
