/**
 * The build fails when a file other than those named here makes a request of its own: an address that a caller
 * gave must go through `src/net/guarded-fetch.ts`. Calls on a binding or an object (`env.FILES.fetch`, a stub,
 * `app.fetch`) reach what the binding is, so they are left alone, and so are methods named `fetch`. What
 * stands in `src/in-page` runs in the browser's pages, which have no network.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that may, and why. */
const allowed: Readonly<Record<string, string>> = {
  'src/browser/browser-sessions.ts': 'asks for browsers, through what provides them',
  'src/browser/browser-provider.ts':
    'asks a server of browsers at the address that the operator set (BROWSERS), and a browser of this machine at its own',
  'src/net/guarded-fetch.ts': 'the guarded fetch itself',
  'src/net/dns.ts': 'asks the resolver that the operator set (DOH_URL)',
  'src/metrics/analytics.ts': 'asks Analytics Engine at the address that the operator set (ANALYTICS_URL)',
  'src/metrics/watch.ts': 'posts alarms to the address that the operator set (ALARM_URL)',
  'src/optimize/model.ts': 'asks the model that the operator set (MODEL_URL)',
}

const globals = String.raw`\b(?:globalThis|self|window|global)\s*(?:\?\.|\.|\[\s*['"\`])\s*`

const waysOut: readonly { what: string; pattern: RegExp }[] = [
  { what: 'calls fetch', pattern: /(?<![.#\w$]|function )fetch\s*(?:\?\.\s*)?\(/ },
  { what: 'calls the global fetch', pattern: new RegExp(`${globals}fetch\\b`) },
  {
    what: 'passes fetch on as a value',
    pattern: /(?:=|=>|\(|,|\?|:|\[|return)\s*fetch\s*(?:[;,)\]}?:.]|as\b|$)/m,
  },
  { what: 'passes fetch on in an object', pattern: /[{,]\s*fetch\s*[,}]/ },
  {
    what: 'takes fetch out of the global object',
    pattern:
      /\{[^{}]*\bfetch\b[^{}]*\}\s*=\s*(?:globalThis|self|window|global)\b|\(\s*globalThis\s*,\s*['"`]fetch/,
  },
  {
    what: 'opens a web socket or an event stream',
    pattern: /\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b/,
  },
  { what: 'sends a beacon', pattern: /\bsendBeacon\b/ },
  {
    what: 'imports a way to the network',
    pattern:
      /(?:from|import|require)\s*\(?\s*['"](?:cloudflare:sockets|undici|node-fetch|axios|(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/\w+)?)['"]/,
  },
]

/** Definitions of methods and properties named fetch, and comments: none of them is a request. */
const harmless = [
  /^\s*\/\*[\s\S]*?\*\//gm,
  /(?:^|\s)\/\/.*$/gm,
  /^\s*(?:(?:async|override|public)\s+)*fetch\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^{;\n]+)?\{/gm,
  /export default \{(?:[^{}]*,)?\s*fetch\s*(?:,[^{}]*)?\}/g,
]

function faults(source: string): string[] {
  const code = harmless.reduce((text, pattern) => text.replace(pattern, ' '), source)
  return waysOut.filter(({ pattern }) => pattern.test(code)).map(({ what }) => what)
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(?:ts|tsx|js|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

test('no file but the guarded fetch requests an address', () => {
  const found = sources('src')
    .filter((path) => !(path in allowed || path.startsWith('src/in-page/')))
    .flatMap((path) => faults(readFileSync(path, 'utf8')).map((what) => `${path} ${what}`))
  expect(found).toEqual([])
})

test('every file that may make requests exists and does', () => {
  const idle = Object.keys(allowed).filter((path) => faults(readFileSync(path, 'utf8')).length === 0)
  expect(idle).toEqual([])
})

test.each([
  'const answer = await fetch(job.url)',
  'return fetch(url)',
  '  fetch (url).then(use)',
  'x ? fetch(a) : b',
  'await globalThis.fetch(url)',
  "await globalThis['fetch'](url)",
  'self.fetch(url)',
  'const get = fetch',
  'const get = fetch;',
  'const get = fetch.bind(globalThis)',
  'load({ get: fetch })',
  'load({ fetch })',
  'load({ retries: 2, fetch })',
  'return fetch?.(url)',
  'const { fetch: get } = globalThis',
  "Reflect.get(globalThis, 'fetch')(url)",
  'load(fetch)',
  'load(url, fetch, 1)',
  '/** A comment. */ fetch(url)',
  "const url = 'https://example.com'; fetch(url)",
  'class A {\n  async load() {\n    await fetch(this.url)\n  }\n}',
  'export default {\n  async fetch(request: Request) {\n    return fetch(request.url)\n  },\n}',
  'const socket = new WebSocket(url)',
  'navigator.sendBeacon(url, body)',
  "import { connect } from 'cloudflare:sockets'",
  "import http from 'node:http'",
  "const { request } = await import('node:https')",
])('is found: %s', (source) => {
  expect(faults(source)).not.toEqual([])
})

test.each([
  'return env.FILES.fetch(request)',
  'const answer = await stub.fetch(request)',
  'await this.env.ACCOUNT.get(id).fetch(request)',
  'return app.fetch(request, env, context)',
  'export default { fetch: app.fetch, queue, scheduled }',
  'export default { fetch, queue }',
  'export default { queue, fetch }',
  'export default {\n  async fetch(request: Request, env: Env): Promise<Response> {\n    return app.fetch(request, env)\n  },\n}',
  'export class Pool {\n  override async fetch(request: Request) {\n    return this.answer(request)\n  }\n}',
  'async function fetch(request: Request) {}',
  'class Assets {\n  async #fetch(url: string) {}\n  load = () => this.#fetch(this.url)\n}',
  '// fetch(url) is not called here',
  '/**\n * Never fetch(url) directly.\n */',
  'const file = await fetcher.fetchFile(url, options)',
  "throw new Error('the fetch failed')",
  'prefetch(url)',
])('is left alone: %s', (source) => {
  expect(faults(source)).toEqual([])
})

test('the platform keeps requests for our own zone at its front door', () => {
  const settings = readFileSync('wrangler.toml', 'utf8')
  const flags = [...settings.matchAll(/^compatibility_flags = \[(.*)\]$/gm)]
  expect(flags.length).toBeGreaterThan(0)
  for (const [, listed] of flags) expect(listed).toContain('"global_fetch_strictly_public"')
})
