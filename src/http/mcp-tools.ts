/** The tools that agents are offered, each a call of the API. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inCredits, PRICES, price } from '../accounts/pricing'
import { QR_TYPES } from '../qr/qr-options'
import { listNames } from '../text/list-names'
import { answered, type CallApi, MAX_SHOWN_PAGES, makeDocument, pagePath, pictured } from './mcp-results'

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

/** Whether a tool makes something or reads what is there, as hosts ask their users about. */
const MAKES = { readOnlyHint: false, destructiveHint: false }
const READS = { readOnlyHint: true }

/** Answers one message. Nothing outlives it: no session, and no subscription. */
export async function answerMcp(request: Request, parsedBody: unknown, call: CallApi): Promise<Response> {
  const handler = createMcpHandler(() => mcpServer(call), { maxSubscriptions: 0 })
  return await handler.fetch(request, { parsedBody })
}

/** The server of one request. */
function mcpServer(call: CallApi): McpServer {
  const server = new McpServer({ name: 'platen', version: '1' })
  offerDocuments(server, call)
  offerCodes(server, call)
  offerBatches(server, call)
  offerLooks(server, call)
  return server
}

/** Documents from HTML and from templates. */
function offerDocuments(server: McpServer, call: CallApi): void {
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
      annotations: MAKES,
    },
    ({ html, css, options, optimize = false, show_pages }) =>
      makeDocument(call, '/v1/transform', { html, css, options, goCreditMode: optimize }, show_pages),
  )
  server.registerTool(
    'list_templates',
    {
      description: 'The built-in templates and your own: invoices, quotes, receipts, letters, certificates …',
      inputSchema: NO_ARGUMENTS,
      annotations: READS,
    },
    async () => answered(await call('GET', '/v1/templates')),
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
      annotations: READS,
    },
    async ({ template_id }) => answered(await call('GET', `/v1/templates/${template_id}`), ['preview']),
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
      annotations: MAKES,
    },
    ({ show_pages, ...request }) => makeDocument(call, '/v1/generate', request, show_pages),
  )
}

/** QR codes. */
function offerCodes(server: McpServer, call: CallApi): void {
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
      annotations: MAKES,
    },
    async (request) => await pictured(await call('POST', '/v1/qrcode', request)),
  )
}

/** Many documents at once. */
function offerBatches(server: McpServer, call: CallApi): void {
  server.registerTool(
    'submit_batch',
    {
      description: 'Begins many documents at once; all are accepted or none. Follow them with get_batch.',
      inputSchema: z.strictObject({
        endpoint: z.string().describe('transform, generate, finish, or the slug of an endpoint.'),
        entries: z.array(free).min(1).describe('Requests to that endpoint.'),
      }),
      annotations: MAKES,
    },
    async (request) => answered(await call('POST', '/v1/batch', request)),
  )
  server.registerTool(
    'get_batch',
    {
      description: 'How far a batch is, and the address of a ZIP when all is done.',
      inputSchema: z.strictObject({ batch_id: z.string().regex(/^bat_\w{1,40}$/) }),
      annotations: READS,
    },
    async ({ batch_id }) => answered(await call('GET', `/v1/batches/${batch_id}`)),
  )
}

/** What was made, files of others, and the account. */
function offerLooks(server: McpServer, call: CallApi): void {
  server.registerTool(
    'get_status',
    {
      description: 'A task: its status, the address of its file, its warnings, and why it failed.',
      inputSchema: z.strictObject({ task_id: taskId, wait: z.int().min(0).max(30).optional() }),
      annotations: READS,
    },
    async ({ task_id, wait = 0 }) => answered(await call('GET', `/v1/status/${task_id}?wait=${wait}`)),
  )
  server.registerTool(
    'see_page',
    {
      description: 'A page of a finished document as a picture. Costs nothing.',
      inputSchema: z.strictObject({ task_id: taskId, page: z.int().min(1).max(999_999).optional() }),
      annotations: READS,
    },
    async ({ task_id, page = 1 }) => await pictured(await call('GET', pagePath(task_id, page))),
  )
  server.registerTool(
    'inspect_pdf',
    {
      description: `What is in a PDF: pages, fonts, tags, forms, conformance, e-invoice. Costs ${inCredits(PRICES.base.inspect)}.`,
      inputSchema: z.strictObject({
        file: z.string().describe('A task_id, or an http(s) address.'),
        conformance: z.array(z.string()).optional().describe('Such as PDF/A-2b, PDF/UA-1.'),
      }),
      annotations: MAKES,
    },
    async ({ file, conformance }) => {
      const source = file.startsWith('tsk_') ? { task_id: file } : file
      return answered(await call('POST', '/v1/inspect', { file: source, conformance }))
    },
  )
  server.registerTool(
    'get_credits',
    {
      description: 'What is left of the account’s credits, and its plan.',
      inputSchema: NO_ARGUMENTS,
      annotations: READS,
    },
    async () => answered(await call('GET', '/v1/credits')),
  )
}
