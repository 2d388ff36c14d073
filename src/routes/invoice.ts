/** `POST /v1/invoice/check`: whether an invoice conforms, from its data, its XML, or a PDF that carries it. */
import { Hono } from 'hono'
import { z } from 'zod'
import { inCredits, price } from '../accounts/pricing'
import { NATIONAL_RULES, WRITTEN_PROFILES, type WrittenProfile } from '../e-invoice/profiles'
import { invoiceSchema } from '../e-invoice/schema'
import type { FieldError } from '../errors'
import { authenticate } from '../http/auth'
import { checkFileUrl } from '../http/check-urls'
import type { AppContext, AppEnv } from '../http/context'
import { IDEMPOTENCY_KEY } from '../http/document-responses'
import { dryRunField } from '../http/dry-run'
import { handleReport, REPORT_ERRORS, reportResponses } from '../http/handle-report'
import { invoiceReportExample } from '../http/openapi/report-examples'
import { route } from '../http/route'
import { invalidRequest } from '../http/validation'
import { invoiceReport } from '../jobs/invoice-report'
import { checkInvoice, type InvoiceSource, MAX_PDF_BYTES } from '../jobs/run-invoice-check'
import { inBytes } from '../text/in-units'

/** Longest time a check takes: a slow PDF. */
const LEASE_MS = 60_000
const FILE_BUDGET = { requests: 5, bytes: 1.1 * MAX_PDF_BYTES }

const profileNames = Object.keys(WRITTEN_PROFILES) as [WrittenProfile, ...WrittenProfile[]]

const checkRequest = z
  .strictObject({
    invoice: invoiceSchema.optional().describe('The data, as `options.invoice` takes them.'),
    invoice_xml: z.string().min(1).optional().describe('A Cross Industry Invoice as text.'),
    pdf: z
      .string()
      .min(1)
      .optional()
      .describe(
        `Address (http, https or data) of a PDF with the XML inside, at most ${inBytes(MAX_PDF_BYTES)}.`,
      ),
    profile: z.enum(profileNames).optional().describe('What `invoice` is checked for; EN 16931 by default.'),
    national_rules: z
      .enum(NATIONAL_RULES)
      .optional()
      .describe('Applies the rules of a country too: FR, those of the French reform (BR-FR).'),
    dry_run: dryRunField,
  })
  .meta({ id: 'InvoiceCheckRequest' })
type CheckRequest = z.output<typeof checkRequest>

const credits = price({ kind: 'invoice_check' })

const postCheck = route(
  {
    operationId: 'checkInvoice',
    summary: 'Check and read an e-invoice',
    description:
      'Says whether an invoice conforms to its profile (EN 16931, XRechnung and the others of Factur-X), every rule ' +
      'that it breaks with its business term, place and remedy, the totals that follow from its lines, and its data ' +
      `as \`options.invoice\` has them, so that an incoming invoice is read too. ${inCredits(credits)}. One of ` +
      '`invoice`, `invoice_xml` and `pdf` is given. An invoice that does not conform is a 200 with `valid: false`.',
    idempotencyKey: IDEMPOTENCY_KEY,
    body: checkRequest,
    isBodyRequired: true,
    example: { invoice: { number: '2026-001', currency: 'EUR' } },
    responses: reportResponses(invoiceReport, invoiceReportExample),
    errors: REPORT_ERRORS,
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'render')
    const request = await body()
    const source = sourceOf(c, request)
    return await handleReport(c, caller, {
      ...{ kind: 'invoice_check', asked: request, fileName: 'invoice-check.json', leaseMs: LEASE_MS },
      limits: FILE_BUDGET,
      dryRun: request.dry_run,
      makeReport: ({ fetchFile, signal }) =>
        checkInvoice(source, { accountId: caller.accountId, signal }, fetchFile),
    })
  },
)

export const invoice = new Hono<AppEnv>().post('/check', postCheck)

/** The one thing to check. Throws `invalid_request`. */
function sourceOf(
  c: AppContext,
  { invoice: data, invoice_xml, pdf, profile, national_rules }: CheckRequest,
): InvoiceSource {
  const given = Object.entries({ invoice: data, invoice_xml, pdf }).filter(([, value]) => value !== undefined)
  const errors: FieldError[] = checkFileUrl(c, '/pdf', pdf)
  if (given.length === 0) {
    errors.push({ pointer: '/invoice', message: 'is missing: give invoice, invoice_xml or pdf' })
  }
  for (const [name] of given.length > 1 ? given : []) {
    errors.push({
      pointer: `/${name}`,
      message: 'only one of invoice, invoice_xml and pdf is checked at a time',
    })
  }
  if (profile && data === undefined) {
    errors.push({ pointer: '/profile', message: 'is for invoice; XML names its own profile' })
  }
  if (errors.length > 0) throw invalidRequest(errors)
  if (data !== undefined) return { invoice: data, profile, rules: national_rules }
  const rules = national_rules
  return invoice_xml !== undefined ? { xml: invoice_xml, rules } : { pdf: pdf ?? '', rules }
}
