/**
 * A sheet: a browser context of its own with one page in it, made ready before anyone asks. It serves one document
 * and is then destroyed, since scripts, timers and storage of one document would reach the next.
 */
import type { Cdp } from './cdp'

export type Sheet = {
  browserContextId: string
  targetId: string
  sessionId: string
  /** Set once the renderer has shown an empty page of the document's origin. */
  warm?: boolean
}

/** Where a document without a `base_url` stands: no such host exists (RFC 2606). */
export const DOCUMENT_ORIGIN = 'http://document.invalid'
/** The world our own scripts run in: same DOM, none of the page's globals. */
export const OUR_WORLD = 'platen'

/** The viewport of a spare, in CSS pixels: A4 upright within the default margins, what most documents want. */
export const SPARE_VIEWPORT = { width: 717, height: 1045 }

/** What takes the page's own ways to a socket away, in every frame: interception does not see them. */
const LOCKDOWN = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'WebSocket', 'WebSocketStream', 'EventSource', 'SharedWorker', 'Worker']) delete globalThis[name]`

/** Creates the context and page and switches on what every document needs. */
export async function makeSheet(cdp: Cdp): Promise<Sheet> {
  const { browserContextId } = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', {
    proxyServer: 'http://127.0.0.1:9',
    proxyBypassList: '<-loopback>',
  })
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  await Promise.all([
    cdp.send('Page.enable', {}, sessionId),
    cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId),
    cdp.send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      sessionId,
    ),
    cdp.send('Emulation.setEmulatedMedia', { media: 'print' }, sessionId),
    cdp.send('Emulation.setDeviceMetricsOverride', metrics(SPARE_VIEWPORT), sessionId),
  ])
  return { browserContextId, targetId, sessionId }
}

/**
 * Makes a sheet ready for a document with scripts: no sockets, a world of our own that they cannot reach into, and
 * their errors reported. Documents without scripts are spared it: it costs a tenth of a small one's printing.
 */
export function prepareForScripts(cdp: Cdp, sessionId: string): Promise<unknown> {
  return Promise.all([
    cdp.send('Runtime.enable', {}, sessionId),
    cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: LOCKDOWN }, sessionId),
    cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: '', worldName: OUR_WORLD }, sessionId),
  ])
}

/** Parameters of `Emulation.setDeviceMetricsOverride` for a viewport. */
export function metrics(viewport: { width: number; height: number }) {
  return { ...viewport, deviceScaleFactor: 1, mobile: false }
}

/** Shows an empty page of the document's origin, so that its renderer process stands when the document comes. */
export async function warmSheet(cdp: Cdp, sheet: Sheet): Promise<void> {
  if (sheet.warm) return
  const { sessionId } = sheet
  const loaded = new Promise<void>((resolve) =>
    cdp.listen(sessionId, (method, params) => {
      if (method === 'Page.loadEventFired') resolve()
      else if (method === 'Fetch.requestPaused') {
        void cdp.send(
          'Fetch.fulfillRequest',
          { requestId: params.requestId, responseCode: 200, body: '' },
          sessionId,
        )
      }
    }),
  )
  await cdp.send('Page.navigate', { url: `${DOCUMENT_ORIGIN}/` }, sessionId)
  await Promise.race([loaded, cdp.closed])
  sheet.warm = true
}
