/**
 * Workers, whose scripts begin under the same lockdown as those of the page (`worker-lockdown-bundle.ts`): no sockets and no
 * way to send, and no workers of their own.
 */

import { listOf } from './lockdown/intrinsics'
import { noteLaterCall } from './open-work'
import { countedMs } from './patience'

/** What the lockdown took away, and the one of a worker (`worker-lockdown-bundle.ts`); `tab.ts` declares both around this. */
declare const RealWorker: typeof Worker | undefined
declare const WORKER_LOCKDOWN: string

/**
 * A worker must not begin with anything else, so what makes it is taken before the page can put something in its place:
 * a text that the page has a part in would be code beside the lockdown, and its functions would be there before.
 */
const { apply, construct } = Reflect
const LimitedBlob = Blob
const { createObjectURL } = URL
const { stringify } = JSON
const encode = encodeURIComponent
const IMPORT_MODULE = `${importModule}`
const RESOLVE_ADDRESSES = `${resolveAddresses}`

/** Of the document's own window; its frames have none. Each is a thread. */
const MAX_WORKERS = 16

/** How long workers are waited for that have been sent something, over the life of a document, in milliseconds. */
const MAX_WAIT_MS = 3000

/** And one that was sent nothing: it may never say anything. */
const MAX_UNASKED_MS = 300

/** Workers that have begun or been sent something, and said nothing since, with the longest wait for each. */
const busy = new Map<Worker, number>()
let waited = 0

/** Gives the document a `Worker` again, or none if the browser has none. */
export function installWorkers(): void {
  const Real = RealWorker
  if (!Real || window !== window.top) return
  let workers = 0
  const handler: ProxyHandler<typeof Worker> & { __proto__: null } = {
    __proto__: null,
    construct(_, [given, options], target): Worker {
      if (workers++ >= MAX_WORKERS) {
        throw new DOMException(`A document may have ${MAX_WORKERS} workers.`, 'QuotaExceededError')
      }
      noteLaterCall()
      const isModule = options?.type === 'module'
      const address = begin(new URL(String(given), document.baseURI).href, isModule)
      const more = { __proto__: null, name: `${options?.name ?? ''}` }
      const worker: Worker = construct(Real, [address, more], target === proxy ? Real : target)
      busy.set(worker, MAX_UNASKED_MS)
      for (const event of ['message', 'error', 'messageerror']) {
        worker.addEventListener(event, () => void busy.delete(worker))
      }
      return worker
    },
  }
  const proxy: typeof Worker = new Proxy(Real, handler)
  Real.prototype.constructor = proxy
  const { postMessage, terminate } = Real.prototype
  Real.prototype.postMessage = function (this: Worker, ...values: unknown[]) {
    busy.set(this, MAX_WAIT_MS)
    apply(postMessage, this, values)
  }
  Real.prototype.terminate = function (this: Worker) {
    busy.delete(this)
    apply(terminate, this, [])
  }
  Object.defineProperty(globalThis, 'Worker', { value: proxy, writable: true, configurable: true })
}

/** Waits for workers that have not answered, a bounded time. */
export async function workersAnswered(pause: () => Promise<unknown>, now: () => number): Promise<void> {
  while ([...busy.values()].some((most) => waited < most)) {
    const before = now()
    await pause()
    waited += countedMs(now() - before)
  }
}

/** The address of a script that locks the worker down and then runs the one at `url`. */
function begin(url: string, isModule: boolean): string {
  const call = isModule ? `(${IMPORT_MODULE})(${literal(importable(url))})` : `importScripts(${literal(url)})`
  const source = `${WORKER_LOCKDOWN};(${RESOLVE_ADDRESSES})(${literal(url)});${call}`
  const blob = construct(LimitedBlob, [listOf(source), { __proto__: null, type: 'text/javascript' }])
  return apply(createObjectURL, URL, [blob])
}

/** A text as code that is nothing but this text, whatever the page has done to what made it. */
function literal(text: string): string {
  return stringify(`${text}`)
}

/** Where a module can be imported from in a worker of an opaque origin, which imports no blob. */
function importable(url: string): string {
  if (!url.startsWith('blob:')) return url
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.send()
  return `data:text/javascript,${encode(request.responseText)}`
}

/**
 * Runs in a worker, and is sent as a text: imports its module, and keeps what is sent to it meanwhile. A worker that is
 * a module itself does not begin in an opaque origin.
 */
function importModule(url: string): void {
  const early: MessageEvent[] = []
  const keep = (event: MessageEvent) => {
    early.push(event)
    event.stopImmediatePropagation()
  }
  addEventListener('message', keep)
  import(url).then(
    () => {
      removeEventListener('message', keep)
      for (const { data, ports } of early)
        dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
    },
    (error) =>
      setTimeout(() => {
        throw error
      }),
  )
}

/**
 * Runs in a worker before its script, and is sent as a text, so it refers to nothing outside: what is relative there is so
 * to the script's own address.
 */
function resolveAddresses(base: string): void {
  const own = globalThis as unknown as Record<string, unknown>
  const { apply, construct } = Reflect
  const absolute = (input: unknown) => (typeof input === 'string' ? new URL(input, base).href : input)
  const wrap = (name: string, handler: ProxyHandler<never>) => {
    own[name] = new Proxy(own[name] as never, handler)
  }
  wrap('fetch', { apply: (real, self, [input, init]) => apply(real, self, [absolute(input), init]) })
  wrap('Request', {
    construct: (real, [input, init], target) => construct(real, [absolute(input), init], target as never),
  })
  Request.prototype.constructor = own.Request as never
  wrap('importScripts', { apply: (real, self, urls) => apply(real, self, urls.map(absolute)) })
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
    async = true,
  ) {
    apply(open, this, [method, absolute(`${url}`), async])
  }
}
