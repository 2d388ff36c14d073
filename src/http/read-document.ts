/** The bodies of transform, generate and studio, which a batch's entries have too: read, checked and merged. */
import { z } from 'zod'
import { canonicalHash } from '../crypto'
import { type PdfOptions, pdfOptions } from '../document-options'
import { deepMerge, type Endpoint } from '../endpoints/endpoint'
import type { EndpointSource } from '../endpoints/source'
import { resultKey } from '../jobs/result-cache'
import { fitData } from '../templates/document'
import type { TemplateSource } from '../templates/manifest'
import { hashedOptions, withOwnSize } from '../templates/page-size'
import type { Caller } from './auth'
import type { AppContext } from './context'
import { checkDocumentRequest, type DocumentRequest } from './document-request'
import { fileDelivery, freeObject } from './shared-schemas'

/** What a document's request has beside its source and options. */
const delivery = {
  goCreditMode: z.boolean().optional().describe('The same document, printed better.'),
  ...fileDelivery,
}

/** contract.md 2.3: raw-HTML request. */
export const transformRequest = z.strictObject({
  html: z.string().min(1).describe('A complete standalone HTML document.'),
  css: z.string().optional().describe('Extra CSS, added at the end of the head.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type TransformRequest = z.output<typeof transformRequest>

/** contract.md 2.1: generation request. */
export const generateRequest = z.strictObject({
  template_id: z
    .string()
    .min(1)
    .describe('`<category>/<name>`; with `@3`, version 3 of a template of your own.'),
  data: freeObject.describe('Template variables. Unknown keys are ignored.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type GenerateRequest = z.output<typeof generateRequest>

/** contract.md 2.5: Studio endpoint request. */
export const studioRequest = z.strictObject({
  data: freeObject.optional().describe('Variables; they override the defaults stored in the endpoint.'),
  options: pdfOptions.optional(),
  ...delivery,
})
export type StudioRequest = z.output<typeof studioRequest>

/** Finds the template of an id; throws `not_found`. */
export type FindTemplate = (id: string) => Promise<TemplateSource>

/** Checks the request; throws `invalid_request`. */
export function readTransform(c: AppContext, asked: TransformRequest): DocumentRequest {
  const { html, css, options = {}, goCreditMode = true, ...rest } = asked
  checkDocumentRequest(c, { options, webhook_url: rest.webhook_url })
  return { body: asked, kind: 'transform', source: { html, css }, options, optimize: goCreditMode, ...rest }
}

/** Checks the request; throws `invalid_request`, or `not_found` for a template that is not there. */
export async function readGenerate(
  c: AppContext,
  asked: GenerateRequest,
  findTemplate: FindTemplate,
): Promise<DocumentRequest> {
  const { template_id, data, options = {}, goCreditMode = false, ...rest } = asked
  const { webhook_url } = rest
  checkDocumentRequest(c, { options, webhook_url })
  const template = await findTemplate(template_id)
  // Found before anything is held: what cannot be printed, and margins that the template's own size cannot bear.
  const fitted = fitData(template, data)
  const sized = withOwnSize(template, options)
  checkDocumentRequest(c, { options: sized, webhook_url })
  return {
    body: asked,
    kind: 'generate',
    source: { template, data: fitted },
    options: sized,
    optimize: goCreditMode,
    ...rest,
  }
}

/** Checks the request; throws `invalid_request`, or what `find` throws. */
export async function readStudio(
  c: AppContext,
  caller: Caller,
  { asked, find }: { asked: StudioRequest; find: () => Promise<EndpointSource> },
): Promise<DocumentRequest> {
  const { data: _data, options = {}, goCreditMode, ...rest } = asked
  checkDocumentRequest(c, { options, webhook_url: rest.webhook_url })
  const { endpoint, template } = await find()
  const { data, options: merged } = mergedWith(endpoint, asked)
  const fitted = fitData(template, data)
  const sized = endpoint.html === undefined ? withOwnSize(template, merged) : merged
  checkDocumentRequest(c, { options: sized })
  const optimize = goCreditMode ?? endpoint.goCreditMode
  const source = { template, data: fitted }
  const { revision, express } = endpoint
  // `optimise`: so former releases spelled it, whose stored results are found by the same hash.
  const hash = () =>
    canonicalHash({ revision, source, options: hashedOptions(sized, merged), optimise: optimize })
  return {
    body: asked,
    kind: 'studio',
    source,
    options: sized,
    optimize,
    ...rest,
    ...(express && { cacheKey: resultKey(caller, `express-${hash()}`) }),
  }
}

/** The endpoint's stored data and options under the caller's: objects merge, arrays replace. */
function mergedWith(endpoint: Endpoint, { data = {}, options = {} }: StudioRequest) {
  return {
    data: deepMerge(endpoint.data ?? {}, data) as Record<string, unknown>,
    options: deepMerge(endpoint.options ?? {}, options) as PdfOptions,
  }
}
