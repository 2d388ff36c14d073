import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { limitByPlan, type Plan, planNames, plans, plansThat, TEST_QUOTAS } from '../../src/accounts/plans'
import { PRICES, price } from '../../src/accounts/pricing'
import { qrOptions } from '../../src/qr/qr-options'

const docs = path.join(import.meta.dirname, '../../docs')
const page = (name: string) => fs.readFileSync(path.join(docs, name), 'utf8')

/** A row of a table: what it is about, and a cell for each plan. */
function planRow(about: string, cell: (plan: Plan) => string): string {
  return `| ${[about, ...planNames.map((name) => cell(plans[name]))].join(' | ')} |`
}

const count = (value: number) => value.toLocaleString('en-US')
/** Tasks a day that leave rows and are not charged, those of test keys included. */
const uncharged = (plan: Plan) => plan.unchargedTasksPerDay + TEST_QUOTAS.documentsPerDay
/** `6.5 GB`, `76 MB`, `0.2 MB`. */
function bytes(value: number): string {
  const [amount, unit] = value >= 1e9 ? [value / 1e9, 'GB'] : [value / 1e6, 'MB']
  return `${amount >= 10 ? Math.round(amount) : Number(amount.toFixed(1))} ${unit}`
}
const credits = (amount: number) => `${amount} ${amount === 1 ? 'credit' : 'credits'}`

describe('the docs have the plans of the table in the code', () => {
  it.each([
    `| | ${planNames.join(' | ')} |`,
    planRow('POST requests a minute', (plan) => count(plan.postsPerMinute)),
    planRow('GET requests a minute', (plan) => count(plan.getsPerMinute)),
    planRow('previews a minute', ({ previews }) => count(previews.perMinute)),
    planRow('previews at once, and a day', ({ previews }) => `${previews.atOnce}, ${count(previews.perDay)}`),
    planRow('synchronous renders at once', (plan) => count(plan.synchronousRenders)),
    planRow('queued tasks that have not ended', (plan) => count(plan.outstandingTasks)),
    planRow('live tasks a day without a charge', (plan) => count(plan.unchargedTasksPerDay)),
    planRow('entries in a batch', (plan) => count(plan.entriesPerBatch)),
    planRow('`options.password`', (plan) => (plan.password ? 'yes' : 'no')),
    planRow('keys that work at once', (plan) => count(plan.keys)),
    planRow('files are kept, days', (plan) => count(plan.retentionDays)),
    planRow(
      'templates, and latest versions of each',
      ({ storage }) => `${count(storage.templates)}, ${count(storage.templateVersions)}`,
    ),
    planRow('endpoints', ({ storage }) => count(storage.endpoints)),
    planRow('assets', ({ storage }) => count(storage.assets)),
    planRow(
      'bytes of all templates, versions, drafts, endpoints and assets',
      ({ storage }) => `${storage.storedBytes / 1_000_000} MB`,
    ),
  ])('reference/accounts.md: %s', (row) => {
    expect(page('reference/accounts.md').split('\n')).toContain(row)
  })

  it.each([
    `| | ${planNames.join(' | ')} |`,
    planRow('_u_, live tasks a day without a charge', (plan) => count(plan.unchargedTasksPerDay)),
    planRow('days of retention', (plan) => count(plan.retentionDays)),
    planRow('rows with contents', (plan) => {
      const rows = uncharged(plan) * (plan.retentionDays + 1) + plan.outstandingTasks
      return `${count(rows)}: ${bytes(rows * 50_000)}`
    }),
    planRow('tombstones', (plan) => {
      const rows = uncharged(plan) * (30 + 1) + plan.outstandingTasks
      return `${count(rows)}: ${bytes(rows * 1_000)}`
    }),
    planRow('lines of the ledger a day', ({ unchargedTasksPerDay: lines }) => {
      return `${count(lines)}: ${bytes(lines * 200)}`
    }),
    planRow('queued tasks at once', (plan) => count(plan.outstandingTasks)),
  ])('operate/security.md: %s', (row) => {
    expect(page('operate/security.md').split('\n')).toContain(row)
  })

  it('the contract and templates.md say them in sentences', () => {
    const { Free, Pro, Max } = plans
    expect([Pro.entriesPerBatch, Pro.password, Free.password]).toEqual([Max.entriesPerBatch, true, false])
    expect(page('decisions/contract.md')).toContain(
      `Maximum ${Free.entriesPerBatch} on the Free plan, ${Pro.entriesPerBatch} on Pro and Max.`,
    )
    expect(page('decisions/contract.md')).toContain(
      `free on paid plans; rejected with HTTP 403 on the ${plansThat((plan) => !plan.password)} plan`,
    )
    const versions = planNames.map((name) => String(plans[name].storage.templateVersions))
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(versions)
    expect(page('guide/templates.md')).toContain(`The latest versions are kept (${list} by plan)`)
  })

  it('a limit that several plans share names each of them', () => {
    expect(limitByPlan(() => 7)).toBe('7 on Free, Pro and Max')
    expect(limitByPlan(({ entriesPerBatch }) => entriesPerBatch)).toBe('3 on Free, 10 on Pro and Max')
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
    expect(base.inspect).toBe(base.invoice_check)
  })

  it.each([
    `| \`generate\`, a Studio endpoint, \`qrcode\` | ${base.generate} |`,
    `| \`transform\` | ${base.transform}, and ${goCreditMode.transform} for \`goCreditMode\`, its default |`,
    `| \`goCreditMode\` | +${goCreditMode.generate}; on \`generate\` with \`embed_files\` or \`attachments\` +${PRICES.goCreditModeWithFilesOnGenerate} |`,
    `| \`compress\` | +${PRICES.compress} |`,
    `| \`factur_x\` | +${PRICES.factur_x} |`,
    `| \`embed_files\` | +${PRICES.embed_files} in total |`,
    `| \`attachments\` | +${PRICES.appendedFile} per file |`,
    `| logo of a QR code | +${PRICES.logo} |`,
    `| \`invoice/check\`, \`inspect\` | ${base.invoice_check} |`,
    `| \`finish\` | ${base.finish}, and +${PRICES.appendedFile} for each file after the first |`,
  ])('reference/accounts.md: %s', (row) => {
    expect(page('reference/accounts.md').split('\n')).toContain(row)
  })

  it('README.md', () => {
    const readme = page('../README.md').split('\n')
    const { transform, generate, qrcode, inspect, finish } = base
    for (const each of [generate, qrcode, inspect, finish]) expect(each).toBe(transform)
    expect(readme).toContain(
      `| ${transform} | a PDF from HTML or a template, a QR code, an inspection, finishing a file |`,
    )
    const { compress, factur_x, embed_files, appendedFile, logo } = PRICES
    for (const each of [goCreditMode.generate, factur_x, embed_files, appendedFile, logo])
      expect(each).toBe(compress)
    expect(readme).toContain(
      `| +${compress} each | \`goCreditMode\` (on by default for HTML), \`compress\`, \`factur_x\`, \`embed_files\`, an attachment, a QR code's logo |`,
    )
  })

  it('the guide and the reference have the same table of prices', () => {
    const table = (name: string) => /\| \| credits \|\n(?:\|.*\n)+/.exec(page(name))?.[0]
    expect(table('guide/credits.md')).toBeDefined()
    expect(table('guide/credits.md')).toBe(table('reference/accounts.md'))
  })

  it.each([
    `| transform with goCreditMode true (default) | ${credits(transform)} |`,
    `| transform with goCreditMode false | ${credits(base.transform)} |`,
    `| goCreditMode on generate | +${credits(goCreditMode.generate)}; +${PRICES.goCreditModeWithFilesOnGenerate} with an attached file |`,
    `| goCreditMode override on a Studio endpoint | +${credits(goCreditMode.studio)} |`,
    `| compress | +${credits(PRICES.compress)} |`,
    `| factur_x | +${credits(PRICES.factur_x)} |`,
    `| embed_files | +${credits(PRICES.embed_files)} flat |`,
    `| attachments | +${credits(PRICES.appendedFile)} per file |`,
    `| QR logo | +${credits(PRICES.logo)} |`,
    `| compress | boolean | PDF compression. | +${credits(PRICES.compress)} |`,
    `| factur_x | boolean | Forces PDF/A-3b and prepares an e-invoice (Factur-X) document. | +${credits(PRICES.factur_x)} |`,
    `| embed_files | string[] | URLs of files embedded as invisible attachments. | +${credits(PRICES.embed_files)} in total, flat, whatever the number of files |`,
    `| attachments | string[] | URLs of PDFs to merge into the result. | +${credits(PRICES.appendedFile)} per file |`,
    `| goCreditMode | boolean | no | AI optimisation. Default false. Costs +${credits(goCreditMode.generate)}; +${credits(PRICES.goCreditModeWithFilesOnGenerate)} when a file is attached. |`,
    `| goCreditMode | boolean | no | Default true on this endpoint. With true the call costs ${credits(transform)}; with false it costs ${credits(base.transform)}. |`,
    `| goCreditMode | boolean | no | Overrides the endpoint's own setting. +${credits(goCreditMode.studio)}. |`,
  ])('the contract: %s', (row) => {
    expect(page('decisions/contract.md').split('\n')).toContain(row)
  })

  it.each([
    ['reference/api.md', `(${credits(transform)}; ${base.transform} without)`],
    ['guide/finishing.md', `(Factur-X 1.09, ZUGFeRD 2.5), +${credits(PRICES.factur_x)}.`],
    ['guide/finishing.md', `\n+${credits(PRICES.compress)}. Photographs`],
    [
      'guide/finishing.md',
      `${credits(base.finish)}, +${credits(PRICES.appendedFile)} for each file after the first; options cost`,
    ],
    [
      'decisions/finishing-files.md',
      `*Price.* ${credits(base.finish)}, as for other work on one document without the browser; +${PRICES.appendedFile} for each file after the first`,
    ],
    ['guide/finishing.md', `PDFs that are appended in order, +${credits(PRICES.appendedFile)} each.`],
    ['guide/finishing.md', `files inside the file, +${credits(PRICES.embed_files)} whatever their number.`],
    ['decisions/answers.md', `| generate, studio, qrcode, base | ${base.generate} |`],
    ['decisions/answers.md', `| transform, base | ${base.transform} (so ${transform} with`],
    ['decisions/answers.md', `| \`compress\`, \`factur_x\`, QR logo | +${PRICES.compress} each |`],
    ['decisions/answers.md', `| \`embed_files\` | +${PRICES.embed_files} in total |`],
    ['decisions/answers.md', `| \`attachments\` | +${PRICES.appendedFile} per file |`],
  ])('%s says "%s"', (name, text) => {
    expect(page(name)).toContain(text)
  })
})

it('CONTRIBUTING.md names every room of src, and no page names a file that is not there', () => {
  const root = path.join(docs, '..')
  const contributing = page('../CONTRIBUTING.md')
  const rooms = fs.globSync('src/*/', { cwd: root })
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((room) => !contributing.includes(`\`${room}\``))).toEqual([])
  const pages = [
    'CONTRIBUTING.md',
    'README.md',
    ...fs.globSync('docs/{reference,operate,decisions}/*.md', { cwd: root }),
  ]
  const named = pages.flatMap((name) =>
    [...page(`../${name}`).matchAll(/`((?:src|test|scripts|migrations|studio)\/[\w./-]+\.\w+)`/g)].map(
      ([, file = '']) => `${name}: ${file}`,
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((each) => !fs.existsSync(path.join(root, each.split(': ')[1] ?? '')))).toEqual([])
})

it('README.md counts the templates, and the credits of the demo', () => {
  const readme = page('../README.md')
  const templates = fs.globSync('../templates/[a-z]*/*/manifest.json', { cwd: docs })
  expect([templates.length, readme.includes('**[Twenty-two templates]')]).toEqual([22, true])
  const [, given] = /name: 'Demo', plan: '\w+', credits: (\d+)/.exec(page('../scripts/start.mjs')) ?? []
  expect(readme).toContain(`a demo key with ${count(Number(given))} credits`)
})

it('README.md and the guide have every type of QR code', () => {
  const { type } = qrOptions.shape
  const types = type.unwrap().options
  const numbers = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
  expect(page('../README.md')).toContain(`of ${numbers[types.length - 7]} types`)
  for (const each of types) expect(page('guide/qr-codes.md')).toContain(`\`${each}\``)
})
