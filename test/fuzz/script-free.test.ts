/**
 * The boundary that tabs which stay with an account rely on: of a document that is judged to hold no script, none runs.
 * Each is loaded as the service loads it, and once more without the policy that would stop what the judgement missed.
 */
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentPolicy } from '../../src/browser/document-policy'
import { DOCUMENT_ORIGIN } from '../../src/browser/tab'
import { bundles } from '../../src/in-page/bundles.data'
import { type ComposeInput, composeDocument } from '../../src/render/compose-document'
import { effort, seed } from './effort'
import { hidingDocuments } from './hidden-scripts'

const COUNT = effort(20_000, 800)
/** A document that waits for what never comes is looked at as it stands then. */
const MAX_LOAD_MS = 3000
/** Documents of one tab. */
const MAX_DOCUMENTS = 100

let browser: Browser
let tab: Awaited<ReturnType<typeof openTab>> | undefined

beforeAll(async () => {
  const executablePath = process.env.PLATEN_CHROME ?? ''
  browser = await puppeteer.launch({
    headless: 'shell',
    executablePath,
  })
})
afterAll(() => browser?.close())

it('a script that is there is seen to run, by every way that a document is loaded', async () => {
  for (const url of [undefined, `${DOCUMENT_ORIGIN}/document`]) {
    for (const js of [`<script>scriptRan('')</script>`, `<img src=x onerror="scriptRan('')">`]) {
      const shared = { scripted: false, mayShareTab: true, isWithoutPolicies: true }
      const document = { html: `<!doctype html><p>x${js}`, url, ...shared }
      expect(await runsScripts(document, { policy: false, maxMs: 60_000 })).toBe(true)
      if (url) expect(await runsScripts(document, { policy: true, maxMs: 60_000 })).toBe(false)
    }
  }
})

it(`of ${COUNT} documents that hide scripts, none that is judged to hold none runs one`, async () => {
  const judged = { scripted: 0, free: 0, shared: 0 }
  const escaped: unknown[] = []
  for (const hiding of hidingDocuments(COUNT, seed)) {
    const document = composeDocument({ ...hiding, options: {} })
    judged[document.scripted ? 'scripted' : 'free']++
    if (document.scripted) continue
    if (document.mayShareTab) judged.shared++
    for (const policy of [true, false])
      if (await runsScripts(document, { policy })) escaped.push({ ...hiding, policy })
  }
  console.log(`seed ${seed}:`, judged)
  expect(escaped).toEqual([])
  // Else the documents would prove nothing: as many must pass for harmless as hold a script.
  expect(Math.min(judged.free, judged.scripted, 4 * judged.shared)).toBeGreaterThan(COUNT / 20)
})

/** Whether a script of `document` ran while it was loaded and printed. */
async function runsScripts(
  document: ComposeInput,
  { policy, maxMs = MAX_LOAD_MS }: { policy: boolean; maxMs?: number },
): Promise<boolean> {
  if (!tab || tab.documents++ >= MAX_DOCUMENTS) {
    await tab?.page.close()
    tab = await openTab()
  }
  const { client } = tab
  tab.ran = false
  const html = policy
    ? document.html
    : document.html.replace(
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style[^>]*>/,
        '',
      )
  tab.served = { html, policy: documentPolicy({ scripted: !policy }) }
  const ready = `{ scripted: false, documentOrigin: '${DOCUMENT_ORIGIN}' }`
  const asked = document.url ? ready : `${ready}, ${JSON.stringify(html)}`
  const load = async () => {
    await client.send('Page.navigate', { url: document.url ?? 'about:blank' })
    const expression = `${bundles.load};platenLoad.waitUntilReady(${asked})`
    await client.send('Runtime.evaluate', { expression, awaitPromise: true })
    await client.send('Page.printToPDF', { pageRanges: '1' })
  }
  // One that replaces itself cannot be read, but what ran in it was told.
  await Promise.race([load().catch(() => undefined), pause(maxMs)])
  return tab.ran
}

async function openTab() {
  const page: Page = await browser.newPage()
  const client: CDPSession = await page.createCDPSession()
  const opened = { page, client, documents: 0, ran: false, served: { html: '', policy: '' } }
  client.on('Runtime.bindingCalled', () => {
    opened.ran = true
  })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  client.on('Fetch.requestPaused', ({ requestId, resourceType, request }) => {
    const { html, policy } = opened.served
    const isDocument = resourceType === 'Document' && request.url.startsWith(DOCUMENT_ORIGIN)
    const answer = isDocument
      ? client.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: [
            { name: 'Content-Type', value: 'text/html; charset=utf-8' },
            { name: 'Content-Security-Policy', value: policy },
          ],
          body: Buffer.from(html).toString('base64'),
        })
      : /^(data|blob):/.test(request.url)
        ? client.send('Fetch.continueRequest', { requestId })
        : client.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    answer.catch(() => undefined)
  })
  await client.send('Runtime.enable')
  await client.send('Runtime.addBinding', { name: 'scriptRan' })
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  return opened
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
