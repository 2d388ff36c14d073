/**
 * The commands of README.md, docs/ and the clients' pages, each as it is written, in one shell whose `URL` and `KEY`
 * `npm start` printed.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blocksOf, LEFT_OUT, NOT_RUN, PAGES, ROOT, textOf } from '../support/documented'
import { shellIn } from '../support/documented-shell'
import { everyThirdOf } from '../support/runs'

const site = path.join(ROOT, 'studio/dist/docs')

const blocks = PAGES.flatMap(blocksOf).filter(({ language }) => language === 'sh')
/** Whole programs, which use the TypeScript client. */
const programs = PAGES.flatMap(blocksOf).filter(
  ({ page, language, text }) =>
    page.startsWith('docs/') &&
    language === 'ts' &&
    text.startsWith("import { Platen } from 'platen-client'"),
)
const skipped = Object.keys(NOT_RUN)
const run = blocks
  .filter(({ text }) => !skipped.some((start) => text.startsWith(start)))
  .map((block) => ({ ...block, text: withoutLeftOut(block.text) }))

const service = inject('service')
let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-docs-'))
  // An answer of 400 or more ends a command with an error.
  fs.writeFileSync(path.join(folder, '.curlrc'), 'fail-with-body\n')
  // What the page of the command line prints.
  fs.mkdirSync(path.join(folder, 'bin'))
  const report = '#!/bin/sh\necho "<!doctype html><html lang=en><title>Report</title><h1>Report</h1>"\n'
  fs.writeFileSync(path.join(folder, 'bin/generate-report'), report, { mode: 0o755 })
  const invoice = '{"number":"1","buyer":"Acme","lines":[{"name":"Design","quantity":1,"net_price":10}]}'
  const files = {
    'page.html': '<!doctype html><html lang="en"><title>Page</title><h1>Page</h1>',
    'notes.md': '# Notes',
    'invoice.json': invoice,
    'seller.json': '{"seller":"Acme GmbH","lines":[{"name":"Design","quantity":1,"net_price":10}]}',
    'customers.csv': 'number,buyer.name\n1,Client\n2,Other\n',
  }
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  // Files that a reader has.
  const made = shell(
    `curl -sS $URL/v1/transform -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"html":"<h1>Mine</h1>"}' -o offer.pdf`,
  )
  expect(made.status, made.output).toBe(0)
  for (const name of ['terms.pdf', 'report.pdf'])
    fs.copyFileSync(path.join(folder, 'offer.pdf'), path.join(folder, name))
})
afterAll(() => {
  if (folder) fs.rmSync(folder, { recursive: true })
})

/** Pages that a newcomer reads first; of the others a third is run here, and all where all is tried. */
const FIRST_PAGES = ['README.md', 'clients/cli/README.md', 'docs/guide/first-invoice.md']
const otherPages = new Set(run.map(({ page }) => page).filter((page) => !FIRST_PAGES.includes(page)))
const triedPages = new Set([...FIRST_PAGES, ...everyThirdOf([...otherPages])])
const tried = run.filter(({ page }) => triedPages.has(page))

describe('a documented command', () => {
  it.each(
    tried.map((block) => [`${block.page}: ${block.text.split('\n')[0]?.slice(0, 70)}`, block] as const),
  )('%s', (_, { text, shown }) => {
    const { status, output } = shell(text)
    expect(status, output).toBe(0)
    for (const [, file = ''] of text.matchAll(/-o ([\w-]+\.pdf)/g))
      expect(fs.readFileSync(path.join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-')
    if (shown) expect(comparable(output)).toContain(comparable(shown))
  })

  it.each(programs.map((program) => [program.page, program] as const))(
    'in TypeScript runs too: %s',
    (_, { text }) => {
      // With the package that docs/guide/first-invoice.md has installed.
      fs.writeFileSync(path.join(folder, 'invoice.mts'), text)
      const { status, output } = shell('node invoice.mts')
      expect(status, output).toBe(0)
    },
  )

  it.each([
    'platen pdf page.html -o out.pdf --paper A4 --set margin_top=20mm',
    'openssl rand -base64 32',
    "jq -Rs '{html: .}' page.html",
  ])('in a sentence runs too: %s', (command) => {
    const { status, output } = shell(command)
    expect(status, output).toBe(0)
  })

  it('is run, unless it is listed with the reason', () => {
    expect(run.length).toBeGreaterThanOrEqual(8)
    for (const start of skipped) expect(blocks.filter(({ text }) => text.startsWith(start))).toHaveLength(1)
  })

  it('takes URL and KEY from the line that npm start prints, as README.md says', () => {
    for (const page of new Set(run.map((block) => block.page))) {
      const text = textOf(page)
      expect(text, page).not.toMatch(/plt_live_…'|127\.0\.0\.1:8787\/v1/)
      if (page !== 'README.md') expect(text, page).toContain('README.md#try-it')
    }
  })
})

describe('the integrations', () => {
  const guide = (name: string) => textOf(`docs/guide/${name}`)
  const send = async (body: string) =>
    await fetch(`${service.origin}/v1/generate`, {
      method: 'POST',
      headers: {
        'X-API-Key': demoKey(),
        'Content-Type': 'application/json',
      },
      body,
    })

  it('for n8n, Make and Zapier send what the service takes', async () => {
    const n8n = JSON.parse(guide('integrations/n8n.json')).nodes[2].parameters
    const make = JSON.parse(guide('integrations/make.json')).flow[0].mapper
    const zapier = /```json\n(.*?)\n```/s.exec(guide('integrations.md'))?.[1] ?? ''
    for (const { url } of [n8n, make]) expect(url).toBe('https://platen.example.com/v1/generate')
    const filled = n8nValue(n8n.jsonBody, { number: 7, customer: 'The "Client"', amount: 860 })
    for (const body of [filled, make.data]) {
      const response = await send(body)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    }
    expect(await (await send(zapier)).json()).toHaveProperty('url')
  })

  it('for GitHub Actions prints, or ends with the reason', () => {
    const [, script = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(guide('integrations/github-actions.yml')) ?? []
    const step = (key: string) =>
      shell(
        `printf '<!doctype html><h1>Handbook</h1>' > handbook.html; PLATEN_URL=$URL PLATEN_KEY=${key} GITHUB_SHA=1\n${script}`,
      )
    const { status, output } = step('$KEY')
    expect(status, output).toBe(0)
    expect(fs.readFileSync(path.join(folder, 'handbook.pdf'), 'latin1')).toMatch(/^%PDF-/)
    const refused = step('plt_live_wrong')
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('"code":"unauthorized"')])
  })

  it('of the collection for Postman are every operation, and run', async () => {
    const collection = JSON.parse(fs.readFileSync(path.join(site, 'platen.postman_collection.json'), 'utf8'))
    const requests = collection.item.flatMap(({ item }: { item: { request: Request }[] }) => item)
    const api = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const operations = Object.values(api.paths).flatMap((methods) => Object.keys(methods))
    expect(requests).toHaveLength(operations.length)
    // A part of an address is a value, or an id that is asked for and that a response has set.
    const ids = collection.variable.map(({ key }: { key: string }) => `{{${key}}}`)
    for (const { request } of requests)
      for (const { value } of request.url.variable)
        expect(value.startsWith('{{') ? ids : [value]).toContain(value)
    for (const { request } of requests.slice(0, 2)) {
      const key = demoKey()
      const headers = request.header.map((one: { key: string; value: string }) => [
        one.key,
        one.value.replace('{{key}}', key),
      ])
      const response = await fetch(request.url.raw.replace('{{url}}', service.origin), {
        method: request.method,
        headers,
        body: request.body.raw,
      })
      expect(response.status).toBe(200)
    }
  })
})

describe('the documentation', () => {
  it('is served as pages and as Markdown, under a policy that lets nothing of others in', async () => {
    const [page, markdown, bare] = await Promise.all(
      ['/docs/guide/templates/', '/docs/guide/templates.md', '/docs'].map((name) =>
        fetch(service.origin + name),
      ),
    )
    expect(await page?.text()).toContain('<h1 id="templates-and-studio-endpoints">')
    expect(page?.headers.get('Content-Security-Policy')).toContain("default-src 'none'; script-src 'self'")
    expect(page?.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(markdown?.headers.get('Content-Type')).toContain('text/markdown')
    expect(bare?.url).toBe(`${service.origin}/docs/`)
  })

  it('has the page that the type of a problem leads a browser to', async () => {
    const refused = await fetch(`${service.origin}/v1/credits`)
    const { type } = (await refused.json()) as { type: string }
    const page = await fetch(service.origin + type, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(page.url).toBe(`${service.origin}/docs/errors/unauthorized/`)
    expect(page.status).toBe(200)
    const json = await fetch(service.origin + type)
    expect(await json.json()).toMatchObject({ code: 'unauthorized', status: 401 })
  })
})

/** What n8n makes of a field: an expression between braces is JavaScript, and `$json` the item. */
function n8nValue(field: string, item: object): string {
  const [, expression = ''] = /^=\{\{(.*)\}\}$/s.exec(field) ?? []
  return new Function('$json', `return ${expression}`)(item)
}

function demoKey(): string {
  return / KEY=(\S+)/.exec(service.output)?.[1] ?? ''
}

const shell = (commands: string) => shellIn(folder, commands)

function withoutLeftOut(text: string): string {
  const starts = Object.keys(LEFT_OUT)
  return text
    .split('\n')
    .filter((line) => !starts.some((start) => line.startsWith(start)))
    .join('\n')
}

/** What a command prints, but for the case of headers and for figures that depend on a machine's fonts. */
function comparable(output: string): string {
  return output
    .toLowerCase()
    .replaceAll('\r', '')
    .replace(/(score|pages)=\d+>\d+/g, '$1')
}
