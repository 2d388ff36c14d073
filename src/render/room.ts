/**
 * Room for header and footer: how high they are, and which fonts they need. Chromium prints them from a document of
 * their own, which cannot be asked.
 */
import type { Cdp } from './cdp'
import { type Evaluation, inPage } from './inpage'
import { metrics, type Sheet } from './sheet'

/** Heights in CSS pixels, laid out at `width` on a page of their own in the sheet's context; 0 for what is absent. */
export async function measureTemplates(
  cdp: Cdp,
  { browserContextId }: Sheet,
  { width, header, footer }: { width: number; header: string | undefined; footer: string | undefined },
): Promise<{ header: number; footer: number }> {
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  cdp.listen(sessionId, (method, { requestId }) => {
    if (method !== 'Fetch.requestPaused') return
    cdp
      .send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId)
      .catch(() => undefined)
  })
  await Promise.all([
    cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }, sessionId),
    cdp.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId),
    cdp.send('Emulation.setDeviceMetricsOverride', metrics({ width, height: 1000 }), sessionId),
  ])
  const html = '<!doctype html><body style="margin:0">'
  await cdp.send('Page.setDocumentContent', { frameId: targetId, html }, sessionId)
  const { result } = await cdp.send<Evaluation>(
    'Runtime.evaluate',
    { expression: inPage('measureParts', { header, footer }), awaitPromise: true, returnByValue: true },
    sessionId,
  )
  cdp.listen(sessionId, undefined)
  await cdp.send('Target.closeTarget', { targetId })
  return result.value as { header: number; footer: number }
}

/** The `url("data:…")` sources of every `@font-face` in a self-contained template. */
export function fontSources(html: string): string[] {
  const faces = html.match(/@font-face\s*\{[^}]*\}/gi) ?? []
  return faces.flatMap((face) => face.match(/url\("?data:[^)]*\)/gi) ?? [])
}
