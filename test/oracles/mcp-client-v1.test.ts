/** `/mcp` as agents of today speak to it: the official client of the first generation, over HTTP and standard input. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { outFolder } from './tools'

type Result = { content: { type: string; text?: string }[]; isError?: boolean }
type Client = {
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<Result>
}
type Sdk = {
  Client: new (info: { name: string; version: string }) => Client
  StreamableHTTPClientTransport: new (url: URL, options: object) => unknown
  StdioClientTransport: new (options: object) => unknown
}

const folder = outFolder('mcp')
const { origin } = inject('service')
let key: string
let sdk: Sdk

beforeAll(async () => {
  key = await newKey({ plan: 'Pro', credits: 10 })
  const home = path.join(
    process.env.PLATEN_ORACLES ?? '',
    'node/node_modules/@modelcontextprotocol/sdk/dist/esm/client',
  )
  const parts = ['index.js', 'streamableHttp.js', 'stdio.js'].map(
    (name) => import(pathToFileURL(path.join(home, name)).href),
  )
  sdk = Object.assign({}, ...(await Promise.all(parts))) as Sdk
})

async function use(transport: unknown) {
  const client = new sdk.Client({ name: 'test', version: '1' })
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['render_html', 'fill_template', 'see_page']),
    )
    const html = '<title>T</title><p>Hello'
    const made = await client.callTool({ name: 'render_html', arguments: { html, show_pages: true } })
    expect(made.content.map(({ type }) => type)).toEqual(['text', 'image'])
    const wrong = await client.callTool({ name: 'render_html', arguments: { html, options: { papr: 'A5' } } })
    expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringContaining('/options/papr')])
  } finally {
    await client.close()
  }
}

it('the first client renders and sees pages over HTTP', async () => {
  const headers = { Authorization: `Bearer ${key}` }
  await use(new sdk.StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }))
})

it('and over standard input, by the command line', async () => {
  const outfile = path.join(folder, 'platen.mjs')
  const entryPoints = [path.resolve(import.meta.dirname, '../../clients/cli/src/platen.ts')]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
  const env = { PLATEN_URL: origin, PLATEN_KEY: key }
  await use(new sdk.StdioClientTransport({ command: process.execPath, args: [outfile, 'mcp'], env }))
})
