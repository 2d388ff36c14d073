/** `POST /v1/inspect`: what is in a PDF. */
import { Hono } from 'hono'
import { z } from 'zod'
import { inCredits, price } from '../accounts/pricing'
import { judgedStandards } from '../document-options'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY, readForm, readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { IDEMPOTENCY_KEY } from '../http/document-responses'
import { dryRunField } from '../http/dry-run'
import { handleReport, REPORT_ERRORS, reportResponses } from '../http/handle-report'
import { inspectionExample } from '../http/openapi/report-examples'
import {
  checkSource,
  fieldValue,
  pdfSource,
  requireTaskFiles,
  sourceOf,
  takeUploads,
} from '../http/pdf-sources'
import { fileOf, route } from '../http/route'
import { invalidRequest, parseShape } from '../http/validation'
import { inspectFile } from '../jobs/inspect-file'
import { inspection } from '../jobs/inspection-report'
import type { FileSource } from '../jobs/job'

/** Longest time an inspection takes: a slow download, and as much work as finishing may take. */
const LEASE_MS = 240_000
const FILE_BUDGET = { requests: 10, bytes: 21 << 20 }

const conformance = judgedStandards
  .optional()
  .describe('What the file is judged by; what it claims by default.')

const inspectRequest = z.strictObject({
  file: pdfSource.describe(
    'A PDF: an address (http, https or data), or an object with one of `url` and `task_id`.',
  ),
  conformance,
  dry_run: dryRunField,
})
type InspectRequest = z.output<typeof inspectRequest>

const inspectForm = z.strictObject({
  file: fileOf('application/pdf').describe('The PDF.'),
  password: z.string().max(127).optional().describe('Opens the file, if it is encrypted.'),
  conformance,
  dry_run: dryRunField,
})

const credits = price({ kind: 'inspect' })

const postInspect = route(
  {
    operationId: 'inspect',
    summary: 'What is in a PDF',
    description:
      'Pages and their sizes, fonts, how much text, properties, encryption, tags, form fields with their values, ' +
      'layers, signatures, embedded files, the e-invoice inside with its verdict, and for each standard that is ' +
      'asked for (or that the file claims) every rule that it breaks, with its page and remedy. The rules are those ' +
      `that Platen’s own files are checked by. ${inCredits(credits)}.`,
    idempotencyKey: IDEMPOTENCY_KEY,
    body: inspectRequest,
    example: { file: 'https://example.com/report.pdf', conformance: ['PDF/A-2b'] },
    form: { schema: inspectForm, example: { file: '(report.pdf)', conformance: ['PDF/A-2b'] } },
    responses: reportResponses(inspection, inspectionExample),
    errors: ['not_found', ...REPORT_ERRORS],
  },
  async (c) => {
    const caller = await authenticate(c, 'render')
    const { body, file, standards, dryRun } = await readInspect(c, caller)
    return await handleReport(c, caller, {
      ...{ kind: 'inspect', asked: body, fileName: 'inspection.json', leaseMs: LEASE_MS },
      limits: FILE_BUDGET,
      dryRun,
      makeReport: (deps) => inspectFile({ file, standards, accountId: caller.accountId }, deps),
    })
  },
)

export const inspect = new Hono<AppEnv>().post('/', postInspect)

type Inspect = {
  body: unknown
  file: FileSource
  standards: InspectRequest['conformance']
  dryRun: boolean | undefined
}

/** Reads and checks the request. Throws 413, 415, 400, and for a task 404 and `asset_failed`. */
async function readInspect(c: AppContext, caller: Caller): Promise<Inspect> {
  const form = await readForm(c, MAX_BODY.document)
  const uploads = form?.files.filter(({ field }) => field === 'file') ?? []
  const {
    file: entry,
    conformance: standards,
    dry_run: dryRun,
  } = parseShape(inspectRequest, form ? bodyOf(form.fields, uploads.length > 0) : await readJson(c))
  const [upload] = takeUploads([entry], uploads)
  const errors = checkSource(c, entry, { pointer: '/file', upload })
  for (const { field } of form?.files.filter((file) => file !== upload) ?? [])
    errors.push({ pointer: `/${field}`, message: 'is one file too many: send one, in the part `file`' })
  if (errors.length > 0) throw invalidRequest(errors)
  await requireTaskFiles(c, caller, [{ entry, pointer: '/file' }])
  const body = { entry, standards, ...(upload && { upload: upload.bytes }) }
  return { body, file: sourceOf(entry, upload), standards, dryRun }
}

/** The texts of a form as the body that they stand for. A list may come as a field for each of its items. */
function bodyOf(fields: readonly [string, string][], hasFile: boolean): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const listed: unknown[] = []
  for (const [name, text] of fields) {
    if (text === '') continue
    if (name === 'conformance') listed.push(fieldValue(name, text))
    else if (name !== 'password') body[name] = fieldValue(name, text)
  }
  const password = fields.findLast(([name, text]) => name === 'password' && text !== '')?.[1]
  if (listed.length > 0) body.conformance = listed.flat()
  if (hasFile) body.file = { upload: 'file', password }
  else if (password !== undefined) body.password = password
  return body
}
