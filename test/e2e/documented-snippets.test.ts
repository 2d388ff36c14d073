/** Every block of code in the documentation that is no command: what is sent is taken, and what is answered is answered. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'esbuild'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { blocksOf, PAGES, ROOT, textOf } from '../support/documented'

type Json = Record<string, unknown>

const service = inject('service')
const [, key = ''] = / KEY=(\S+)/.exec(service.output) ?? []
/** Those without a language are `text`; one behind commands is what they print, and theirs. */
const blocks = PAGES.filter((page) => !/^(?:README|CONTRIBUTING|SECURITY)/.test(page))
  .flatMap(blocksOf)
  .map((block) => ({ ...block, language: block.language || 'text' }))

/** Blocks that other suites run, or that are of another service, by language and page. */
const ELSEWHERE: Record<string, string> = {
  'sh docs/': 'documented-commands.test.ts',
  'sh clients/': 'documented-commands.test.ts',
  'python clients/python/README.md': 'oracles/python-client.test.ts',
  'bash docs/move/': 'how it was before the move',
  'js docs/move/': 'how it was before the move',
  'ts docs/guide/': 'documented-commands.test.ts',
  'ts docs/move/': 'documented-commands.test.ts',
  'ts docs/reference/api.md': 'oracles/clients.test.ts, with the generators',
  'yaml docs/reference/api.md': 'oracles/clients.test.ts, with the generators',
  'go docs/reference/api.md': 'oracles/clients.test.ts, with the generators',
  'php docs/guide/any-language.md': 'oracles/language-snippets.test.ts',
  'go docs/guide/any-language.md': 'oracles/language-snippets.test.ts',
  'java docs/guide/any-language.md': 'oracles/language-snippets.test.ts',
  'js docs/guide/webhooks.md': 'oracles/webhook-snippets.test.ts',
  'python docs/guide/webhooks.md': 'oracles/webhook-snippets.test.ts',
  'php docs/guide/webhooks.md': 'oracles/webhook-snippets.test.ts',
  'go docs/guide/webhooks.md': 'oracles/webhook-snippets.test.ts',
  'java docs/guide/webhooks.md': 'oracles/webhook-snippets.test.ts',
  'json docs/guide/integrations.md': 'documented-commands.test.ts',
  'ts clients/typescript/README.md': 'below, as one program',
}

/** What each other block is put to; several of one page in their order. */
const PROOFS: Record<string, ((text: string) => Promise<void> | void)[]> = {
  'json docs/guide/agents.md': [
    async (text) => {
      const { url, headers } = JSON.parse(text).mcpServers.platen
      expect(url).toBe('https://platen.example.com/mcp')
      const answer = await fetch(`${service.origin}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: headers.Authorization.replace('plt_live_…', key),
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
      expect(await answer.text()).toContain('render_html')
    },
    (text) => {
      const { command, args, env } = JSON.parse(text).mcpServers.platen
      expect([command, ...args]).toEqual(['platen', 'mcp'])
      expect(Object.keys(env)).toEqual(['PLATEN_URL', 'PLATEN_KEY'])
    },
  ],
  'json docs/guide/async.md': [
    async (text) => {
      const { task_id } = await call('POST', '/v1/transform', {
        ...{ html: '<p>', async_mode: true, metadata: { order: 17 } },
      })
      const read = () => call('GET', `/v1/status/${task_id}?wait=20`)
      await expect.poll(async () => (await read()).status, { timeout: 90_000 }).toBe('completed')
      const task = await read()
      const shown = JSON.parse(text) as Json
      expect(task).toMatchObject({ status: shown.status, kind: shown.kind, metadata: shown.metadata })
      expect(Object.keys(task)).toEqual(expect.arrayContaining(Object.keys(shown)))
    },
    async (text) => {
      const request = { ...JSON.parse(text), dry_run: true }
      expect(await call('POST', '/v1/transform', request)).toHaveProperty('price')
    },
  ],
  'json docs/guide/factur-x.md': [
    async (text) => {
      const invoice = JSON.parse(text)
      expect(await call('POST', '/v1/transform', { ...invoice, return_type: 'url' })).toHaveProperty('url')
    },
    async (text) => {
      const request = JSON.parse(first('docs/guide/factur-x.md'))
      request.options.invoice.totals = { gross: '1891.99' }
      expect(await call('POST', '/v1/transform', request)).toMatchObject(JSON.parse(text))
    },
    async (text) => {
      const { invoice } = JSON.parse(first('docs/guide/factur-x.md')).options
      invoice.buyer.address.country = 'FRANCE'
      expect(await call('POST', '/v1/invoice/check', { invoice })).toMatchObject(JSON.parse(text))
    },
  ],
  'json docs/guide/finishing.md': [
    async (text) => {
      const made = await send('POST', '/v1/transform', { html: '<p>' })
      const request = JSON.parse(text.replace('tsk_…', made.headers.get('X-Task-Id') ?? ''))
      expect(await call('POST', '/v1/finish', { ...request, dry_run: true })).toHaveProperty('price')
    },
  ],
  'json docs/guide/pages.md': Array(3).fill(async (text: string) => {
    const request = { ...JSON.parse(text), dry_run: true }
    expect(await call('POST', '/v1/transform', request)).toHaveProperty('price')
  }),
  'json docs/guide/templates.md': [
    async (text) => {
      expect(await call('PUT', '/v1/endpoints/documented', JSON.parse(text))).toHaveProperty('slug')
      await call('DELETE', '/v1/endpoints/documented')
    },
  ],
  'css docs/guide/contents-lists.md': Array(6).fill(async (text: string) => {
    const html =
      '<!doctype html><html lang="en"><title>T</title><p class="front">In front<nav><a href="#a">One</a></nav><h1 id="a">One</h1><p>Text<span class="note">The note.</span> goes on.<h2 class="appendix" title="A">Two</h2>'
    const made = await send('POST', '/v1/transform', { html, css: text, goCreditMode: false })
    expect([made.status, made.headers.get('X-Warnings')]).toEqual([200, null])
  }),
  'json docs/guide/webhooks.md': [
    async (text) => {
      const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Json
      const operations = Object.values(paths as Json).flatMap((methods) =>
        Object.values(methods as Json),
      ) as Json[]
      const test = JSON.stringify(operations.find(({ operationId }) => operationId === 'testEventTarget'))
      const { results, ...shown } = JSON.parse(text) as Json & { results: Json[] }
      for (const name of [...Object.keys(shown), ...Object.keys(results[0] ?? {})])
        expect(test).toContain(`"${name}"`)
    },
  ],
  'text docs/guide/async.md': [
    async (text) => {
      const [status = '', body = ''] = text.split('\n')
      const accepted = await send('POST', '/v1/transform', { html: '<p>', async_mode: true })
      expect(status).toBe(`${accepted.status} ${accepted.statusText}`)
      expect(Object.keys((await accepted.json()) as Json)).toEqual(Object.keys(JSON.parse(body)))
    },
    isWebhook,
  ],
  'text docs/guide/webhooks.md': [
    isWebhook,
    async (text) => {
      const { requestBody } = await described('accountEventSent')
      expect(JSON.parse(text)).toEqual(requestBody.content['application/json'].example)
    },
  ],
  'text docs/reference/accounts.md': [
    (text) => {
      const [command = '', ...shown] = text.split('\n')
      const [, words = ''] = /^\$ npm run platen -- (.*)$/.exec(command) ?? []
      const { stdout, stderr } = spawnSync('node', ['scripts/platen.mjs', ...words.split(' ')], {
        ...{ cwd: ROOT, encoding: 'utf8' },
        env: { ...process.env, PLATEN_URL: service.origin },
      })
      const labels = (lines: string[]) => lines.map((line) => /^\w+ +/.exec(line)?.[0])
      expect(labels(stdout.trim().split('\n')), stderr).toEqual(labels(shown))
    },
  ],
  'yaml docs/operate/monitoring.md': [
    async (text) => {
      const [, address = ''] = /metrics_path: (\S+)/.exec(text) ?? []
      const metrics = await fetch(service.origin + address, {
        headers: { Authorization: `Bearer ${service.token}` },
      })
      expect(await metrics.text()).toMatch(/^# (HELP|TYPE) /m)
    },
  ],
  'json docs/operate/operations.md': [
    async (text) => {
      const answer = await fetch(`${service.origin}/admin/v1/health`, {
        headers: { Authorization: `Bearer ${service.token}` },
      })
      const { version: _, ...shown } = JSON.parse(text)
      expect(await answer.json()).toMatchObject(shown)
    },
  ],
  'sql docs/operate/operations.md': [
    (text) => {
      const database = new DatabaseSync(':memory:')
      database.exec(textOf('schema.sql'))
      for (const query of text.split(/;\n?/).filter((one) => one.trim())) database.prepare(query).all()
    },
  ],
  'toml docs/operate/operations.md': [
    (text) => {
      const settings = textOf('wrangler.toml')
      for (const [name] of text.matchAll(/^(?:\w+ = |\[\[\w+\]\]$)/gm)) expect(settings).toContain(name)
    },
  ],
  'json docs/reference/errors.md': [
    async (text) => {
      const { request_id: _, ...shown } = JSON.parse(text)
      expect(await call('POST', '/v1/transform', { htlm: '<p>' })).toMatchObject(shown)
    },
  ],
}

describe('a documented block', () => {
  it.each(Object.entries(PROOFS))('%s holds', async (name, proofs) => {
    const shown = blocks.filter(({ page, language }) => `${language} ${page}` === name)
    expect(shown).toHaveLength(proofs.length)
    for (const [at, proof] of proofs.entries()) await proof(shown[at]?.text ?? '')
  })

  it('is run here, or is listed with where it is', () => {
    const names = blocks.map(({ page, language }) => `${language} ${page}`)
    const open = names.filter(
      (name) => !(name in PROOFS) && !Object.keys(ELSEWHERE).some((start) => name.startsWith(start)),
    )
    expect(open).toEqual([])
    for (const start of Object.keys(ELSEWHERE))
      expect(
        names.some((name) => name.startsWith(start)),
        start,
      ).toBe(true)
  })
})

describe('the README of the TypeScript client', () => {
  let folder: string
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-readme-'))
    const shown = blocks.filter(
      ({ page, language }) => page === 'clients/typescript/README.md' && language === 'ts',
    )
    expect(shown.length).toBeGreaterThanOrEqual(6)
    // A webhook that the service has signed is `request`, with its `secret`.
    const given = `const url = '${service.origin}', key = process.env.PLATEN_KEY as string
const html = '<title>T</title><p>Report', rows = [{ title: 'One' }, { title: 'Two' }]
const secret = 'whsec_YSBzZWNyZXQgb2YgMjQgYnl0ZXMgLi4u'
const body = '{"task_id":"tsk_1","status":"completed","download_url":null,"metadata":{}}'
const now = Math.floor(Date.now() / 1000)
const bytes = Uint8Array.from(atob(secret.slice(6)), (letter) => letter.charCodeAt(0))
const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const signature = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(\`msg_1.\${now}.\${body}\`))
const request = new Request('https://example.com/hook', { method: 'POST', body, headers: {
  'webhook-id': 'msg_1', 'webhook-timestamp': String(now),
  'webhook-signature': 'v1,' + btoa(String.fromCharCode(...new Uint8Array(signature))) } })
`
    const program = shown.map(({ text }) => text).join('\n')
    fs.writeFileSync(
      path.join(folder, 'readme.ts'),
      `${given}\n${program}\nconsole.log(JSON.stringify([invoice.pages, counts.completed, tasks.length, event.status]))\n`,
    )
    await send('PUT', '/v1/templates/my/note', {
      label: 'Note',
      page: '<title>{{ title }}</title><h1>{{ title }}</h1>',
      sample: { title: 'Note' },
    })
  })

  it('compiles', () => {
    const client = path.join(ROOT, 'clients/typescript/src')
    const settings = {
      extends: path.join(ROOT, 'clients/typescript/tsconfig.json'),
      compilerOptions: {
        paths: {
          'platen-client': [path.join(client, 'index.ts')],
          'platen-client/node': [path.join(client, 'node.ts')],
        },
        typeRoots: [path.join(ROOT, 'node_modules/@types')],
      },
      include: ['readme.ts'],
    }
    fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const { status, stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
  })

  it('runs', async () => {
    const client = path.join(ROOT, 'clients/typescript/src')
    await build({
      entryPoints: [path.join(folder, 'readme.ts')],
      ...{ bundle: true, platform: 'node', format: 'esm', outfile: path.join(folder, 'readme.mjs') },
      alias: {
        'platen-client/node': path.join(client, 'node.ts'),
        'platen-client': path.join(client, 'index.ts'),
      },
    })
    const { stdout, stderr } = spawnSync(process.execPath, ['readme.mjs'], {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { PATH: process.env.PATH, PLATEN_URL: service.origin, PLATEN_KEY: key },
    })
    expect(stdout.trim().split('\n').at(-1), stderr).toBe('[1,2,2,"completed"]')
    fs.rmSync(folder, { recursive: true })
  })
})

/** The first block of JSON of a page. */
function first(page: string): string {
  return blocks.find((block) => block.page === page && block.language === 'json')?.text ?? ''
}

type Call = {
  parameters: { name: string; required: boolean }[]
  requestBody: { content: { 'application/json': { example: Json } } }
}

/** A call that the service makes, as its description has it. */
async function described(name: string): Promise<Call> {
  const { webhooks } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    webhooks: Record<string, { post: Call }>
  }
  return webhooks[name]?.post as Call
}

/** Headers and body of the call that ends a task, as they are described. */
async function isWebhook(text: string): Promise<void> {
  const { parameters, requestBody } = await described('taskEnded')
  const required = parameters.filter((header) => header.required).map(({ name }) => name)
  const [head = '', body = ''] = text.split('\n\n')
  const names = [...head.matchAll(/^([a-z-]+): /gm)].map(([, name]) => name)
  expect(names).toEqual(required)
  expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(requestBody.content['application/json'].example))
}

function send(method: string, address: string, body?: unknown): Promise<Response> {
  return fetch(service.origin + address, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function call(method: string, address: string, body?: unknown): Promise<Json> {
  const text = await (await send(method, address, body)).text()
  return text === '' ? {} : (JSON.parse(text) as Json)
}
