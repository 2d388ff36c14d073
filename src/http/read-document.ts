/** The bodies of generate and studio, which a batch's entries have too: read, checked and merged. */
import { z } from 'zod'
import { assetsDigest } from '../assets/asset-store'
import { canonicalHash } from '../crypto/hashes'
import { type PdfOptions, pdfOptions } from '../document-options'
import { deepMerge, type Endpoint } from '../endpoints/endpoint-config'
import type { EndpointSource } from '../endpoints/source'
import { resultKey } from '../jobs/result-cache'
import { acceptWarnings } from '../jobs/warnings'
import { runLongWork } from '../memory/long-work'
import { findOptionMistakes } from '../render/option-mistakes'
import { fitData, readsMs } from '../templates/compile-page'
import { findDataWarnings } from '../templates/data-warnings'
import type { TemplateSource } from '../templates/manifest'
import { hashedOptions, withOwnSize } from '../templates/page-size'
import type { Caller } from './auth'
import { checkDocumentRequest, type RenderRequest } from './check-document'
import type { AppContext } from './context'
import { hangUpSignal } from './hang-up'
import { pictureFields, readPicture } from './read-picture'
import { fileDelivery, freeObject } from './shared-schemas'

/** What a document's request has beside its source and options. */
export const delivery = {
  goCreditMode: z
    .boolean()
    .optional()
    .describe('Finds what prints badly and repairs it. By default as the endpoint has it.'),
  ...pictureFields,
  ...fileDelivery,
}

/** contract.md 2.1: generation request. */
export const generateRequest = z
  .strictObject({
    template_id: z
      .string()
      .min(1)
      .describe('`<category>/<name>`; with `@3`, version 3 of a template of your own.'),
    data: freeObject.describe('Template variables. Unknown keys are ignored.'),
    options: pdfOptions.optional().describe('How the document is printed and finished.'),
    ...delivery,
    goCreditMode: delivery.goCreditMode
      .describe('Finds what prints badly and repairs it. Default false.')
      .meta({ default: false }),
  })
  .meta({ id: 'GenerateRequest' })
export type GenerateRequest = z.output<typeof generateRequest>

/** contract.md 2.5: Studio endpoint request. */
export const studioRequest = z
  .strictObject({
    data: freeObject.optional().describe('Variables; they override the defaults stored in the endpoint.'),
    options: pdfOptions.optional().describe('How the document is printed and finished.'),
    ...delivery,
  })
  .meta({ id: 'StudioRequest' })
export type StudioRequest = z.output<typeof studioRequest>

/** Whose brand the document has, if its data have none. */
type BrandOwner = Pick<Caller, 'accountId' | 'mode' | 'brand'>

/** Finds the template of an id; throws `not_found`. */
export type FindTemplate = (id: string) => Promise<TemplateSource>

/** Checks the request; throws `invalid_request`, or `not_found` for a template that is not there. */
export async function readGenerate(
  c: AppContext,
  asked: GenerateRequest,
  { caller, findTemplate }: { caller: BrandOwner; findTemplate: FindTemplate },
): Promise<RenderRequest> {
  const { template_id, data, options = {}, goCreditMode = false, ...more } = asked
  const { picture, rest } = readPicture(more, options)
  const { webhook_url, deliver_to } = rest
  checkDocumentRequest(c, { options, webhook_url, deliver_to })
  const template = await findTemplate(template_id)
  // Found before anything is held: what cannot be printed, and margins that the template's own size cannot bear.
  const fitted = fitData(template, withBrand(data, caller))
  const sized = withOwnSize(template, options)
  checkDocumentRequest(c, { options: sized })
  return {
    body: asked,
    kind: 'generate',
    source: { template, data: fitted },
    options: sized,
    optimize: goCreditMode,
    warnings: acceptWarnings(
      [
        ...(await dataWarnings(c, { template, data, fitted, options: sized, accountId: caller.accountId })),
        ...findOptionMistakes(sized),
      ],
      sized.strict,
    ),
    picture,
    ...rest,
  }
}

/** Checks the request; throws `invalid_request`, or what `find` throws. */
export async function readStudio(
  c: AppContext,
  caller: BrandOwner,
  { asked, find }: { asked: StudioRequest; find: () => Promise<EndpointSource> },
): Promise<RenderRequest> {
  const { data: _data, options = {}, goCreditMode, ...more } = asked
  const { webhook_url, deliver_to } = more
  checkDocumentRequest(c, { options, webhook_url, deliver_to })
  const { endpoint, template } = await find()
  const { data, options: merged } = mergedWith(endpoint, asked)
  const { picture, rest } = readPicture(more, merged)
  // A document of its own reads what it is given.
  const fitted = fitData(template, endpoint.html === undefined ? withBrand(data, caller) : data)
  const sized = endpoint.html === undefined ? withOwnSize(template, merged) : merged
  checkDocumentRequest(c, { options: sized })
  const optimize = goCreditMode ?? endpoint.goCreditMode
  const source = { template, data: fitted }
  const { revision, express } = endpoint
  // Or it may be, by letters that are written by number.
  const named = express && /asset:|&(?:#|colon;)|\\\\/i.test(JSON.stringify([source, sized]))
  const assets = named ? await assetsDigest(c.env.DB, caller) : undefined
  // `optimise`: so former releases spelled it, whose stored results are found by the same hash.
  const hash = () =>
    canonicalHash({
      revision,
      source,
      options: hashedOptions(sized, merged),
      optimise: optimize,
      picture,
      assets,
    })
  return {
    body: asked,
    kind: 'studio',
    source,
    options: sized,
    optimize,
    warnings: acceptWarnings(
      [
        ...ignoredOptionWarnings(endpoint),
        ...(await dataWarnings(c, { template, data, fitted, options: sized, accountId: caller.accountId })),
        ...findOptionMistakes(sized),
      ],
      sized.strict,
    ),
    picture,
    ...rest,
    ...(express && { cacheKey: resultKey(caller, `express-${hash()}`) }),
  }
}

type DataOfTemplate = {
  template: TemplateSource
  data: Record<string, unknown>
  fitted: Record<string, unknown>
  options: PdfOptions
  accountId: string
}

/** The data of a template with the account's brand, if they have none: what they say of it is all that holds. */
function withBrand(
  data: Record<string, unknown>,
  { brand }: Pick<BrandOwner, 'brand'>,
): Record<string, unknown> {
  return brand && !Object.hasOwn(data, 'brand') ? { ...data, brand } : data
}

/** The warnings of data; a long page is parsed and analyzed when other long work is done. */
async function dataWarnings(
  c: AppContext,
  { template, data, fitted, options, accountId }: DataOfTemplate,
): Promise<string[]> {
  const owner = { accountId, signal: hangUpSignal(c) }
  const input = { data, fitted, hasBase: options.base_url !== undefined }
  return await runLongWork(readsMs(template), () => findDataWarnings(template, input), owner)
}

function ignoredOptionWarnings({ ignoredOptions = [] }: Endpoint): string[] {
  return ignoredOptions.map(
    (name) => `the stored option ${name} has no effect: this release does not know it`,
  )
}

/** The endpoint's stored data and options under the caller's: objects merge, arrays replace. */
function mergedWith(endpoint: Endpoint, { data = {}, options = {} }: StudioRequest) {
  return {
    data: deepMerge(endpoint.data ?? {}, data) as Record<string, unknown>,
    options: deepMerge(endpoint.options ?? {}, options) as PdfOptions,
  }
}
