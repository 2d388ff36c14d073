import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Plan, planNames, plans } from '../../src/accounts/plans'
import { PRICES, price } from '../../src/accounts/pricing'

const docs = path.join(import.meta.dirname, '../../docs')
const page = (name: string) => fs.readFileSync(path.join(docs, name), 'utf8')

/** A row of a table: what it is about, and a cell for each plan. */
function planRow(about: string, cell: (plan: Plan) => string): string {
  return `| ${[about, ...planNames.map((name) => cell(plans[name]))].join(' | ')} |`
}

const count = (value: number) => value.toLocaleString('en-US')
const credits = (amount: number) => `${amount} ${amount === 1 ? 'credit' : 'credits'}`

describe('the docs have the plans of the table in the code', () => {
  it.each([
    `| | ${planNames.join(' | ')} |`,
    planRow('POST requests a minute', (plan) => count(plan.postsPerMinute)),
    planRow('GET requests a minute', (plan) => count(plan.getsPerMinute)),
    planRow('synchronous renders at once', (plan) => count(plan.synchronousRenders)),
    planRow('queued tasks that have not ended', (plan) => count(plan.outstandingTasks)),
    planRow('live tasks a day without a charge', (plan) => count(plan.unchargedTasksPerDay)),
    planRow('entries in a batch', (plan) => count(plan.entriesPerBatch)),
    planRow('`options.password`', (plan) => (plan.password ? 'yes' : 'no')),
    planRow('files are kept, days', (plan) => count(plan.retentionDays)),
    planRow(
      'templates, and latest versions of each',
      ({ storage }) => `${count(storage.templates)}, ${count(storage.templateVersions)}`,
    ),
    planRow('endpoints', ({ storage }) => count(storage.endpoints)),
    planRow(
      'bytes of all templates, versions and endpoints',
      ({ storage }) => `${storage.storedBytes / 1_000_000} MB`,
    ),
  ])('reference/accounts.md: %s', (row) => {
    expect(page('reference/accounts.md').split('\n')).toContain(row)
  })

  it('answers.md says the limits of each plan in a sentence', () => {
    const each = (limitOf: (plan: Plan) => number | string) =>
      planNames.map((name) => limitOf(plans[name])).join('/')
    const text = page('decisions/answers.md')
    expect(text).toContain(`Plans ${planNames.join(', ')} (`)
    expect(text).toContain(`entries per batch ${each((plan) => plan.entriesPerBatch)}`)
    expect(text).toContain(`password ${each((plan) => (plan.password ? 'yes' : 'no'))}`)
    expect(text).toContain(`POSTs a minute ${each((plan) => plan.postsPerMinute)}`)
    expect(text).toContain(`synchronous renders at once ${each((plan) => plan.synchronousRenders)}`)
    expect(text).toContain(`retention ${each((plan) => plan.retentionDays)} days`)
  })
})

describe('the docs have the prices of the table in the code', () => {
  const { base, goCreditMode } = PRICES
  const transform = price({ kind: 'transform', goCreditMode: true })

  it('has one price for what the docs say in one row', () => {
    expect([base.studio, base.qrcode]).toEqual([base.generate, base.generate])
    expect([goCreditMode.studio, goCreditMode.transform]).toEqual([
      goCreditMode.generate,
      goCreditMode.generate,
    ])
    expect(PRICES.factur_x).toBe(PRICES.compress)
    expect(PRICES.logo).toBe(PRICES.compress)
  })

  it.each([
    `| \`generate\`, a Studio endpoint, \`qrcode\` | ${base.generate} |`,
    `| \`transform\` | ${base.transform}, and ${goCreditMode.transform} for \`goCreditMode\`, its default |`,
    `| \`goCreditMode\` | +${goCreditMode.generate}; on \`generate\` with \`embed_files\` or \`attachments\` +${PRICES.goCreditModeWithFilesOnGenerate} |`,
    `| \`compress\` | +${PRICES.compress} |`,
    `| \`factur_x\` | +${PRICES.factur_x} |`,
    `| \`embed_files\` | +${PRICES.embed_files} in total |`,
    `| \`attachments\` | +${PRICES.attachment} per file |`,
    `| logo of a QR code | +${PRICES.logo} |`,
    `| \`invoice/check\` | ${base.invoice_check} |`,
  ])('reference/accounts.md: %s', (row) => {
    expect(page('reference/accounts.md').split('\n')).toContain(row)
  })

  it.each([
    `| transform with goCreditMode true (default) | ${credits(transform)} |`,
    `| transform with goCreditMode false | ${credits(base.transform)} |`,
    `| goCreditMode on generate | +${credits(goCreditMode.generate)}; +${PRICES.goCreditModeWithFilesOnGenerate} with an attached file |`,
    `| goCreditMode override on a Studio endpoint | +${credits(goCreditMode.studio)} |`,
    `| compress | +${credits(PRICES.compress)} |`,
    `| factur_x | +${credits(PRICES.factur_x)} |`,
    `| embed_files | +${credits(PRICES.embed_files)} flat |`,
    `| attachments | +${credits(PRICES.attachment)} per file |`,
    `| QR logo | +${credits(PRICES.logo)} |`,
  ])('the contract: %s', (row) => {
    expect(page('decisions/contract.md').split('\n')).toContain(row)
  })

  it.each([
    ['reference/api.md', `(${credits(transform)}; ${base.transform} without)`],
    ['guide/finishing.md', `(Factur-X 1.09, ZUGFeRD 2.5), +${credits(PRICES.factur_x)}.`],
    ['guide/finishing.md', `\n+${credits(PRICES.compress)}. Photographs`],
    ['guide/finishing.md', `PDFs that are appended in order, +${credits(PRICES.attachment)} each.`],
    ['guide/finishing.md', `files inside the file, +${credits(PRICES.embed_files)} whatever their number.`],
    ['decisions/answers.md', `| generate, studio, qrcode, base | ${base.generate} |`],
    ['decisions/answers.md', `| transform, base | ${base.transform} (so ${transform} with`],
    ['decisions/answers.md', `| \`compress\`, \`factur_x\`, QR logo | +${PRICES.compress} each |`],
    ['decisions/answers.md', `| \`embed_files\` | +${PRICES.embed_files} in total |`],
    ['decisions/answers.md', `| \`attachments\` | +${PRICES.attachment} per file |`],
  ])('%s says "%s"', (name, text) => {
    expect(page(name)).toContain(text)
  })
})
