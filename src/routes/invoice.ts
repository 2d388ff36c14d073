/** `POST /v1/invoice/check`: whether an invoice conforms, from its data, its XML, or a PDF that carries it. */
import { Hono } from 'hono'
import { z } from 'zod'
import { inCredits, price } from '../accounts/pricing'
import { WRITTEN_PROFILES, type WrittenProfile } from '../e-invoice/profiles'
import { invoiceSchema } from '../e-invoice/schema'
import type { FieldError } from '../errors'
import { begin, chargeOf } from '../http/admission'
import { authenticate, type Caller } from '../http/auth'
import type { AppContext, AppEnv } from '../http/context'
import { IDEMPOTENCY_KEY } from '../http/document-responses'
import { idempotentCall, replay } from '../http/idempotency'
import { respond } from '../http/responses'
import { route } from '../http/route'
import { taskFactsOf } from '../http/task-facts'
import { checkFileUrl } from '../http/urls'
import { invalidRequest } from '../http/validation'
import { newId } from '../ids'
import { accountLedger } from '../jobs/account-ledger'
import { jobFetcher } from '../jobs/fetcher'
import { invoiceReport } from '../jobs/replies'
import { type InvoiceCheckJob, type InvoiceSource, runInvoiceCheck } from '../jobs/run-invoice-check'
import { storeFile } from '../storage/files'

/** Longest time a check takes: a slow PDF. */
const LEASE_MS = 60_000
const FILE_BUDGET = { requests: 5, bytes: 11_000_000 }

const profileNames = Object.keys(WRITTEN_PROFILES) as [WrittenProfile, ...WrittenProfile[]]

const checkRequest = z.strictObject({
  invoice: invoiceSchema.optional().describe('The data, as `options.invoice` takes them.'),
  invoice_xml: z.string().min(1).optional().describe('A Cross Industry Invoice as text.'),
  pdf: z
    .string()
    .min(1)
    .optional()
    .describe('Address (http, https or data) of a PDF with the XML inside, at most 10 MB.'),
  profile: z.enum(profileNames).optional().describe('What `invoice` is checked for; EN 16931 by default.'),
})
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
    responses: {
      200: {
        description: 'The report.',
        headers: ['X-Task-Id', 'X-Credits-Charged', 'X-Credits-Left', 'Server-Timing'],
        content: { 'application/json': invoiceReport },
      },
    },
    errors: [
      'insufficient_credits',
      'asset_failed',
      'document_invalid',
      'too_many_renders',
      'too_many_uncharged',
      'test_quota',
      'render_timeout',
    ],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'render')
    const request = await body()
    const source = sourceOf(c, request)
    const idempotency = idempotentCall(c, caller, request)
    const taskId = newId('tsk')
    const work = [{ taskId, kind: 'invoice_check', credits, leaseMs: LEASE_MS, synchronous: true }]
    const begun = await begin(c, caller, { needs: {}, work, idempotency })
    if (begun.outcome === 'replay') return await replay(c, begun)
    const job: InvoiceCheckJob = { taskId, kind: 'invoice_check', source, ...taskFactsOf(c, caller) }
    const running = runInvoiceCheck(job, { charge: chargeOf(begun) }, dependenciesOf(c, caller, job))
    // A caller who hangs up does not end this before it is charged, or released.
    c.executionCtx.waitUntil(running.then(() => undefined).catch(() => undefined))
    const { reply, bytes } = await running
    return respond(c, reply, { file: bytes })
  },
)

export const invoice = new Hono<AppEnv>().post('/check', postCheck)

/** The one thing to check. Throws `invalid_request`. */
function sourceOf(c: AppContext, { invoice: data, invoice_xml, pdf, profile }: CheckRequest): InvoiceSource {
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
  if (data !== undefined) return { invoice: data, profile }
  return invoice_xml !== undefined ? { xml: invoice_xml } : { pdf: pdf ?? '' }
}

function dependenciesOf(c: AppContext, { account }: Caller, { taskId, origin }: InvoiceCheckJob) {
  const log = c.get('log')
  const now = () => Date.now()
  return {
    fetchFile: jobFetcher(c.env, { origin, limits: FILE_BUDGET, log, now }).fetchFile,
    store: (id: string, file: Parameters<typeof storeFile>[2]) => storeFile(c.env.FILES, id, file),
    ledger: accountLedger(account, (error) => log('task.not_released', { task_id: taskId, error })),
    timings: c.get('timings'),
    now,
  }
}
