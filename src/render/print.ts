/**
 * Prints one document on one sheet: serve it by interception, wait until it is whole, print, read the file.
 * Nothing here decides what a page may load: it asks `assets`. Deadlines are the pool's (`pool.ts`).
 */
import { Admission } from '../admission'
import { type Cdp, CdpError, type CdpParams } from './cdp'
import { inPage, type Readiness } from './inpage'
import {
  DOCUMENT_ORIGIN,
  interceptAll,
  metrics,
  OUR_WORLD,
  prepareForScripts,
  RECORDED,
  type Sheet,
  SPARE_VIEWPORT,
} from './sheet'

/** What the browser is asked to print. Lengths of the viewport in CSS pixels. */
export type PrintRequest = {
  html: string
  /** Address the document stands at: `base_url`, else one of ours. */
  url: string
  /** Media type to lay out for while loading; absent where that makes no difference. */
  media?: 'print' | 'screen' | undefined
  viewport: { width: number; height: number }
  waitFor?: { selector: string } | { expression: string } | { ms: number } | undefined
  title?: string | undefined
  /** Whether the document may run scripts (`page.ts`). */
  scripted: boolean
  /** Fits what is wider than the page (`goCreditMode`). */
  fit: boolean
  /** Header and footer, self-contained; a margin that is to grow with one is true in `grow`. */
  header?: string | undefined
  footer?: string | undefined
  grow: { top: boolean; bottom: boolean }
  /** Parameters of `Page.printToPDF`. */
  print: CdpParams
  timeoutMs: number
}

/** An answer for the page: what its request brought, or nothing where it may not have it. */
export type Asset = {
  status: number
  contentType: string
  size: number
  body: ReadableStream<Uint8Array> | Uint8Array
}
export type Assets = {
  get(request: { url: string; method: string; type: string }): Promise<Asset | undefined>
}

export type Printed = { pdf: AsyncGenerator<Uint8Array>; warnings: string[]; title: string }

/** The document cannot be printed as asked, for a reason its author can mend. */
export class Unprintable extends Error {
  override readonly name = 'Unprintable'
}

export const PAGE_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src http: https: data: blob: 'unsafe-inline' 'unsafe-eval'",
  "style-src http: https: data: blob: 'unsafe-inline'",
  'img-src http: https: data: blob:',
  'font-src http: https: data: blob:',
  'connect-src http: https: data: blob:',
  "frame-src 'none'; child-src 'none'; worker-src 'none'; object-src 'none'; media-src 'none'",
  "form-action 'none'",
].join('; ')

/** Bytes of assets on their way through this isolate at once. */
const assetBytes = new Admission(40 << 20)
/** How much of the file is read at a time. */
const READ_BYTES = 1 << 20
const MAX_WARNINGS = 50

/** Prints `request`. Throws `Unprintable`, `BrowserLost`, or what the page's own protocol errors say. */
export async function print(cdp: Cdp, sheet: Sheet, request: PrintRequest, assets: Assets): Promise<Printed> {
  const page = new Page(cdp, sheet, request, assets)
  await page.load()
  const readiness = await page.ready()
  if (request.header || request.footer) await page.makeRoom()
  const complaints = request.scripted ? await page.complaints() : []
  const pdf = await page.print()
  return { pdf, warnings: [...page.warnings, ...complaints, ...readiness.warnings], title: readiness.title }
}

class Page {
  /** What the document did that its author should know of. */
  readonly warnings: string[] = []
  #served = false
  #left = false
  /** Settles when the page has what a document with scripts must not begin without. */
  #prepared: Promise<unknown> = Promise.resolve()
  #world: number | undefined

  constructor(
    private readonly cdp: Cdp,
    private readonly sheet: Sheet,
    private readonly request: PrintRequest,
    private readonly assets: Assets,
  ) {
    cdp.listen(sheet.sessionId, (method, params) => this.#event(method, params, sheet.sessionId))
  }

  /** Serves the document; its first bytes are in the page when this ends. */
  async load(): Promise<void> {
    const { media, viewport, url, scripted } = this.request
    const { width, height } = SPARE_VIEWPORT
    const settled = Promise.all([
      scripted && prepareForScripts(this.cdp, this.sheet.sessionId),
      media && this.#send('Emulation.setEmulatedMedia', { media }),
      (viewport.width !== width || viewport.height !== height) &&
        this.#send('Emulation.setDeviceMetricsOverride', metrics(viewport)),
    ])
    // A renderer that is still starting takes these commands only after the document has begun.
    if (scripted) this.#prepared = settled
    const [navigation] = await Promise.all([
      this.#send<{ errorText?: string }>('Page.navigate', { url }),
      settled,
    ])
    if (navigation.errorText) throw new Error(`the document was not accepted: ${navigation.errorText}`)
    if (scripted) this.#world = await this.#ownWorld()
  }

  /** Waits for the load event, what the caller names, fonts and images. */
  async ready(): Promise<Readiness> {
    const { waitFor, title, fit } = this.request
    if (waitFor && 'expression' in waitFor) await this.#until(waitFor.expression)
    if (waitFor && 'ms' in waitFor) await new Promise((resolve) => setTimeout(resolve, waitFor.ms))
    const selector = waitFor && 'selector' in waitFor ? waitFor.selector : undefined
    return await this.#evaluate<Readiness>(
      inPage('ready', { title, selector, fit, documentOrigin: DOCUMENT_ORIGIN }),
    )
  }

  /** Has the fonts of header and footer at hand, and grows the margins so that they never overlap the text. */
  async makeRoom(): Promise<void> {
    const { header, footer, grow } = this.request
    const fonts = fontSources(`${header ?? ''}${footer ?? ''}`)
    if (fonts.length > 0) await this.#evaluate(inPage('holdFonts', fonts))
    const heights = await this.#measure({
      header: grow.top ? header : undefined,
      footer: grow.bottom ? footer : undefined,
    })
    await this.#evaluate(inPage('raiseMargins', heights))
  }

  /** Prints, and hands the file out piece by piece. */
  async print(): Promise<AsyncGenerator<Uint8Array>> {
    const { header, footer } = this.request
    const templates =
      header || footer
        ? { displayHeaderFooter: true, headerTemplate: header || EMPTY, footerTemplate: footer || EMPTY }
        : {}
    const { stream } = await this.#send<{ stream: string }>('Page.printToPDF', {
      ...this.request.print,
      ...templates,
      transferMode: 'ReturnAsStream',
    }).catch((error: unknown) => {
      if (error instanceof CdpError && /page range/i.test(error.message)) {
        throw new Unprintable('`page_ranges` names a page that the document does not have')
      }
      throw error
    })
    return readHandle(this.cdp, this.sheet.sessionId, stream)
  }

  #send<Result = CdpParams>(method: string, params: CdpParams = {}): Promise<Result> {
    return this.cdp.send<Result>(method, params, this.sheet.sessionId)
  }

  #event(method: string, params: CdpParams, sessionId: string) {
    if (method === 'Fetch.requestPaused') void this.#serve(params as PausedRequest, sessionId).catch(ignore)
    else if (method === 'Target.attachedToTarget') this.#attach(params)
  }

  /** A world of our own in the document that stands now: same DOM, none of its scripts' globals. */
  async #ownWorld(): Promise<number> {
    const { executionContextId } = await this.#send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: this.sheet.targetId, worldName: OUR_WORLD },
    )
    return executionContextId
  }

  /** A frame of its own process: the same rules before it runs. */
  #attach(params: CdpParams) {
    const child = params.sessionId as string
    this.cdp.listen(child, (method, event) => {
      if (method === 'Fetch.requestPaused') void this.#serve(event as PausedRequest, child).catch(ignore)
    })
    void interceptAll(this.cdp, child).catch(ignore)
    void this.cdp.send('Runtime.runIfWaitingForDebugger', {}, child).catch(ignore)
  }

  /** What the document's scripts complained of. They wrote it themselves, so nothing is believed of its form. */
  async complaints(): Promise<string[]> {
    const { result } = await this.#send<Evaluation>('Runtime.evaluate', {
      expression: RECORDED,
      returnByValue: true,
    })
    const texts = Array.isArray(result.value) ? result.value : []
    return texts.slice(0, MAX_WARNINGS).map((text) => String(text).slice(0, 500))
  }

  /** Answers one request of the page: the document once, assets through the caller, anything else not at all. */
  async #serve({ requestId, request, resourceType }: PausedRequest, sessionId: string): Promise<void> {
    const { cdp } = this
    if (/^(data|blob):/.test(request.url)) {
      await cdp.send('Fetch.continueRequest', { requestId }, sessionId)
      return
    }
    if (resourceType === 'Document') {
      // A later navigation is answered "no content", which leaves the document as it stands.
      const first = !this.#served && sessionId === this.sheet.sessionId
      this.#served = true
      if (!first && sessionId === this.sheet.sessionId && !this.#left) {
        this.#left = true
        this.warnings.push('the document tried to leave while it was printed: it stands as it did then')
      }
      if (first) await this.#prepared
      await cdp.send(
        'Fetch.fulfillRequest',
        first ? documentResponse(requestId, this.request.html) : { requestId, responseCode: 204 },
        sessionId,
      )
      return
    }
    const asset = await this.assets
      .get({ url: request.url, method: request.method, type: resourceType })
      .catch(() => undefined)
    if (!asset) {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId)
      return
    }
    await assetBytes.run(asset.size, async () => {
      const body = asset.body instanceof Uint8Array ? asset.body : await new Response(asset.body).bytes()
      await cdp.send(
        'Fetch.fulfillRequest',
        {
          requestId,
          responseCode: asset.status,
          responseHeaders: [
            { name: 'Content-Type', value: asset.contentType },
            { name: 'Access-Control-Allow-Origin', value: '*' },
          ],
          body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
        },
        sessionId,
      )
    })
  }

  /** Polls an expression of the caller's in the page's own world until it, or what it promises, is true. */
  async #until(expression: string): Promise<void> {
    for (;;) {
      const { result, exceptionDetails } = await this.#send<Evaluation>('Runtime.evaluate', {
        expression: `(async () => Boolean(await (${expression})))()`,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails && /SyntaxError/.test(exceptionText({ exceptionDetails }))) {
        throw new Unprintable('`wait_for.expression` is not a JavaScript expression')
      }
      if (result.value === true) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Runs a function of ours, in our own world where the page has scripts, and answers what it returns. */
  async #evaluate<Result>(expression: string): Promise<Result> {
    const { result, exceptionDetails } = await this.#send<Evaluation>('Runtime.evaluate', {
      expression,
      ...(this.#world !== undefined && { contextId: this.#world }),
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) {
      const text = exceptionText({ exceptionDetails })
      const selector = /is not a valid selector/.test(text)
      throw selector ? new Unprintable('`wait_for` is not a valid CSS selector') : new Error(text)
    }
    return result.value as Result
  }

  /** Heights of the header and footer, in CSS pixels, laid out at the page's width on a page of their own. */
  async #measure(parts: { header: string | undefined; footer: string | undefined }) {
    const { cdp, sheet, request } = this
    const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: sheet.browserContextId,
    })
    const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const width = Math.round(Number(request.print.paperWidth) * 96)
    await Promise.all([
      cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }, sessionId),
      cdp.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId),
      cdp.send('Emulation.setDeviceMetricsOverride', metrics({ width, height: 1000 }), sessionId),
    ])
    cdp.listen(sessionId, (method, params) => {
      if (method !== 'Fetch.requestPaused') return
      void cdp
        .send('Fetch.failRequest', { requestId: params.requestId, errorReason: 'BlockedByClient' }, sessionId)
        .catch(ignore)
    })
    await cdp.send(
      'Page.setDocumentContent',
      {
        frameId: targetId,
        html: `<!doctype html><body style="margin:0">${part('header', parts.header)}${part('footer', parts.footer)}`,
      },
      sessionId,
    )
    const { result } = await cdp.send<Evaluation>(
      'Runtime.evaluate',
      { expression: inPage('measureParts'), awaitPromise: true, returnByValue: true },
      sessionId,
    )
    cdp.listen(sessionId, undefined)
    await cdp.send('Target.closeTarget', { targetId })
    return result.value as { header: number; footer: number }
  }
}

const EMPTY = '<span></span>'

function part(id: string, html: string | undefined) {
  return html === undefined ? '' : `<div id="${id}" style="display:flow-root;font-size:0">${html}</div>`
}

type PausedRequest = CdpParams & {
  requestId: string
  resourceType: string
  request: { url: string; method: string }
}
type Evaluation = { result: { value?: unknown }; exceptionDetails?: CdpParams }

/** The `url("data:…")` sources of every `@font-face` in a self-contained template. */
function fontSources(html: string): string[] {
  const faces = html.match(/@font-face\s*\{[^}]*\}/gi) ?? []
  return faces.flatMap((face) => face.match(/url\("?data:[^)]*\)/gi) ?? [])
}

function ignore() {}

function documentResponse(requestId: string, html: string) {
  return {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: 'text/html; charset=utf-8' },
      { name: 'Content-Security-Policy', value: PAGE_POLICY },
    ],
    body: Buffer.from(html, 'utf8').toString('base64'),
  }
}

function exceptionText(params: CdpParams): string {
  const details = params.exceptionDetails as {
    text?: string
    exception?: { description?: string; value?: unknown }
  }
  const description = details.exception?.description ?? String(details.exception?.value ?? details.text ?? '')
  return `script error: ${description.split('\n')[0]}`
}

/** Reads a stream handle of the browser piece by piece, as they are asked for. */
async function* readHandle(cdp: Cdp, sessionId: string, handle: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { data, eof, base64Encoded } = await cdp.send<{
      data: string
      eof: boolean
      base64Encoded?: boolean
    }>('IO.read', { handle, size: READ_BYTES }, sessionId)
    if (data) yield new Uint8Array(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'))
    if (eof) return
  }
}
