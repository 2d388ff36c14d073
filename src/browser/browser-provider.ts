/**
 * Where browsers come from. Each provider speaks the protocol of the platform's binding, by which sessions are opened,
 * connected to and ended (`browser-sessions.ts`): Browser Rendering; what stands for it on one machine; a container beside the
 * pool object; or a server of browsers at an address, as `scripts/browser-server.mjs` is, which the container runs too.
 */
import type { BrowserWorker } from '@cloudflare/puppeteer'
import { sleep } from '../time/waiting'

export type BrowserProvider = Pick<BrowserWorker, 'fetch'>

/** The address is the same to each provider but for its origin; there is none. */
export const BROWSERS_ORIGIN = 'https://browser.invalid'

/** The provider that the setting `BROWSERS` names, for the pool object of `ctx`. */
export function browserProvider({ container }: DurableObjectState, env: Env): BrowserProvider {
  if (env.BROWSERS === 'rendering') return env.BROWSER
  if (env.BROWSERS === 'local') return localBrowsers(env.BROWSER)
  if (env.BROWSERS !== 'container') return serverAt(env.BROWSERS)
  return container ? new ContainerBrowsers(container) : missingContainer
}

/**
 * Miniflare's browsers, connected to at the addresses that they say they have. Miniflare would read and copy each message in an isolate
 * of its own: a tenth of what a small document takes of workerd.
 */
function localBrowsers(binding: BrowserProvider): BrowserProvider {
  const connect: BrowserProvider['fetch'] = async (session, init) => {
    const version = await binding.fetch(`${session}/json/version`)
    if (!version.ok) return version
    const { webSocketDebuggerUrl } = await version.json<{ webSocketDebuggerUrl: string }>()
    return await fetch(webSocketDebuggerUrl.replace(/^ws:/, 'http:'), init)
  }
  return {
    fetch: (request, init) =>
      new Headers(init?.headers).has('upgrade') ? connect(request, init) : binding.fetch(request, init),
  }
}

function serverAt(address: string): BrowserProvider {
  return { fetch: (request, init) => fetch(atOrigin(request, address), init) }
}

const missingContainer: BrowserProvider = {
  fetch: async () => {
    throw new Error('BROWSERS is "container", but the class Pool has no container in wrangler.toml')
  },
}

const CONTAINER_PORT = 8080
/** The origin of what a container is asked; its port is given apart. */
const CONTAINER_ORIGIN = `http://127.0.0.1:${CONTAINER_PORT}`
/** A container that has no browser ends itself after this time, and is started again by the next document. */
const CONTAINER_IDLE_SECONDS = 300
const MAX_START_MS = 20_000
const LOOK_MS = 200
const RETRY_AFTER_SECONDS = 5

const START: ContainerStartupOptions = {
  entrypoint: [
    'node',
    'scripts/browser-server.mjs',
    '--host=0.0.0.0',
    `--port=${CONTAINER_PORT}`,
    `--idle-seconds=${CONTAINER_IDLE_SECONDS}`,
  ],
  // What guardrails are to the platform's browsers.
  enableInternet: false,
}

/** What is asked of a container. */
export type BrowserContainer = Pick<Container, 'running' | 'start' | 'getTcpPort'>

/** The server of browsers in the container of an object. Only who opens a browser starts it. */
export class ContainerBrowsers implements BrowserProvider {
  constructor(private readonly container: BrowserContainer) {}

  fetch: BrowserProvider['fetch'] = async (request, init) => {
    if (!this.container.running) {
      if (init?.method !== 'POST') return new Response('no container runs', { status: 404 })
      this.container.start(START)
    }
    const port = this.container.getTcpPort(CONTAINER_PORT)
    const until = Date.now() + MAX_START_MS
    for (;;) {
      try {
        return await port.fetch(atOrigin(request, CONTAINER_ORIGIN), init)
      } catch (error) {
        // Until its server listens, nobody takes a connection.
        if (!this.container.running || Date.now() > until) return unavailable(String(error))
        await sleep(LOOK_MS)
      }
    }
  }
}

function unavailable(reason: string): Response {
  return new Response(reason, { status: 503, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })
}

/** An address with another origin. */
function atOrigin(request: RequestInfo | URL, origin: string): string {
  const { pathname, search } = new URL(request instanceof Request ? request.url : request)
  return new URL(pathname + search, origin).href
}
