import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { limitByPlan, type Plan, planNames, plans, plansThat } from '../../src/accounts/plans'
import { inCredits, PRICES, price } from '../../src/accounts/pricing'
import { pdfOptions } from '../../src/document-options'
import { kinds } from '../../src/in-page/findings'
import { qrOptions } from '../../src/qr/qr-options'

const docs = path.join(import.meta.dirname, '../../docs')
const page = (name: string) => fs.readFileSync(path.join(docs, name), 'utf8')

describe('the docs have the plans of the table in the code', () => {
  it.each(['reference/accounts.md', 'operate/security.md'])('%s has a column for each', (name) => {
    expect(page(name).split('\n')).toContain(`| | ${planNames.join(' | ')} |`)
  })

  it('the contract says them in sentences', () => {
    const { Free, Pro, Max } = plans
    expect([Pro.entriesPerBatch, Pro.password, Free.password]).toEqual([Max.entriesPerBatch, true, false])
    expect(page('decisions/contract.md')).toContain(
      `Maximum ${Free.entriesPerBatch} on the Free plan, ${Pro.entriesPerBatch} on Pro and Max.`,
    )
    expect(page('decisions/contract.md')).toContain(
      `free on paid plans; rejected with HTTP 403 on the ${plansThat((plan) => !plan.password)} plan`,
    )
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

  it('README.md has one price for what it says in one row', () => {
    const { transform, generate, qrcode, inspect, finish } = base
    for (const each of [generate, qrcode, inspect, finish]) expect(each).toBe(transform)
    const { compress, factur_x, embed_files, appendedFile, logo } = PRICES
    for (const each of [goCreditMode.generate, factur_x, embed_files, appendedFile, logo])
      expect(each).toBe(compress)
  })

  it('the guide and the reference have the same table of prices', () => {
    const table = (name: string) => /\| \| credits \|\n(?:\|.*\n)+/.exec(page(name))?.[0]
    expect(table('guide/credits.md')).toBeDefined()
    expect(table('guide/credits.md')).toBe(table('reference/accounts.md'))
  })

  it.each([
    `| transform with goCreditMode true (default) | ${inCredits(transform)} |`,
    `| transform with goCreditMode false | ${inCredits(base.transform)} |`,
    `| goCreditMode on generate | +${inCredits(goCreditMode.generate)}; +${PRICES.goCreditModeWithFilesOnGenerate} with an attached file |`,
    `| goCreditMode override on a Studio endpoint | +${inCredits(goCreditMode.studio)} |`,
    `| compress | +${inCredits(PRICES.compress)} |`,
    `| factur_x | +${inCredits(PRICES.factur_x)} |`,
    `| embed_files | +${inCredits(PRICES.embed_files)} flat |`,
    `| attachments | +${inCredits(PRICES.appendedFile)} per file |`,
    `| QR logo | +${inCredits(PRICES.logo)} |`,
    `| compress | boolean | PDF compression. | +${inCredits(PRICES.compress)} |`,
    `| factur_x | boolean | Forces PDF/A-3b and prepares an e-invoice (Factur-X) document. | +${inCredits(PRICES.factur_x)} |`,
    `| embed_files | string[] | URLs of files embedded as invisible attachments. | +${inCredits(PRICES.embed_files)} in total, flat, whatever the number of files |`,
    `| attachments | string[] | URLs of PDFs to merge into the result. | +${inCredits(PRICES.appendedFile)} per file |`,
    `| goCreditMode | boolean | no | AI optimisation. Default false. Costs +${inCredits(goCreditMode.generate)}; +${inCredits(PRICES.goCreditModeWithFilesOnGenerate)} when a file is attached. |`,
    `| goCreditMode | boolean | no | Default true on this endpoint. With true the call costs ${inCredits(transform)}; with false it costs ${inCredits(base.transform)}. |`,
    `| goCreditMode | boolean | no | Overrides the endpoint's own setting. +${inCredits(goCreditMode.studio)}. |`,
  ])('the contract: %s', (row) => {
    expect(page('decisions/contract.md').split('\n')).toContain(row)
  })

  it.each([
    [
      'decisions/finishing-files.md',
      `*Price.* ${inCredits(base.finish)}, as for other work on one document without the browser; +${PRICES.appendedFile} for each file after the first`,
    ],
    ['decisions/answers.md', `| generate, studio, qrcode, base | ${base.generate} |`],
    ['decisions/answers.md', `| transform, base | ${base.transform} (so ${transform} with`],
    ['decisions/answers.md', `| \`compress\`, \`factur_x\`, QR logo | +${PRICES.compress} each |`],
    ['decisions/answers.md', `| \`embed_files\` | +${PRICES.embed_files} in total |`],
    ['decisions/answers.md', `| \`attachments\` | +${PRICES.appendedFile} per file |`],
  ])('%s says "%s"', (name, text) => {
    expect(page(name)).toContain(text)
  })
})

it('moving from wkhtmltopdf names every switch of its 0.12.6, as it is or by its opposite', () => {
  const switches = `collate copies cookie-jar dpi grayscale image-dpi image-quality lowquality orientation page-height
    page-size page-width no-pdf-compression quiet read-args-from-stdin title use-xserver log-level dump-default-toc-xsl
    dump-outline outline outline-depth allow background bypass-proxy-for cache-dir checkbox-checked-svg checkbox-svg cookie
    custom-header custom-header-propagation debug-javascript default-header encoding external-links forms images
    internal-links javascript javascript-delay keep-relative-links load-error-handling load-media-error-handling
    local-file-access minimum-font-size exclude-from-outline page-offset password plugins post post-file print-media-type
    proxy proxy-hostname-lookup radiobutton-checked-svg radiobutton-svg resolve-relative-links run-script smart-shrinking
    ssl-crt-path ssl-key-password ssl-key-path stop-slow-scripts toc-back-links user-style-sheet username viewport-size
    window-status zoom footer-html footer-spacing header-center header-font-name header-font-size header-html header-left
    header-line header-right header-spacing replace dotted-lines toc-header-text toc-level-indentation toc-links
    toc-text-size-shrink xsl-style-sheet`
  const text = page('move/wkhtmltopdf.md')
  const lacks = (name: string) => !new RegExp(`--(?:no-|disable-|enable-)?${name}[\\s\`]`).test(text)
  expect(switches.split(/\s+/).filter(lacks)).toEqual([])
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
  const home = page('../studio/home/index.html')
  const counted = [
    readme.includes('**[Twenty-two templates]'),
    home.includes('<dt>Twenty-two templates</dt>'),
  ]
  expect([templates.length, ...counted]).toEqual([22, true, true])
  const [, given] = /name: 'Demo', plan: '\w+', credits: (\d+)/.exec(page('../scripts/start.mjs')) ?? []
  expect(readme).toContain(`a demo key with ${Number(given).toLocaleString('en-US')} credits`)
})

it('README.md and the guide have every type of QR code', () => {
  const { type } = qrOptions.shape
  const types = type.unwrap().options
  const numbers = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
  const number = numbers[types.length - 7] ?? ''
  expect(page('../README.md')).toContain(`of ${number} types`)
  const said = `${number.slice(0, 1).toUpperCase()}${number.slice(1)} types`
  expect(page('../studio/home/index.html')).toContain(said)
  for (const each of types) expect(page('guide/qr-codes.md')).toContain(`\`${each}\``)
})

it('the guide has every kind of finding', () => {
  const guide = page('guide/print-optimisation.md')
  expect(Object.keys(kinds).filter((kind) => !guide.includes(`\`${kind}\``))).toEqual([])
})

it('the pages about moving name options that there are', () => {
  for (const file of fs.globSync('move/*.md', { cwd: docs })) {
    const named = [...page(file).matchAll(/`options\.(\w+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(pdfOptions.shape, name))).toEqual([])
  }
})
