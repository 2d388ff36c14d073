/**
 * What a page's requests are answered: the document once, its assets through the caller, anything else not at all.
 * The browser itself reaches nothing (`browser-sessions.ts`).
 */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../errors'
import type { Furniture } from '../in-page/contract'
import { isolateMemory } from '../memory/isolate-memory'
import { absolutizeCssUrls } from './absolutize-css-urls'
import { AnswerQueue } from './answer-queue'
import { base64InTurns } from './base64-in-turns'
import type { Cdp } from './cdp'
import { documentPolicy } from './document-policy'
import type { OpenRequests } from './open-requests'
import { preflightResponse } from './preflights'
import { answerTold } from './told-requests'

/**
 * An answer for the page: what its request brought. `movedTo`: a script is to be asked for there instead, and a document
 * was found there. `frame`: of a document, what its server says of it in a frame. `furnished`: a style sheet asks something
 * of pages, which `Assets.furniture` tells.
 */
export type Asset = {
  contentType: string
  size: number
  body: ReadableStream<Uint8Array> | Uint8Array
  movedTo?: string | undefined
  frame?: { refused?: string; policies?: string[] } | undefined
  furnished?: true | undefined
}
/**
 * What a page asks for; `type` as the DevTools protocol names it (`Image` …). `apart`: a frame asks (`frame-owners.ts`).
 * `furnishes`: of a style sheet, that the page fills in what it asks of pages; absent from a pool of the release before.
 */
export type AssetRequest = {
  url: string
  method: string
  type: string
  apart?: true | undefined
  furnishes?: true | undefined
}
export type Assets = {
  /** Nothing if the page may not have it. */
  get(request: AssetRequest): Promise<Asset | undefined>
  /** What all styles ask of pages, once a sheet was `furnished`. */
  furniture?(): Furniture | undefined | Promise<Furniture | undefined>
}

/**
 * Of one page, by their cost. A loop of a script that asks without end would keep the browser from all documents that
 * share it: each request takes a millisecond of its processes, and only 300 files are fetched anyway.
 */
export function maxRequests({ scripted }: { scripted: boolean }): number {
  return scripted ? 500 : 1000
}

/** A file is in memory so often while the browser gets it: its bytes, as base64, and that in its message. */
const ASSET_COPIES = 3

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
  /** Called once, when the document tries to go elsewhere. */
  onLeaving: () => void
  /** Called when the document asks for more than `maxRequests`; those are not answered. */
  onFlood: () => void
}

/** What answers the paused requests of one page: it takes each event with its session and its cost, until it is stopped. */
export type Interceptor = {
  take: (event: PausedRequest, session: string, cost: number) => void
  stop: () => void
}

/** Answers the paused requests of one page, a few files at once. */
export function interceptRequests(
  cdp: Cdp,
  {
    documentSession,
    documentFrame,
    html,
    scripted,
    accountId,
    assets,
    open,
    isApart,
    onServed,
    onFurnished,
    onLeaving,
    onFlood,
  }: Served,
): Interceptor {
  let toServe = html
  let left = false
  let requests = 0
  let stopped = false
  const most = maxRequests({ scripted })
  const queue = new AnswerQueue()
  const isTold = answerTold(cdp)

  async function answerDocument({ requestId }: PausedRequest, session: string): Promise<void> {
    const own = session === documentSession
    const served = own ? toServe : undefined
    if (served !== undefined) toServe = undefined
    else if (own && !left) {
      left = true
      onLeaving()
    }
    // A later navigation is answered "no content", which leaves the document as it stands.
    const response =
      served === undefined
        ? { responseCode: 204 }
        : await documentResponse(served, documentPolicy({ scripted }))
    await cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...response })
  }

  /** Returns how many bytes the page got, if it may have the file. */
  async function answerFile(
    { requestId, request, resourceType, frameId }: PausedRequest,
    session: string,
  ): Promise<number | undefined> {
    const preflight = preflightResponse(request)
    if (preflight) {
      await cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...preflight })
      return undefined
    }
    const { url, method } = request
    const apart = (await isApart?.(frameId)) || undefined
    const furnishes =
      (resourceType === 'Stylesheet' && apart === undefined && frameId === documentFrame) || undefined
    const asked = { url, method, type: resourceType, apart, furnishes }
    const asset = await assets.get(asked).catch(() => undefined)
    if (!asset) {
      await cdp.reply(session, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      return undefined
    }
    onServed(url)
    if (asset.furnished) onFurnished()
    const reply = async () => {
      await cdp.reply(session, 'Fetch.fulfillRequest', { requestId, ...(await assetResponse(asset)) })
    }
    await isolateMemory.assets.run(ASSET_COPIES * asset.size, reply, { accountId })
    return asset.size
  }

  function stop(): void {
    stopped = true
    queue.clear()
  }

  function take(paused: PausedRequest, session: string, cost: number): void {
    if (stopped) return
    const { url } = paused.request
    if (isTold(paused, session)) return
    requests += cost
    if (requests > most) {
      stop()
      onFlood()
    } else if (paused.resourceType === 'Document') {
      answerDocument(paused, session).catch(() => undefined)
    } else if (/^(data|blob):/.test(url)) {
      cdp.reply(session, 'Fetch.continueRequest', { requestId: paused.requestId }).catch(() => undefined)
    } else {
      const isOwn = paused.frameId === documentFrame
      const done = open.begin(url, { isScript: paused.resourceType === 'Script', isOwn })
      queue.add(paused.resourceType, () =>
        answerFile(paused, session).then(done, (error) => {
          done(undefined)
          throw error
        }),
      )
    }
  }

  return { take, stop }
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

/**
 * A style sheet that the page has asked for already, as a `data:` address, which the page may read; relative addresses
 * in it are absolute there. Nothing for one that did not load, or has too much in it.
 */
export async function styleSheetAsData(assets: Assets, url: string): Promise<string | undefined> {
  const asked = { url, method: 'GET', type: 'Stylesheet', furnishes: true as const }
  const asset = await assets.get(asked).catch(() => undefined)
  if (!asset) return undefined
  const bytes = absolutized(await bytesOf(asset), url)
  if (!bytes) return undefined
  const type = asset.contentType.replace(/["\s\\]/g, '') || 'text/css'
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** Nothing for a sheet with too much in it. */
function absolutized(sheet: Uint8Array, url: string): Uint8Array | undefined {
  try {
    return absolutizeCssUrls(sheet, url)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** A file's text for a page that cannot load it by itself; nothing for one that did not load. */
export async function imageText(assets: Assets, url: string): Promise<string | undefined> {
  const asset = await assets.get({ url, method: 'GET', type: 'Image' }).catch(() => undefined)
  return asset && new TextDecoder().decode(await bytesOf(asset))
}

/** The bytes of a file, read whole. */
export async function bytesOf({ body }: Asset): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : await new Response(body).bytes()
}
