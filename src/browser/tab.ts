/**
 * A tab: a browser context of its own with one page in it, made ready before anyone asks. It serves one document
 * and is then destroyed, since scripts, timers and storage of one document would reach the next; that of a document
 * which could have none of these may serve its owner again (`kept-tabs.ts`).
 */
import { BUNDLE_GLOBALS, type BundleName } from '../in-page/bundle-names'
import { bundles } from '../in-page/bundles.data'
import { ignore } from '../time/waiting'
import type { Cdp } from './cdp'
import { InPageWorld } from './in-page-world'

export type Tab = {
  browserContextId: string
  targetId: string
  sessionId: string
  /** When it was made, in milliseconds. */
  openedAt: number
  /** How many documents it was given. */
  documents: number
  /** What it is laid out for now; no media type of ours if `media` is empty. */
  viewport: Viewport
  media: '' | 'print' | 'screen'
  /** Which of our functions its page has, beside those of a document with scripts, and which the document before called. */
  world: InPageWorld
  calledBefore?: ReadonlySet<BundleName>
  /** Set if it was made ready for scripts. */
  scripted?: boolean
  /** Set once the renderer has shown an empty page of the document's origin. */
  warm?: boolean
  /** Set once it was told to paint no more. */
  hidden?: boolean
  /** Set once it was told to count what its page works, as it does from then on. */
  tellsMetrics?: boolean
  /** Set once its page has asked for a file, which its process may keep until it is told to forget it. */
  hasFiles?: boolean
  /** Set while a document is in it that one put in its place would inherit policies from. */
  hasPolicies?: boolean
}
/** In CSS pixels; `scale` is the screen's pixels for each of them, 1 if it is absent. */
type Viewport = { width: number; height: number; scale?: number }
/** What a tab is made for: a document with scripts or without, and the window of one with scripts, which see it. */
export type TabUse = { scripted: boolean; viewport: Viewport }
/** The document that a tab is for, and whose tab it may have. */
export type TabRequest = TabUse & { tabOwner?: string | undefined }

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

/** For any document without scripts. */
export const BARE: TabUse = { scripted: false, viewport: SPARE_VIEWPORT }

/**
 * What runs before the document's scripts, in every frame: the lockdown, then what gives them back what they may have.
 * Workers begin with a lockdown of their own.
 */
const BEFORE_SCRIPTS = `{
  const RealWorker = globalThis.Worker, WORKER_LOCKDOWN = ${JSON.stringify(bundles['worker-lockdown'])}
  ${bundles.lockdown};${bundles['browser-apis']}
}`

/** The expression whose value is what the recorder kept: texts, a NUL behind each. */
export const RECORDED = 'platenRecorded()'

/**
 * Creates the context and page and switches interception on; makes it ready for scripts, and as large as they are to see it,
 * if it is for them. No more than that: each message costs time on both sides, and what only some documents need is
 * switched on with them.
 */
export async function openTab(cdp: Cdp, { scripted, viewport }: TabUse): Promise<Tab> {
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
    await Promise.all([
      interceptAll(cdp, sessionId),
      scripted && prepareForScripts(cdp, sessionId),
      scripted && cdp.sendTo(sessionId, 'Emulation.setDeviceMetricsOverride', metrics(viewport)),
    ])
    const laidOut = { viewport: scripted ? viewport : SPARE_VIEWPORT, media: '' as const }
    const fresh = { openedAt: Date.now(), documents: 0, ...laidOut, world: new InPageWorld() }
    return { browserContextId, targetId, sessionId, scripted, ...fresh }
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

/** Whether a tab is laid out as is asked for. A spare's height is asked for where nobody sees it (`viewportFor`): any will do. */
export function hasViewport({ viewport }: Tab, asked: Viewport): boolean {
  const isSeen = asked.height !== SPARE_VIEWPORT.height
  if (isSeen && asked.height !== viewport.height) return false
  return asked.width === viewport.width && (asked.scale ?? 1) === (viewport.scale ?? 1)
}

/** Whether a tab has the media type that is asked for. Where none is, that of the print makes no difference. */
export function hasMedia({ media }: Tab, asked: Tab['media']): boolean {
  return asked === media || (asked === '' && media === 'print')
}

/** Parameters of `Emulation.setDeviceMetricsOverride` for a viewport. */
export function metrics({ width, height, scale = 1 }: Viewport) {
  return { width, height, deviceScaleFactor: scale, mobile: false }
}

/** Documents of which one is put in the place of the other: each inherits the policy that we gave those before it. */
const MAX_IN_PLACE = 10

/**
 * Has a tab forget its document, in which no script ran. The page gets another document: one that is only written again
 * keeps its policies, its preferred style sheet, the colours of its links and more. The process forgets files, which it
 * knows by their addresses. Functions of ours that the last two documents of a tab called come back at once: sent with the
 * next one they would take a tenth of its time.
 */
export async function emptyTab(cdp: Cdp, tab: Tab): Promise<void> {
  const called = tab.world.used
  tab.world = new InPageWorld()
  const preparation = tab.world.preparation(new Set([...called, ...(tab.calledBefore ?? [])]))
  tab.calledBefore = called
  const { hasFiles } = tab
  tab.hasFiles = false
  await Promise.all([
    putNewDocument(cdp, tab, preparation),
    hasFiles && cdp.sendTo(tab.sessionId, 'Network.setCacheDisabled', { cacheDisabled: true }),
    // One that paints on costs more, and prints the same.
    hideTab(cdp, tab).catch(ignore),
  ])
}

/**
 * Puts an empty document into a tab, prepared by `preparation`. A `javascript:` address has the renderer do that by itself, for
 * half of what a navigation costs; but such a document inherits the policies of the one before.
 */
async function putNewDocument(cdp: Cdp, tab: Tab, preparation: string): Promise<void> {
  const { sessionId } = tab
  const goTo = (url: string) => cdp.sendTo(sessionId, 'Page.navigate', { url })
  if (!tab.hasPolicies && tab.documents % MAX_IN_PLACE !== 1) {
    await goTo('javascript:""')
    const { exceptionDetails } = await cdp.sendTo(sessionId, 'Runtime.evaluate', {
      expression: `${THROW_IF_OLD};${preparation}`,
    })
    if (!exceptionDetails) return
  }
  await goTo('about:blank')
  // Not waited for: what is said to a page it hears in order.
  cdp.sendTo(sessionId, 'Runtime.evaluate', { expression: preparation }).catch(ignore)
}

/** Throws where a document was printed: our functions are there that bring it. */
const THROW_IF_OLD = `if(globalThis.${BUNDLE_GLOBALS.load})throw 0`

/**
 * Has a tab paint no more: nobody sees that, and it takes a fifth of what a document costs in a tab that is kept. Scripts would
 * see it and wait for frames in vain, but none come here.
 */
async function hideTab(cdp: Cdp, tab: Tab): Promise<void> {
  if (tab.hidden) return
  tab.hidden = true
  const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: tab.targetId })
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } })
}

/**
 * Shows an empty page of the document's origin, so that its renderer process stands when the document comes. If that has
 * scripts, the process has then read and run what goes before them once, and takes a few milliseconds less the next time.
 */
export async function prewarmTab(cdp: Cdp, tab: Tab): Promise<Tab> {
  const { sessionId } = tab
  // Without a type it would be text, which is in standards mode whatever is written into it (HTML 7.5.4).
  const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }]
  // Of a tab for scripts, the documents that come to stand in it are told and counted (`page-events.ts`): this one must be
  // told before any other is waited for.
  const told = Promise.withResolvers<void>()
  told.promise.catch(ignore)
  cdp.listen(sessionId, ({ method, params }) => {
    if (method === 'Page.frameNavigated') told.resolve()
    if (method === 'Inspector.targetCrashed') told.reject(new Error('the spare crashed'))
    if (method !== 'Fetch.requestPaused') return
    const { requestId } = params
    cdp
      .sendTo(sessionId, 'Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: '' })
      .catch(ignore)
  })
  const navigated = cdp.sendTo(sessionId, 'Page.navigate', { url: `${DOCUMENT_ORIGIN}/` })
  await Promise.all([navigated, tab.scripted && Promise.race([told.promise, cdp.lost])])
  return { ...tab, warm: true }
}
