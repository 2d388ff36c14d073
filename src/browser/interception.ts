/**
 * What a page's requests are answered: the document once, its assets through the caller, anything else not at all.
 * The browser itself reaches nothing (`browser-sessions.ts`).
 */
import type { Protocol } from 'devtools-protocol'
import { isolateMemory } from '../memory/isolate-memory'
import { ignore, withTimeout } from '../time/waiting'
import { AnswerQueue } from './answer-queue'
import { base64InTurns } from './base64-in-turns'
import type { Cdp } from './cdp'
import { documentPolicy } from './document-policy'
import type { OpenRequests } from './open-requests'
import { type Asset, type AssetRequest, type Assets, bytesOf } from './page-assets'
import { preflightResponse } from './preflights'
import { answerTold } from './told-requests'

/**
 * Of one page, by their cost. A loop of a script that asks without end would keep the browser from all documents that
 * share it: each request takes a millisecond of its processes, and only 300 files are fetched anyway.
 */
export function maxRequests({ scripted }: { scripted: boolean }): number {
  return scripted ? 500 : 1000
}

/** A file is in memory so often while the browser gets it: its bytes, as base64, and that in its message. */
const ASSET_COPIES = 3

/** How long a script that has come waits for style sheets, in milliseconds: what it builds must be there in time, too. */
const MAX_SHEETS_MS = 1000

type PausedRequest = Protocol.Fetch.RequestPausedEvent

export type Served = {
  /** The session that the document itself is asked for in; frames of their own process have others. */
  documentSession: string
  /** The frame of the document itself. */
  documentFrame: string
  /** What the first request for a document is answered; absent if the page has it already. */
  html: string | undefined
  /** Whether the document was made ready for scripts; else its policy lets none run. */
  scripted: boolean
  /** Whose share of the memory its files take. */
  accountId: string | undefined
  assets: Assets
  /** Counts the requests until they are answered. */
  open: OpenRequests
  /** Whether a frame is apart from the page; absent if that makes no difference. */
  isApart?: ((frameId: string) => Promise<boolean>) | undefined
  /** Called with the address of every file that the page was given. */
  onServed: (url: string) => void
  /** Called for each style sheet that asks something of pages. */
  onFurnished: () => void
  /** Called for each style sheet that may make pages larger than the paper. */
  onLargerPages: () => void
  /** Called once, when the document tries to go elsewhere. */
  onLeaving: () => void
  /** Called when the document asks for more than `maxRequests`; those are not answered. */
  onFlood: () => void
}

/** Answers the paused requests of one page, a few files at once, until it is stopped. */
export class Interceptor {
  /** The document, until it is asked for. */
  #html: string | undefined
  #isLeft = false
  /** By their costs. */
  #requests = 0
  #isStopped = false
  readonly #served: Omit<Served, 'html'>
  readonly #queue = new AnswerQueue()
  /** Style sheets that are being answered. */
  readonly #sheets = new Set<Promise<unknown>>()
  readonly #isTold: ReturnType<typeof answerTold>

  constructor(
    private readonly cdp: Cdp,
    { html, ...served }: Served,
  ) {
    this.#html = html
    this.#served = served
    this.#isTold = answerTold(cdp)
  }

  /** Answers a request of the page's own session, or of another one of its frames. */
  take(paused: PausedRequest, session: string, cost: number): void {
    if (this.#isStopped || this.#isTold(paused, session)) return
    this.#requests += cost
    const { url } = paused.request
    if (this.#requests > maxRequests(this.#served)) {
      this.stop()
      this.#served.onFlood()
    } else if (paused.resourceType === 'Document') {
      this.#answerDocument(paused, session).catch(ignore)
    } else if (/^(data|blob):/.test(url)) {
      this.cdp.reply(session, 'Fetch.continueRequest', { requestId: paused.requestId }).catch(ignore)
    } else this.#queueFile(paused, session)
  }

  stop(): void {
    this.#isStopped = true
    this.#queue.clear()
  }

  async #answerDocument({ requestId }: PausedRequest, session: string): Promise<void> {
    const { documentSession, scripted, onLeaving } = this.#served
    const isOwn = session === documentSession
    const html = isOwn ? this.#html : undefined
    if (html !== undefined) this.#html = undefined
    else if (isOwn && !this.#isLeft) {
      this.#isLeft = true
      onLeaving()
    }
    // A later navigation is answered "no content", which leaves the document as it stands.
    const response =
      html === undefined ? { responseCode: 204 } : await documentResponse(html, documentPolicy({ scripted }))
    await this.cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...response })
  }

  #queueFile(paused: PausedRequest, session: string): void {
    const { open, documentFrame } = this.#served
    const { request, resourceType, frameId } = paused
    const isScript = resourceType === 'Script'
    const done = open.begin(request.url, { isScript, isOwn: frameId === documentFrame })
    this.#queue.add(resourceType, () => {
      const answering = this.#answerFile(paused, session).then(done, (error) => {
        done(undefined)
        throw error
      })
      if (resourceType === 'Stylesheet') this.#hasArrived(answering)
      return answering
    })
  }

  #hasArrived(sheet: Promise<unknown>): void {
    const arrived: Promise<unknown> = sheet.catch(ignore).then(() => this.#sheets.delete(arrived))
    this.#sheets.add(arrived)
  }

  /**
   * Resolves when the style sheets have come that are being answered, or after `MAX_SHEETS_MS`. A script measures what it
   * draws by them, though it stands before them: in a browser that has met the page before they are there at once.
   */
  async #sheetsArrived(): Promise<void> {
    if (this.#sheets.size === 0) return
    await withTimeout(Promise.all(this.#sheets), MAX_SHEETS_MS, ignore)
  }

  /** Returns how many bytes the page got, if it may have the file. */
  async #answerFile(paused: PausedRequest, session: string): Promise<number | undefined> {
    const { assets, accountId, onServed, onFurnished, onLargerPages } = this.#served
    const { requestId, request, resourceType } = paused
    const preflight = preflightResponse(request)
    if (preflight) {
      await this.cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...preflight })
      return undefined
    }
    const asset = await assets.get(await this.#askedFor(paused)).catch(() => undefined)
    if (!asset) {
      await this.cdp.reply(session, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      return undefined
    }
    if (resourceType === 'Script') await this.#sheetsArrived()
    onServed(request.url)
    if (asset.furnished) onFurnished()
    if (asset.hasLargerPages) onLargerPages()
    const reply = async () => {
      await this.cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...(await assetResponse(asset)) })
    }
    await isolateMemory.assets.run(ASSET_COPIES * asset.size, reply, { accountId })
    return asset.size
  }

  async #askedFor({ request, resourceType, frameId }: PausedRequest): Promise<AssetRequest> {
    const { documentFrame, isApart } = this.#served
    const { url, method } = request
    const apart = (await isApart?.(frameId)) || undefined
    const furnishes =
      (resourceType === 'Stylesheet' && apart === undefined && frameId === documentFrame) || undefined
    return { url, method, type: resourceType, apart, furnishes }
  }
}

async function documentResponse(html: string, policy: string) {
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: 'text/html; charset=utf-8' },
      { name: 'Content-Security-Policy', value: policy },
    ],
    body: await base64InTurns(Buffer.from(html, 'utf8')),
  }
}

async function assetResponse(asset: Asset) {
  const { contentType, movedTo } = asset
  const bytes = await bytesOf(asset)
  return {
    responseCode: movedTo === undefined ? 200 : 307,
    responseHeaders: [
      { name: 'Content-Type', value: contentType },
      // Fonts and module scripts are asked for across origins; nothing here is anybody's secret.
      { name: 'Access-Control-Allow-Origin', value: '*' },
      ...(movedTo === undefined ? [] : [{ name: 'Location', value: movedTo }]),
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
