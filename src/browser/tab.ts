/**
 * A tab: a browser context of its own with one page in it, made ready before anyone asks. It serves one document
 * and is then destroyed, since scripts, timers and storage of one document would reach the next.
 */
import { bundles } from '../in-page/bundles.data'
import type { Cdp } from './cdp'
import { MAX_CONSOLE_ERROR_LENGTH, MAX_CONSOLE_ERRORS } from './page-errors'

export type Tab = {
  browserContextId: string
  targetId: string
  sessionId: string
  /** Set once the renderer has shown an empty page of the document's origin. */
  warm?: boolean
}

/** Where a document without a `base_url` stands: no such host exists (RFC 2606). */
export const DOCUMENT_ORIGIN = 'http://document.invalid'
export const DOCUMENT_ADDRESS = `${DOCUMENT_ORIGIN}/document`
/** The world our own scripts run in: same DOM, none of the page's globals. */
export const ISOLATED_WORLD = 'platen'

/**
 * The viewport of a spare, in CSS pixels: as wide as A4 within the default margins, what most documents want, and
 * low, since every frame that is painted of it is thrown away.
 */
export const SPARE_VIEWPORT = { width: 716, height: 16 }

/** Calls of one page that go on to the browser's process: dialogues, messages to the console, titles and the like. */
const MAX_MESSAGES = 1000

/**
 * What takes the page's own ways to a socket away, in every frame: interception does not see them. And the ways back:
 * what was in the page before the document was empty, and would come without a request. And the bodies of requests:
 * none is ever sent, but each would come to us within the event, over the connection that all documents share.
 *
 * And what each time sends a message to the browser's own process, which all documents share and which a loop of them
 * stops: the first `MAX_MESSAGES` calls do what they did.
 */
const LOCKDOWN = `{
  const { apply, construct } = Reflect
  const bodiless = (init) => init && { ...init, body: undefined }
  const wrap = (name, owner, handler) => void (owner[name] = new Proxy(owner[name], handler))
  wrap('fetch', globalThis, { apply: (real, self, [input, init]) => apply(real, self, [input, bodiless(init)]) })
  wrap('Request', globalThis, {
    construct: (real, [input, init], target) => construct(real, [input, bodiless(init)], target),
  })
  Request.prototype.constructor = Request
  wrap('send', XMLHttpRequest.prototype, { apply: (real, self) => apply(real, self, []) })
}
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'WebSocket', 'WebSocketStream', 'EventSource', 'fetchLater', 'SharedWorker', 'Worker', 'BroadcastChannel', 'navigation']) delete globalThis[name]
for (const name of ['back', 'forward', 'go']) History.prototype[name] = () => undefined
{
  let calls = 0
  const { apply } = Reflect
  const bound = (owner, name) => {
    const property = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    for (const part of ['value', 'set']) {
      if (typeof property[part] !== 'function') continue
      property[part] = new Proxy(property[part], {
        apply: (real, self, values) => calls++ < ${MAX_MESSAGES} ? apply(real, self, values) : undefined,
      })
      Object.defineProperty(owner, name, property)
    }
  }
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'reportError']) bound(globalThis, name)
  for (const name of Object.keys(console)) bound(console, name)
  for (const name of ['pushState', 'replaceState']) bound(History.prototype, name)
  for (const name of ['submit', 'requestSubmit']) bound(HTMLFormElement.prototype, name)
  for (const name of ['requestFullscreen', 'requestPointerLock']) bound(Element.prototype, name)
  bound(Navigator.prototype, 'vibrate')
  bound(Document.prototype, 'title')
}`

/**
 * Keeps the first of what scripts complain of, for the warnings. Inside the page, not by the protocol's events: those
 * have no limit, and every one of a page's thousands of messages would cross the connection that all documents share.
 * For the same reason what is kept is one text of ours, which no script can reach, replace or lengthen.
 */
const RECORDER = `if (window === top) {
  let count = 0, recorded = ''
  const cut = Function.prototype.call.bind(String.prototype.slice)
  const note = (text) => { if (count++ < ${MAX_CONSOLE_ERRORS}) recorded += cut(text, 0, ${MAX_CONSOLE_ERROR_LENGTH}) + '\\0' }
  const shown = (value) => { try { return value instanceof Error ? value.message : String(value) } catch { return '?' } }
  const more = () => count > ${MAX_CONSOLE_ERRORS} ? count - ${MAX_CONSOLE_ERRORS} + ' more complaints of scripts' : ''
  Object.defineProperty(globalThis, 'platenRecorded', { value: () => recorded + more() })
  addEventListener('error', (event) => { if (event.message) note('script error: ' + event.message) })
  addEventListener('unhandledrejection', (event) => note('script error: unhandled rejection of ' + shown(event.reason)))
  console.error = (...values) => note('console error: ' + values.map(shown).join(' '))
  console.assert = (holds, ...values) => { if (!holds) note('assertion failed: ' + values.map(shown).join(' ')) }
}`

/** What runs before the document's scripts, in every frame. The bundle gives back workers that begin with a lockdown. */
const BEFORE_SCRIPTS = `{const RealWorker = globalThis.Worker;${LOCKDOWN};${RECORDER};${bundles['browser-apis']}}`

/** The expression whose value is what the recorder kept: texts, a NUL behind each. */
export const RECORDED = 'platenRecorded()'

/**
 * Creates the context and page and switches interception on. No more than that: each message costs time on both
 * sides, and what only some documents need is switched on with them.
 */
export async function openTab(cdp: Cdp): Promise<Tab> {
  const { browserContextId } = await cdp.send('Target.createBrowserContext', {
    proxyServer: 'http://127.0.0.1:9',
    proxyBypassList: '<-loopback>',
  })
  try {
    const { targetId } = await cdp.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...SPARE_VIEWPORT,
    })
    const { sessionId } = await cdp.send('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    await interceptAll(cdp, sessionId)
    return { browserContextId, targetId, sessionId }
  } catch (error) {
    cdp.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined)
    throw error
  }
}

/** Has every request of a session wait for our answer. */
export function interceptAll(cdp: Cdp, sessionId: string): Promise<unknown> {
  return cdp.sendTo(sessionId, 'Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

/**
 * Makes a tab ready for a document with scripts or frames: no sockets, their errors recorded, and frames that get a
 * process of their own under the same rules. Documents without scripts are spared it: it costs a tenth of a small
 * one's printing.
 */
export function prepareForScripts(cdp: Cdp, sessionId: string): Promise<unknown> {
  return Promise.all([
    cdp.sendTo(sessionId, 'Page.enable'),
    cdp.sendTo(sessionId, 'Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    }),
    cdp.sendTo(sessionId, 'Page.addScriptToEvaluateOnNewDocument', { source: BEFORE_SCRIPTS }),
  ])
}

/** Parameters of `Emulation.setDeviceMetricsOverride` for a viewport. */
export function metrics(viewport: { width: number; height: number }) {
  return { ...viewport, deviceScaleFactor: 1, mobile: false }
}

/** Shows an empty page of the document's origin, so that its renderer process stands when the document comes. */
export async function prewarmTab(cdp: Cdp, tab: Tab): Promise<Tab> {
  const { sessionId } = tab
  cdp.listen(sessionId, ({ method, params }) => {
    if (method !== 'Fetch.requestPaused') return
    const { requestId } = params
    cdp
      .sendTo(sessionId, 'Fetch.fulfillRequest', { requestId, responseCode: 200, body: '' })
      .catch(() => undefined)
  })
  await cdp.sendTo(sessionId, 'Page.navigate', { url: `${DOCUMENT_ORIGIN}/` })
  return { ...tab, warm: true }
}
