/** The body of `POST /v1/finish`, JSON or a form with the files: read and checked. */
import { z } from 'zod'
import { inCredits, PRICES } from '../accounts/pricing'
import { type PdfFinishOptions, pdfFinishOptions } from '../document-options'
import type { FieldError } from '../errors'
import { acceptWarnings } from '../jobs/warnings'
import { findPageNumberMistakes } from '../pdf/stamp/page-number-mistakes'
import { findPdfAddressMistakes } from '../text/address-mistakes'
import type { Caller } from './auth'
import { type Form, type FormFile, MAX_BODY, readForm, readJson } from './body'
import { checkDocumentRequest, type DocumentRequest } from './check-document'
import type { AppContext } from './context'
import {
  checkSource,
  fieldValue,
  pdfPagesSource,
  requireTaskFiles,
  sourceOf,
  takeUploads,
} from './pdf-sources'
import { fileOf } from './route'
import { fileDelivery } from './shared-schemas'
import { parseShape } from './validation'

const MAX_FILES = 50

const delivery = {
  options: pdfFinishOptions.optional().describe('How the file is finished.'),
  ...fileDelivery,
}

export const finishRequest = z
  .strictObject({
    files: z
      .array(pdfPagesSource)
      .min(1, 'must have at least one file')
      .max(MAX_FILES)
      .describe(
        'PDFs, put together in this order: an address (http, https or data), or an object with one of `url`, ' +
          `\`task_id\` and \`upload\`. Each after the first +${inCredits(PRICES.appendedFile)}.`,
      ),
    ...delivery,
  })
  .meta({ id: 'FinishRequest' })
export type FinishRequest = z.output<typeof finishRequest>

/**
 * The same as a form: the fields are texts, those that hold more are JSON. Every part that is a file is a PDF, also one of
 * another name, which a description cannot say of files alone.
 */
export const finishForm = z
  .strictObject({
    file: z
      .array(fileOf('application/pdf'))
      .min(1)
      .optional()
      .describe(
        'PDFs. Without `files` they are taken whole, in the order of the parts. Parts may have other names, too.',
      ),
    files: finishRequest.shape.files.optional(),
    ...delivery,
  })
  .meta({ id: 'FinishForm', anyOf: [{ required: ['file'] }, { required: ['files'] }] })

/** Reads the body. Throws 413, 415 and 400. */
export async function readFinishBody(
  c: AppContext,
): Promise<{ asked: FinishRequest; uploads?: FormFile[] | undefined }> {
  const form = await readForm(c, MAX_BODY.document)
  if (!form) return { asked: parseShape(finishRequest, await readJson(c)) }
  return { asked: parseShape(finishRequest, bodyOf(form)), uploads: form.files }
}

/** The form's texts as the body that they stand for. */
function bodyOf({ fields, files }: Form): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  const listed = fields.filter(([name, text]) => name === 'files' && text !== '')
  for (const [name, text] of fields) if (name !== 'files' && text !== '') value[name] = fieldValue(name, text)
  const [first, ...more] = listed.map(([, text]) => fieldValue('files', text))
  if (Array.isArray(first) && more.length === 0) value.files = first
  else if (first !== undefined) value.files = [first, ...more]
  else if (files.length > 0) value.files = files.map(({ field }) => ({ upload: field }))
  return value
}

/** Checks the request; throws `invalid_request`, and `not_found` or `asset_failed` for a task that has no file for it. */
export async function readFinish(
  c: AppContext,
  caller: Caller,
  {
    asked,
    uploads = [],
    mayRead,
  }: {
    asked: FinishRequest
    uploads?: FormFile[] | undefined
    /** As `requireTaskFiles` has it. */
    mayRead?: (() => Promise<void>) | undefined
  },
): Promise<DocumentRequest> {
  const { files, options = {}, ...rest } = asked
  const taken = takeUploads(files, uploads)
  const errors = files.flatMap((entry, index) =>
    checkSource(c, entry, { pointer: `/files/${index}`, upload: taken[index] }),
  )
  const unused = uploads.filter((upload) => !taken.includes(upload))
  checkDocumentRequest(c, { options, webhook_url: rest.webhook_url, deliver_to: rest.deliver_to }, [
    ...errors,
    ...splitConflicts(options),
    ...unused.map(({ field }) => ({ pointer: `/${field}`, message: 'is a file that `files` does not name' })),
  ])
  const named = files.map((entry, index) => ({ entry, pointer: `/files/${index}` }))
  await requireTaskFiles(c, caller, named, mayRead)
  return {
    body: uploads.length > 0 ? { asked, uploads } : asked,
    kind: 'finish',
    warnings: acceptWarnings(
      [...findPageNumberMistakes(options.page_numbers), ...files.flatMap(addressMistakes)],
      options.strict,
    ),
    files: files.map((entry, index) => sourceOf(entry, taken[index])),
    options,
    ...rest,
  }
}

function addressMistakes(entry: FinishRequest['files'][number], index: number): string[] {
  const url = typeof entry === 'string' ? entry : entry.url
  return url === undefined ? [] : findPdfAddressMistakes(`files[${index}]`, url)
}

/** What belongs to one file cannot be in several. */
function splitConflicts({ split, factur_x, embed_files = [] }: PdfFinishOptions): FieldError[] {
  if (!split) return []
  const refused = [...(factur_x ? ['factur_x'] : []), ...(embed_files.length > 0 ? ['embed_files'] : [])]
  return refused.flatMap((field) => [
    { pointer: '/options/split', message: `cannot be combined with ${field}: leave one of them out` },
    { pointer: `/options/${field}`, message: 'cannot be combined with split: leave one of them out' },
  ])
}
