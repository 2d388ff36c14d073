/** The tools that agents are offered, each a call of the API. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inCredits, PRICES, price } from '../accounts/pricing'
import { QR_TYPES } from '../qr/qr-options'
import { listNames } from '../text/list-names'

/** Makes a call of the API with the caller's key. */
export type CallApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }
type Result = { content: Content[]; isError?: boolean }

/** Pages that are shown of a document that was just made. */
const MAX_SHOWN_PAGES = 3
/** Largest picture that is shown, in bytes. */
const MAX_PICTURE = 4 << 20

const free = z.record(z.string(), z.unknown())
const options = free
  .optional()
  .describe(
    'paper (A4, A3, A5, Letter, Legal), orientation, margin_top and so on (inches, or "20mm"), header_html, footer_html, header_first_html, ' +
      'pdf_format (PDF/A-2b …), pdf_ua, password, watermark, title, compress, factur_x and more, as POST /v1/transform ' +
      'takes them. A wrong one is an error that names the right one.',
  )
const show = z
  .boolean()
  .optional()
  .describe(`Returns pictures of the first ${MAX_SHOWN_PAGES} pages too, so that you can see the result.`)
/** Of tools that take none: any is refused, as an unknown one of the others is. */
const NO_ARGUMENTS = z.strictObject({})
const TEMPLATE_ID = 'an id of list_templates, such as invoice/classic'
const taskId = z.string().regex(/^tsk_\w{1,40}$/, 'must be a task_id, such as tsk_…')

/** Answers one message. Nothing outlives it: no session, and no subscription. */
export async function answerMcp(request: Request, parsedBody: unknown, call: CallApi): Promise<Response> {
  const handler = createMcpHandler(() => mcpServer(call), { maxSubscriptions: 0 })
  return await handler.fetch(request, { parsedBody })
}

/** The server of one request. */
function mcpServer(call: CallApi): McpServer {
  const server = new McpServer({ name: 'platen', version: '1' })
  const makes = { readOnlyHint: false, destructiveHint: false }
  const reads = { readOnlyHint: true }

  server.registerTool(
    'render_html',
    {
      description:
        'Makes a PDF from a complete HTML document and returns its address, which expires. Costs ' +
        `${inCredits(PRICES.base.transform)}, ${price({ kind: 'transform', goCreditMode: true })} with optimize.`,
      inputSchema: z.strictObject({
        html: z.string().min(1),
        css: z.string().optional(),
        options,
        optimize: z.boolean().optional().describe('Repairs what prints badly (goCreditMode).'),
        show_pages: show,
      }),
      annotations: makes,
    },
    ({ html, css, options, optimize = false, show_pages }) =>
      made(call, '/v1/transform', { html, css, options, goCreditMode: optimize }, show_pages),
  )
  server.registerTool(
    'list_templates',
    {
      description: 'The built-in templates and your own: invoices, quotes, receipts, letters, certificates …',
      inputSchema: NO_ARGUMENTS,
      annotations: reads,
    },
    async () => json(await call('GET', '/v1/templates')),
  )
  server.registerTool(
    'get_template',
    {
      description:
        'The variables of a template as JSON Schema, and sample data. Read it before fill_template.',
      inputSchema: z.strictObject({
        template_id: z
          .string()
          .regex(/^[a-z0-9-]{1,40}\/[a-z0-9@-]{1,60}$/, `must be ${TEMPLATE_ID}`)
          .describe(TEMPLATE_ID),
      }),
      annotations: reads,
    },
    async ({ template_id }) => json(await call('GET', `/v1/templates/${template_id}`), ['preview']),
  )
  server.registerTool(
    'fill_template',
    {
      description: `Makes a PDF from a template and its data, and returns its address. Costs ${inCredits(PRICES.base.generate)}.`,
      inputSchema: z.strictObject({
        template_id: z.string().describe(TEMPLATE_ID),
        data: free,
        options,
        show_pages: show,
      }),
      annotations: makes,
    },
    ({ show_pages, ...request }) => made(call, '/v1/generate', request, show_pages),
  )
  server.registerTool(
    'make_qr_code',
    {
      description: `Makes a QR code as PNG, which is read back before you get it. Costs ${inCredits(PRICES.base.qrcode)}.`,
      inputSchema: z.strictObject({
        data: z.string(),
        type: z
          .string()
          .optional()
          .describe(`One of ${listNames(QR_TYPES)}.`),
        size: z.string().optional().describe('small, default or big: 200, 400 or 800 px.'),
        color: z.string().optional().describe('#RRGGBB.'),
        logo_url: z
          .string()
          .optional()
          .describe(`PNG in the middle. +${inCredits(PRICES.logo)}.`),
      }),
      annotations: makes,
    },
    async (request) => await picture(await call('POST', '/v1/qrcode', request)),
  )
  server.registerTool(
    'submit_batch',
    {
      description: 'Begins many documents at once; all are accepted or none. Follow them with get_batch.',
      inputSchema: z.strictObject({
        endpoint: z.string().describe('transform, generate, finish, or the slug of an endpoint.'),
        entries: z.array(free).min(1).describe('Requests to that endpoint.'),
      }),
      annotations: makes,
    },
    async (request) => json(await call('POST', '/v1/batch', request)),
  )
  server.registerTool(
    'get_batch',
    {
      description: 'How far a batch is, and the address of a ZIP when all is done.',
      inputSchema: z.strictObject({ batch_id: z.string().regex(/^bat_\w{1,40}$/) }),
      annotations: reads,
    },
    async ({ batch_id }) => json(await call('GET', `/v1/batches/${batch_id}`)),
  )
  server.registerTool(
    'get_status',
    {
      description: 'A task: its status, the address of its file, its warnings, and why it failed.',
      inputSchema: z.strictObject({ task_id: taskId, wait: z.int().min(0).max(30).optional() }),
      annotations: reads,
    },
    async ({ task_id, wait = 0 }) => json(await call('GET', `/v1/status/${task_id}?wait=${wait}`)),
  )
  server.registerTool(
    'see_page',
    {
      description: 'A page of a finished document as a picture. Costs nothing.',
      inputSchema: z.strictObject({ task_id: taskId, page: z.int().min(1).max(999_999).optional() }),
      annotations: reads,
    },
    async ({ task_id, page = 1 }) => await picture(await call('GET', pagePath(task_id, page))),
  )
  server.registerTool(
    'inspect_pdf',
    {
      description: `What is in a PDF: pages, fonts, tags, forms, conformance, e-invoice. Costs ${inCredits(PRICES.base.inspect)}.`,
      inputSchema: z.strictObject({
        file: z.string().describe('A task_id, or an http(s) address.'),
        conformance: z.array(z.string()).optional().describe('Such as PDF/A-2b, PDF/UA-1.'),
      }),
      annotations: makes,
    },
    async ({ file, conformance }) => {
      const source = file.startsWith('tsk_') ? { task_id: file } : file
      return json(await call('POST', '/v1/inspect', { file: source, conformance }))
    },
  )
  server.registerTool(
    'get_credits',
    {
      description: 'What is left of the account’s credits, and its plan.',
      inputSchema: NO_ARGUMENTS,
      annotations: reads,
    },
    async () => json(await call('GET', '/v1/credits')),
  )
  return server
}

/** Makes a document and returns its address, with pictures of its pages if they are to be shown. */
async function made(call: CallApi, path: string, request: object, show = false): Promise<Result> {
  const response = await call('POST', path, { ...request, return_type: 'url' })
  if (!response.ok) return refusal(response)
  const { headers } = response
  const { url } = await response.json<{ url: string }>()
  const id = headers.get('x-task-id') ?? ''
  const pages = Number(headers.get('x-page-count') ?? 1)
  const facts = {
    url,
    task_id: id,
    pages,
    credits_charged: Number(headers.get('x-credits-charged')),
    warnings: headers.get('x-warnings') ?? undefined,
  }
  const content: Content[] = [{ type: 'text', text: JSON.stringify(facts) }]
  for (let page = 1; show && page <= Math.min(pages, MAX_SHOWN_PAGES); page++)
    content.push(...(await picture(await call('GET', pagePath(id, page)))).content)
  return { content }
}

function pagePath(id: string, page: number): string {
  return `/v1/status/${id}/pages/${page}.png?width=800`
}

async function json(response: Response, leaveOut: readonly string[] = []): Promise<Result> {
  if (!response.ok) return refusal(response)
  if (leaveOut.length === 0) return { content: [{ type: 'text', text: await response.text() }] }
  const fields = Object.entries(await response.json<object>()).filter(([name]) => !leaveOut.includes(name))
  return { content: [{ type: 'text', text: JSON.stringify(Object.fromEntries(fields)) }] }
}

async function picture(response: Response): Promise<Result> {
  if (!response.ok) return refusal(response)
  const bytes = await response.bytes()
  if (bytes.length > MAX_PICTURE)
    return { isError: true, content: [{ type: 'text', text: 'The picture is too large to show.' }] }
  const mimeType = response.headers.get('content-type') ?? 'image/png'
  return { content: [{ type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType }] }
}

/** A problem in the words that every caller gets: they name the field and the remedy. */
async function refusal(response: Response): Promise<Result> {
  const { status, code, detail, errors } = await response.json<Record<string, unknown>>()
  const text = JSON.stringify({ status, code, detail, errors })
  return { isError: true, content: [{ type: 'text', text }] }
}
