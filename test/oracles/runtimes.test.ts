/** The TypeScript client where it says that it runs: Deno, Bun, a Worker, and a page in a browser. Node is in `exhaustive-e2e`, too. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { launchStudioBrowser } from '../support/studio-browser'
import { outFolder } from './tools'

const client = path.resolve(import.meta.dirname, '../../clients/typescript/src')
const runtimes = path.join(process.env.PLATEN_ORACLES ?? '', 'runtimes/node_modules')
const folder = outFolder('runtimes')

/** A document, a refusal, and a task that is waited for. */
const USE = `import { Platen } from 'platen-client'
export async function use(url, key) {
  const platen = new Platen({ url, key })
  const made = await platen.transform({ html: '<title>T</title><p>Hello', goCreditMode: false })
  const magic = new TextDecoder().decode((await made.bytes()).slice(0, 4))
  const error = await platen.transform({ html: '<p>', options: { paper: 'A7' } }).catch((error) => error)
  const task = await platen.submit('transform', { html: '<title>T</title><p>Later' })
  const done = await platen.waitFor(task)
  const later = await (await platen.download(done)).bytes()
  return [magic, made.pages, error.code, error.errors[0].pointer, done.status, later.length > 500]
}
`
const USED = ['%PDF', 1, 'invalid_request', '/options/paper', 'completed', true]

const { origin } = inject('service')
let key: string
beforeAll(async () => {
  key = await newKey({ plan: 'Pro', credits: 1000 })
})

it.each([
  ['Deno', '@deno/*/deno', ['run', '--allow-net', '--allow-read', '--allow-write']],
  ['Bun', '@oven/*/bin/bun', ['run']],
])('%s makes documents and saves them', async (name, program, words) => {
  const script = await bundle(
    `${USE}
import { save } from 'platen-client/node'
import process from 'node:process'
const [url, key, file] = process.argv.slice(2)
await save(await new Platen({ url, key }).qrcode({ data: 'x' }), file)
console.log(JSON.stringify(await use(url, key)))`,
    'node',
  )
  const file = path.join(folder, `${name}.mjs`)
  fs.writeFileSync(file, script)
  const [binary = ''] = fs.globSync(program, { cwd: runtimes })
  const code = path.join(folder, `${name}.png`)
  const { stdout, stderr } = spawnSync(path.join(runtimes, binary), [...words, file, origin, key, code], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  })
  expect(JSON.parse(stdout || 'null'), stderr).toEqual(USED)
  expect(fs.readFileSync(code).subarray(1, 4).toString()).toBe('PNG')
})

it('the first program of its README runs as its commands are typed, with the package of the service', async () => {
  const home = path.join(folder, 'hello')
  fs.mkdirSync(path.join(home, 'bin'), { recursive: true })
  for (const program of ['@deno/*/deno', '@oven/*/bin/bun']) {
    const [binary = ''] = fs.globSync(program, { cwd: runtimes })
    const name = path.basename(binary)
    fs.symlinkSync(path.join(runtimes, binary), path.join(home, 'bin', name))
  }
  const readme = fs.readFileSync(path.resolve(client, '../README.md'), 'utf8')
  const [, program = ''] = /^```ts\n(.*?)\n```$/ms.exec(readme) ?? []
  const [, install = ''] = /^(npm install \$URL\S+)$/m.exec(readme) ?? []
  fs.writeFileSync(path.join(home, 'package.json'), '{}')
  fs.writeFileSync(path.join(home, 'hello.mts'), program)
  const env = {
    ...{ PATH: `${path.join(home, 'bin')}:${process.env.PATH}`, HOME: home },
    ...{
      URL: origin,
      PLATEN_URL: origin,
      PLATEN_KEY: key,
      npm_config_audit: 'false',
    },
  }
  const typed = ['node hello.mts', 'npx tsx hello.mts', 'deno run -A hello.mts', 'bun hello.mts']
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
      cwd: home,
      encoding: 'utf8',
      env,
    })
    expect([command, status], `${stdout}${stderr}`).toEqual([command, 0])
  }
  run(install)
  // What npx would fetch.
  fs.mkdirSync(path.join(home, 'node_modules/.bin'), { recursive: true })
  fs.symlinkSync(path.join(runtimes, 'tsx'), path.join(home, 'node_modules/tsx'))
  fs.symlinkSync('../tsx/dist/cli.mjs', path.join(home, 'node_modules/.bin/tsx'))
  for (const command of typed) {
    run(command)
    expect(fs.readFileSync(path.join(home, 'hello.pdf'), 'latin1')).toMatch(/^%PDF-/)
    fs.rmSync(path.join(home, 'hello.pdf'))
  }
})

it('a Worker makes documents', async () => {
  const script = await bundle(
    `${USE}export default { async fetch(_, { url, key }) { return Response.json(await use(url, key)) } }`,
    'neutral',
  )
  const bindings = { url: origin, key }
  const worker = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script, bindings, compatibilityDate: '2026-11-01' }),
  )
  const answer = await worker.dispatchFetch('http://worker/')
  expect(await answer.json()).toEqual(USED)
  await worker.dispose()
})

it('a page of its own origin makes documents', async () => {
  const browser = await launchStudioBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.setBypassCSP(true)
    await page.goto(`${origin}/docs/`)
    await page.addScriptTag({ content: await bundle(`${USE}window.use = use`, 'browser') })
    const words = JSON.stringify([origin, key])
    expect(await page.evaluate(`window.use(...${words})`)).toEqual(USED)
  } finally {
    await browser.close()
  }
})

async function bundle(contents: string, platform: 'node' | 'neutral' | 'browser'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: client, loader: 'js' },
    ...{ bundle: true, write: false, platform, format: platform === 'browser' ? 'iife' : 'esm' },
    alias: {
      'platen-client/node': path.join(client, 'node.ts'),
      'platen-client': path.join(client, 'index.ts'),
    },
  })
  return outputFiles[0]?.text ?? ''
}
