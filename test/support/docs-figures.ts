/**
 * Prices and limits in the docs: each sentence with holes, and what the source says stands in them. The docs are filled by
 * `npm run test:unit -- docs-figures -u`, so a figure is changed in the source alone.
 */
import fs from 'node:fs'
import path from 'node:path'
import { KEPT_MS } from '../../src/accounts/idempotency'
import { type Plan, planNames, plans, plansThat, TEST_QUOTAS } from '../../src/accounts/plans'
import { inCredits, PRICES, price } from '../../src/accounts/pricing'
import { GATHER_MS } from '../../src/accounts/storage/outbox-table'
import { MAX_BODY } from '../../src/http/body'
import { POLL_SECONDS } from '../../src/http/respond-accepted'
import { MAX_MARKDOWN } from '../../src/markdown/markdown-options'
import { MODEL_TIME_MS } from '../../src/optimize/model'
import { MAX_ALL_MB } from '../../src/pdf/arrange/split'
import { MAX_PICTURES_MB, MAX_PIXELS, MAX_PNG_PIXELS } from '../../src/pdf/pictures/picture-options'
import { MAX_STREAM_BYTES } from '../../src/pdf/streams'
import { MAX_PIXELS as MAX_LOGO_PIXELS, MAX_SIDE } from '../../src/qr/png-read'
import { MAX_TEMPLATE_LENGTH } from '../../src/templates/engine'
import { RENDER_LIMITS } from '../../src/templates/limits'
import { MAX_HEADER } from '../../src/text/header-text'
import { inBytes, inHours, inSeconds } from '../../src/text/in-units'
import { UPLOADS, WEBHOOK_TIMEOUT_MS, WEBHOOKS } from '../../src/webhooks/attempts'
import { UPLOAD_TIMEOUT_MS } from '../../src/webhooks/upload-file'

export const ROOT = path.join(import.meta.dirname, '../..')

/** `parts` is one longer than `values`, which stand between them. */
export type Sentence = { page: string; parts: readonly string[]; values: string[] }

type Value = string | number

function on(page: string) {
  return (parts: TemplateStringsArray, ...values: Value[]): Sentence => ({
    page,
    parts,
    values: values.map(String),
  })
}

/** A row of a table of plans. */
function planRow(page: string, about: string, cell: (plan: Plan) => string): Sentence {
  const values = planNames.map((name) => cell(plans[name]))
  return { page, parts: [`\n| ${about} | `, ...values.slice(1).map(() => ' | '), ' |\n'], values }
}

/**
 * The number that a constant of a file of `src` has, which may be written as a product, a power or a shift; a last factor
 * that has a name is left out.
 */
function constantOf(file: string, name: string): number {
  const text = fs.readFileSync(path.join(ROOT, 'src', file), 'utf8')
  const written = new RegExp(`\\b${name}\\b(?:: \\w+)?(?: =|:) ([\\d_ *<]+)`).exec(text)?.[1]
  if (written === undefined) throw new Error(`src/${file} has no number named ${name}`)
  const plain = (digits: string) => Number(digits.replaceAll('_', ''))
  const power = (factor: string) =>
    factor
      .split('**')
      .map(plain)
      .reduce((root, exponent) => root ** exponent)
  const [product = '', shift = ''] = written.trim().replace(/ \*$/, '').split('<<')
  const factors = product.split(' * ').map(power)
  return factors.reduce((all, factor) => all * factor, 1) * 2 ** plain(shift)
}

const count = (value: number) => value.toLocaleString('en-US')

/** Tasks a day that leave rows and are not charged, those of test keys included. */
const uncharged = (plan: Plan) => plan.unchargedTasksPerDay + TEST_QUOTAS.documentsPerDay

/** `6.5 GB`, `76 MB`, `0.2 MB`. */
function roughly(value: number): string {
  const [amount, unit] = value >= 1e9 ? [value / 1e9, 'GB'] : [value / 1e6, 'MB']
  return `${amount >= 10 ? Math.round(amount) : Number(amount.toFixed(1))} ${unit}`
}

const rows = (number: number, bytes: number) => `${count(number)}: ${roughly(number * bytes)}`

/** `5 s, 5 min, 2 h and 10 h`. */
function waits(list: readonly number[]): string {
  const each = list.map((ms) =>
    ms >= 3_600_000 ? `${ms / 3_600_000} h` : ms >= 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`,
  )
  return `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`
}

const { base, goCreditMode } = PRICES
const accounts = 'docs/reference/accounts.md'
const security = 'docs/operate/security.md'
const finishing = 'docs/guide/finishing.md'
const withoutPassword = plansThat((plan) => !plan.password)
const MAX_FILE = inBytes(constantOf('jobs/attachments.ts', 'MAX_FILE_BYTES'))
const MAX_FILES = inBytes(constantOf('jobs/attachments.ts', 'MAX_TOTAL_BYTES'))
const FILES_TIME = inSeconds(constantOf('jobs/attachments.ts', 'FILES_TIMEOUT_MS'))
const imageRows = (name: string) => constantOf('pdf/compress/image/image-rows.ts', name) / 1e6
const strike = (name: string) => constantOf('accounts/strikes.ts', name) / 1000
const timeout = constantOf('render/render-options.ts', 'DEFAULT_TIMEOUT')
const maxTimeout = constantOf('render/render-options.ts', 'MAX_TIMEOUT')

const minutes = (file: string, name: string) => constantOf(file, name) / 60_000

/** The table of prices, which two pages have. */
const priceTable = (page: string) => [
  on(page)`\n| \`generate\`, a Studio endpoint, \`qrcode\` | ${base.generate} |\n`,
  on(page)`\n| \`invoice/check\`, \`inspect\` | ${base.inspect} |\n`,
  on(page)`\n| \`finish\` | ${base.finish}, and +${PRICES.appendedFile} for each file after the first |\n`,
  on(
    page,
  )`\n| \`transform\` | ${base.transform}, and ${goCreditMode.transform} for \`goCreditMode\`, its default |\n`,
  on(
    page,
  )`\n| \`goCreditMode\` | +${goCreditMode.generate}; on \`generate\` with \`embed_files\` or \`attachments\` +${PRICES.goCreditModeWithFilesOnGenerate} |\n`,
  on(page)`\n| \`compress\` | +${PRICES.compress} |\n`,
  on(page)`\n| \`factur_x\` | +${PRICES.factur_x} |\n`,
  on(page)`\n| \`embed_files\` | +${PRICES.embed_files} in total |\n`,
  on(page)`\n| \`attachments\` | +${PRICES.appendedFile} per file |\n`,
  on(page)`\n| logo of a QR code | +${PRICES.logo} |\n`,
]

const planTable = [
  planRow(accounts, 'POST requests a minute', (plan) => count(plan.postsPerMinute)),
  planRow(accounts, 'GET requests a minute', (plan) => count(plan.getsPerMinute)),
  planRow(accounts, 'previews a minute', ({ previews }) => count(previews.perMinute)),
  planRow(
    accounts,
    'previews at once, and a day',
    ({ previews }) => `${previews.atOnce}, ${count(previews.perDay)}`,
  ),
  planRow(accounts, 'synchronous renders at once', (plan) => count(plan.synchronousRenders)),
  planRow(accounts, 'queued tasks that have not ended', (plan) => count(plan.outstandingTasks)),
  planRow(accounts, 'live tasks a day without a charge', (plan) => count(plan.unchargedTasksPerDay)),
  planRow(accounts, 'entries in a batch', (plan) => count(plan.entriesPerBatch)),
  planRow(accounts, '`options.password`', (plan) => (plan.password ? 'yes' : 'no')),
  planRow(accounts, 'keys that work at once', (plan) => count(plan.keys)),
  planRow(accounts, 'files are kept, days', (plan) => count(plan.retentionDays)),
  planRow(
    accounts,
    'templates, and latest versions of each',
    ({ storage }) => `${count(storage.templates)}, ${count(storage.templateVersions)}`,
  ),
  planRow(accounts, 'endpoints', ({ storage }) => count(storage.endpoints)),
  planRow(accounts, 'assets', ({ storage }) => count(storage.assets)),
  planRow(accounts, 'bytes of all templates, versions, drafts, endpoints and assets', ({ storage }) =>
    inBytes(storage.storedBytes),
  ),
  planRow(security, '_u_, live tasks a day without a charge', (plan) => count(plan.unchargedTasksPerDay)),
  planRow(security, 'days of retention', (plan) => count(plan.retentionDays)),
  planRow(security, 'rows with contents', (plan) =>
    rows(uncharged(plan) * (plan.retentionDays + 1) + plan.outstandingTasks, 50_000),
  ),
  planRow(security, 'tombstones', (plan) => rows(uncharged(plan) * (30 + 1) + plan.outstandingTasks, 1_000)),
  planRow(security, 'lines of the ledger a day', (plan) => rows(plan.unchargedTasksPerDay, 200)),
  planRow(security, 'queued tasks at once', (plan) => count(plan.outstandingTasks)),
]

const prices = [
  ...priceTable(accounts),
  ...priceTable('docs/guide/credits.md'),
  on(
    'README.md',
  )`\n| ${base.transform} | a PDF from HTML or a template, a QR code, an inspection, finishing a file |\n`,
  on(
    'README.md',
  )`\n| +${PRICES.compress} each | \`goCreditMode\` (on by default for HTML), \`compress\`, \`factur_x\`, \`embed_files\`, an attachment, a QR code's logo |\n`,
  on(
    'docs/reference/api.md',
  )`(${inCredits(price({ kind: 'transform', goCreditMode: true }))}; ${base.transform} without)`,
  on(
    finishing,
  )`the options of this page. ${inCredits(base.finish)}, +${inCredits(PRICES.appendedFile)} for each file after the first; options cost`,
  on(finishing)`changes nothing. ${inCredits(base.inspect)}; it counts`,
  on(finishing)`(Factur-X 1.09, ZUGFeRD 2.5), +${inCredits(PRICES.factur_x)}.`,
  on(finishing)`\n+${inCredits(PRICES.compress)}. Photographs`,
  on(finishing)`PDFs that are appended in order, +${inCredits(PRICES.appendedFile)} each.`,
  on(finishing)`files inside the file, +${inCredits(PRICES.embed_files)} whatever their number.`,
  on(finishing)`every current reader opens. Not on the ${withoutPassword} plan.`,
  on('docs/guide/passwords.md')`It is not on the ${withoutPassword} plan.`,
  on('docs/reference/errors.md')`such as \`password\` on the ${withoutPassword} plan.`,
  on(
    'docs/guide/attachments.md',
  )`\n| credits | +${PRICES.appendedFile} for each file | +${PRICES.embed_files} in all |\n`,
  on('docs/guide/factur-x.md')`before it renders anything. It costs ${inCredits(PRICES.factur_x)}.`,
  on('docs/guide/factur-x.md')`It returns a report for ${inCredits(base.invoice_check)} and renders nothing`,
  on('studio/home/index.html')`A document is ${inCredits(base.generate)}.`,
]

const limits = [
  on(finishing)`Files may have ${MAX_FILE} each and ${MAX_FILES} together, and ${FILES_TIME} to arrive.`,
  on(
    'docs/guide/attachments.md',
  )`Files have ${MAX_FILE} each and ${MAX_FILES} together, and ${FILES_TIME} to arrive.`,
  on(finishing)`and more than ${inBytes(MAX_STREAM_BYTES)} of packed objects.`,
  on(
    security,
  )`of a document, ${WEBHOOK_TIMEOUT_MS / 1000} s for a webhook, ${UPLOAD_TIMEOUT_MS / 1000} s for an upload.`,
  on('docs/decisions/answers.md')`Any 2xx within ${WEBHOOK_TIMEOUT_MS / 1000} s is success; redirects`,
  on('docs/guide/webhooks.md')`Answer 204 within ${inSeconds(WEBHOOK_TIMEOUT_MS)}, and do`,
  on(
    'docs/guide/webhooks.md',
  )`stay there for ${constantOf('webhooks/event-deliveries.ts', 'KEPT_MS') / 86_400_000} days.`,
  on('docs/guide/async.md')`Return any 2xx within ${inSeconds(WEBHOOK_TIMEOUT_MS)}, and do`,
  on('docs/guide/async.md')`is retried after ${waits(WEBHOOKS.waitsMs)}, each up to a fifth longer`,
  on('docs/guide/async.md')`it is sent again, after ${waits(UPLOADS.waitsMs)} (`,
  on(
    'docs/guide/async.md',
  )`on its own line, up to ${count(constantOf('tasks/record.ts', 'MAX_MESSAGE_BYTES'))} characters.`,
  on(
    'docs/guide/async.md',
  )`values of up to ${constantOf('routes/tasks.ts', 'MAX_VALUE')} characters are found`,
  on('docs/guide/retries.md')`for one path, and kept for ${inHours(KEPT_MS)}.`,
  on('docs/reference/errors.md')`another request within the last ${inHours(KEPT_MS)}.`,
  on(accounts)`\n| after ${inHours(KEPT_MS)}, or with another account`,
  on(accounts)`of the last ${constantOf('queue/sweep.ts', 'CHARGED_MS')} days, a row`,
  on(
    accounts,
  )`more than ${count(constantOf('accounts/storage/closed-ledger.ts', 'MAX_OPEN_LINES'))} open entries closes them after ${inHours(constantOf('accounts/storage/closed-ledger.ts', 'KEEP_MS'))}.`,
  on(accounts)`waits up to ${constantOf('render/render.ts', 'MAX_WAIT_MS') / 1000} s and is then a 503`,
  on('docs/reference/errors.md')`The body has more than ${inBytes(MAX_BODY.document)}, or`,
  on('docs/reference/errors.md')`longer than \`timeout\` (${timeout} s by default, ${maxTimeout} at most).`,
  on(
    'docs/guide/templates.md',
  )`Limits: ${inBytes(MAX_TEMPLATE_LENGTH)} each for \`page\`, \`style\` and \`sample\`, ${inBytes(constantOf('templates/storage-limit.ts', 'MAX_SOURCE_BYTES'))} of JSON`,
  on(
    'docs/guide/templates.md',
  )`for each rendering ${count(RENDER_LIMITS.steps)} steps (about one a tag, an output or four characters of Liquid evaluated; ${count(constantOf('templates/limits.ts', 'MAX_FILTER_STEPS'))} in one call of a filter), ${count(RENDER_LIMITS.memory)} characters and elements of memory, ${count(RENDER_LIMITS.output)} characters of HTML.`,
  on(
    'docs/guide/templates.md',
  )`The latest versions are kept (${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(planNames.map((name) => String(plans[name].storage.templateVersions)))} by plan)`,
  on(
    'docs/guide/pages.md',
  )`A page has at most ${inBytes(constantOf('jobs/load-page.ts', 'maxBytes'))}, and ${inSeconds(constantOf('jobs/load-page.ts', 'timeoutMs'))} and ${constantOf('jobs/load-page.ts', 'redirects')} redirects to come.`,
  on(
    'docs/guide/pages.md',
  )`A PNG has at most ${MAX_PNG_PIXELS / 1e6} megapixels, a JPEG or WebP ${MAX_PIXELS / 1e6}:`,
  on(
    'docs/reference/api.md',
  )`A picture has at most ${MAX_PIXELS / 1e6} megapixels (A4 at 200 dpi), a PNG ${MAX_PNG_PIXELS / 1e6}, and all together have at most ${MAX_PICTURES_MB} MB.`,
  on(
    'docs/guide/qr-codes.md',
  )`Logos have at most ${MAX_LOGO_PIXELS / 1e6} megapixels and ${count(MAX_SIDE)} pixels a side.`,
  on(
    'docs/guide/qr-codes.md',
  )`have at most ${inBytes(constantOf('qr/png-read.ts', 'MAX_RAW_BYTES'))} unpacked`,
  on(
    'docs/guide/qr-codes.md',
  )`not the image, for at most ${Math.max(...planNames.map((name) => plans[name].retentionDays))} days.`,
  on(
    'docs/guide/fonts-images.md',
  )`of at most ${inBytes(MAX_BODY.asset)}, images of at most ${MAX_LOGO_PIXELS / 1e6} megapixels.`,
  on(
    'docs/guide/markdown.md',
  )`A formula has at most ${count(constantOf('markdown/formulas.ts', 'MAX_FORMULA'))} characters, all together ${count(constantOf('markdown/formulas.ts', 'MAX_TOTAL'))};`,
  on(
    'docs/guide/markdown.md',
  )`at most ${constantOf('in-page/diagrams.ts', 'MAX_DIAGRAMS')} of ${count(constantOf('in-page/diagrams.ts', 'MAX_SOURCE'))} characters and ${constantOf('in-page/diagrams.ts', 'MAX_EDGES')} edges.`,
  on(
    'docs/guide/markdown.md',
  )`A text has at most ${count(MAX_MARKDOWN)} characters and ${count(constantOf('markdown/markdown-options.ts', 'MAX_LINES'))} lines.`,
  on(
    'docs/guide/print-optimisation.md',
  )`the first findings (${inBytes(constantOf('optimize/summary.ts', 'MAX_FINDINGS_BYTES'))} of them`,
  on(
    'docs/guide/print-optimisation.md',
  )`This ends after ${inSeconds(constantOf('in-page/grid-time.ts', 'MAX_MS'))} or ${count(constantOf('in-page/grid-cells.ts', 'MAX_CELLS'))} cells, and at most ${constantOf('in-page/grid-cells.ts', 'MAX_GRIDS')} grids are looked at.`,
  on(
    'docs/reference/api.md',
  )`have what they asked for (${constantOf('browser/readiness.ts', 'MAX_WAIT_MS') / 1000} s at most`,
  on('docs/reference/api.md')`\`timeout\` is ${constantOf('jobs/run-preview.ts', 'MAX_TIMEOUT')} s at most.`,
  on(
    accounts,
  )`All test keys of an account together have ${TEST_QUOTAS.synchronousRenders} synchronous renders at once, ${TEST_QUOTAS.outstandingTasks} queued tasks that have not ended, and ${TEST_QUOTAS.documentsPerDay} documents and codes a day,`,
  on(accounts)`\n| free | ${strike('MAX_WASTE_MS')} s of wasted browser time,`,
  on(accounts)`the separate browser busy, too | ${strike('MAX_WASTE_MS')} s more: a strike |`,
  on(
    accounts,
  )`printed one at a time, within ${constantOf('accounts/strikes.ts', 'RESTRICTED_TIMEOUT_SECONDS')} s each,`,
  on(
    accounts,
  )`one document of the longest \`timeout\` (${maxTimeout} s), or two of the usual one (${timeout} s), cost nothing.`,
]

const moreLimits = [
  on(
    finishing,
  )`They may have ${count(constantOf('pdf/arrange/split.ts', 'MAX_ALL_PAGES'))} pages and ${MAX_ALL_MB} MB in all:`,
  on(accounts)`forgiven evenly over ${minutes('accounts/strikes.ts', 'FORGET_WASTE_MS')} minutes.`,
  on(accounts)`| for ${minutes('accounts/strikes.ts', 'FIRST_RESTRICTION_MS')} minutes, documents of`,
  on(accounts)`none is printed for ${strike('PAUSE_MS')} seconds.`,
  on(accounts)`within ${constantOf('jobs/pool-printer.ts', 'FORGIVEN_MS') / 1000} s wasted no browser time.`,
  on(accounts)`up to a hundred, or for ${GATHER_MS.ended / 60_000} minutes, those of`,
  on(accounts)`may be ${GATHER_MS.ended / 60_000} minutes behind.`,
  on('docs/guide/async.md')`Poll every ${POLL_SECONDS} seconds (as`,
  on('docs/guide/any-language.md')`A document takes up to ${maxTimeout} seconds:`,
  on('docs/move/wkhtmltopdf.md')`\`options.timeout\`, up to ${maxTimeout} s |`,
  on('docs/guide/print-optimisation.md')`The header is one line of at most ${inBytes(MAX_HEADER)};`,
  on('docs/guide/print-optimisation.md')`It has at most ${inSeconds(MODEL_TIME_MS)};`,
  on(
    finishing,
  )`JPEGs of more than ${imageRows('MAX_AT_ONCE')} megapixels are read in bands, whatever their size. Left unchanged are progressive JPEGs of more than ${imageRows('MAX_OTHERS_AT_ONCE')} megapixels and JPEGs in CMYK; other images of more than ${inBytes(MAX_STREAM_BYTES)} of samples; what is larger than A3 at 150 dpi (${constantOf('pdf/compress/reencode-image.ts', 'MAX_PIXELS') / 1e6} megapixels)`,
  on(
    finishing,
  )`without a PDF header in their first ${inBytes(constantOf('pdf/import/guard.ts', 'HEADER_WITHIN'))}, without`,
  on(finishing)`a text of more than ${inBytes(constantOf('pdf/import/parse-budget.ts', 'scalar'))},`,
]

/** Every sentence of the docs, of README and of the page at `/` that has a price or a limit. */
export const SENTENCES: readonly Sentence[] = [...planTable, ...prices, ...limits, ...moreLimits]
