/** The contract's requests for work, as schemas: what is validated, described in OpenAPI and compared for idempotency. */
import { z } from 'zod'
import type { FieldError } from '../errors'
import { findImpossiblePairs, finishOptions } from '../pdf/options'
import { qrOptions } from '../qr/options'
import { findRenderConflicts, renderOptions } from '../render/options'

/** The options object of docs/decisions/contract.md (2.2) and answers.md, each part declared by the leaf that obeys it. */
export const pdfOptions = z
  .strictObject({ ...finishOptions.shape, ...renderOptions.shape })
  .meta({ id: 'Options' })
export type PdfOptions = z.infer<typeof pdfOptions>

/** Bytes of JSON in UTF-8: it is kept in the task's row and sent in webhooks. */
const MAX_METADATA_BYTES = 8_192

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
const fileDelivery = {
  async_mode: z.boolean().optional().describe('true: 202 and a task_id. Default false.'),
  return_type: z.enum(['binary', 'url']).optional().describe('Synchronous mode only. Default binary.'),
  webhook_url: z.string().max(2048).optional().describe('Asynchronous mode only.'),
  metadata: free
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES,
      'must be at most 8 KB of JSON',
    )
    .optional()
    .describe('Returned with the task and in the webhook. At most 8 KB of JSON.'),
}

/** What a rendering request has beside its source: delivery, optimisation and the caller's own notes. */
export const delivery = {
  goCreditMode: z.boolean().optional().describe('The same document, printed better.'),
  ...fileDelivery,
}

/** contract.md 2.3: Raw-HTML request. */
export const transformRequest = z.strictObject({
  html: z.string().min(1).describe('A complete standalone HTML document.'),
  css: z.string().optional().describe('Extra CSS, put at the end of the head.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type TransformRequest = z.infer<typeof transformRequest>

/** contract.md 2.4: QR code request. An uploaded logo is a file beside it. */
export const qrcodeRequest = z.strictObject({ ...qrOptions.shape, ...fileDelivery })
export type QrcodeRequest = z.infer<typeof qrcodeRequest>

/** What options allow by themselves but not together, as errors with pointers into the body. */
export function optionConflicts(options: PdfOptions): FieldError[] {
  return [
    ...findRenderConflicts(options).map(({ pointer, message }) => ({
      pointer: `/options${pointer}`,
      message,
    })),
    ...findImpossiblePairs(options),
  ]
}

/** contract.md 2.1: Generation request. */
export const generateRequest = z.strictObject({
  template_id: z.string().min(1).describe('`<category>/<name>`; with `@3`, that version of an own template.'),
  data: free.describe('Template variables. Unknown keys are ignored.'),
  options: pdfOptions.optional(),
  ...delivery,
})

/** contract.md 2.5: Studio endpoint request. */
export const studioRequest = z.strictObject({
  data: free.optional().describe('Variables; they override the defaults stored in the endpoint.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type StudioRequest = z.infer<typeof studioRequest>
