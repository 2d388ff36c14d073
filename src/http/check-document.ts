/** A validated request for a document, and the checks that transform, generate, studio and finish share. */
import { optionConflicts, type PdfOptions } from '../document-options'
import type { FieldError } from '../errors'
import type { FinishJob, Job } from '../jobs/job'
import { acceptWarnings } from '../jobs/warnings'
import { tellInValue } from '../text/unfilled'
import { checkUrls, type ReceiverUrls } from './check-urls'
import type { AppContext } from './context'
import { findDeliveryMistakes } from './delivery-mistakes'
import { findRequestHabits } from './request-habits'
import { invalidRequest } from './validation'

/** A validated request, whichever endpoint it came to. */
export type DocumentRequest =
  | RenderRequest
  | (Pick<FinishJob, 'kind' | 'files' | 'options' | 'metadata' | 'cacheKey'> & Sent)

/** One that renders something. */
export type RenderRequest = Pick<
  Job,
  'kind' | 'source' | 'options' | 'optimize' | 'metadata' | 'cacheKey' | 'picture'
> &
  Sent

type Sent = {
  /** The request as it was sent: the template it names may have a new version when it is repeated. */
  body: unknown
  async_mode?: boolean | undefined
  return_type?: 'binary' | 'url' | undefined
  webhook_url?: string | undefined
  deliver_to?: string | undefined
  dry_run?: boolean | undefined
  /** What the caller is told of the request: its data, its document. */
  warnings: string[]
  /** Finds what stands before `warnings`, where it is told of a document that is printed all the same. */
  findLate?: (() => Promise<string[]>) | undefined
}

/** Throws `invalid_request` for options that exclude each other and addresses that are refused by their form. */
export function checkDocumentRequest(
  c: AppContext,
  request: { options: PdfOptions } & ReceiverUrls,
  more: FieldError[] = [],
): void {
  const errors = [...optionConflicts(request.options), ...checkUrls(c, request), ...more]
  if (errors.length > 0) throw invalidRequest(errors)
}

/** Throws `invalid_request` for a result that is to go to a bucket and to the caller as well. */
export function requireAsyncDelivery({
  async_mode,
  deliver_to,
}: Pick<DocumentRequest, 'async_mode' | 'deliver_to'>): void {
  if (async_mode || deliver_to === undefined) return
  const message = 'needs async_mode: true, since the file is sent when the task has ended'
  throw invalidRequest([{ pointer: '/deliver_to', message }])
}

/** The request, with a warning of each address that nothing is sent to. */
export function withDeliveryWarnings(c: AppContext, request: DocumentRequest): DocumentRequest {
  const warnings = [...request.warnings, ...idleReceivers(c, request)]
  const accepted = acceptWarnings(warnings, request.options.strict)
  return { ...request, warnings: [...accepted, ...findRequestHabits(c, request.metadata)] }
}

/** What the contract ignores in a synchronous call (4, rule 3), and what no bucket takes. */
export function idleReceivers(
  c: AppContext,
  { async_mode, webhook_url, deliver_to }: Pick<DocumentRequest, 'async_mode' | 'webhook_url' | 'deliver_to'>,
): string[] {
  if (async_mode)
    return [
      ...tellInValue('webhook_url', webhook_url),
      ...tellInValue('deliver_to', deliver_to),
      ...findDeliveryMistakes(deliver_to, c.get('startedAt')),
    ]
  return webhook_url === undefined ? [] : ['webhook_url is not called: that needs async_mode: true']
}
