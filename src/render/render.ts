/**
 * HTML to raw PDF, from the caller's side: compose the page, find a place in the pool, send the document there,
 * read the file. A render that lost its browser before it gave a file is tried once more.
 */
import { Problem } from '../errors'
import { AssetSource, type FetchAsset } from './assets'
import { type LoadFile, templateOf } from './header'
import { Advisor } from './optimise/advisor'
import type { Model } from './optimise/model'
import { DEFAULT_TIMEOUT, type RenderOptions } from './options'
import { composePage, dependsOnMedia, ownStyles } from './page'
import { printParameters, viewportFor } from './parameters'
import type { Urgency } from './places'
import type { Pool, RenderResult } from './pool'
import type { Printed, PrintRequest } from './print'
import { type Place, reservePlace } from './shards'

export type RenderInput = {
  html: string
  css?: string | undefined
  options: RenderOptions
  /** `goCreditMode`: audit and repair. */
  optimise: boolean
}

export type RenderTools = {
  pool: DurableObjectNamespace<Pool>
  shards: number
  /** Whose document it is: live and test work, watermarks and retries of one account share its slots. */
  accountId: string
  /** Ends the render and frees its slot. `renderPdf` then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Part of the world the caller is in; names the shards that are asked. */
  region: string
  fetchAsset: FetchAsset
  /** The operator's model, which `goCreditMode` may ask. */
  model?: Model | undefined
  /** Whether somebody waits for the answer; queued work leaves a place free for them. */
  urgency: Urgency
  /** How long to wait in line for a place, in milliseconds. */
  patienceMs: number
  now: () => number
}

export type RawPdf = Omit<Printed, 'pdf'> & { bytes: Uint8Array }

/** How long work stands in line at the most. */
export const PATIENCE_MS = 5000
const ATTEMPTS = 2

/**
 * Prints `input`. Throws a Problem: `pool_full`, `render_timeout`, `browser_lost`, or `document_invalid` where the
 * document cannot be printed as asked. Throws the reason of `tools.signal` when that is aborted.
 */
export async function renderPdf(input: RenderInput, tools: RenderTools): Promise<RawPdf> {
  tools.signal?.throwIfAborted()
  const deadline = tools.now() + (input.options.timeout ?? DEFAULT_TIMEOUT) * 1000
  const assets = new AssetSource(tools.fetchAsset)
  const request = await within(deadline - tools.now(), printRequest(input, assets), input.options)
  const advisor = input.optimise && tools.model ? new Advisor(tools.model) : undefined
  for (let attempt = 1; ; attempt++) {
    const place = await reservePlace(tools, Math.min(tools.patienceMs, deadline - tools.now()))
    const timed = { ...request, timeoutMs: deadline - tools.now() }
    const outcome = await cancelOnAbort(place, tools.signal, () =>
      attemptRender(place, timed, { assets, advisor }),
    )
    tools.signal?.throwIfAborted()
    if ('bytes' in outcome) return { ...outcome, warnings: [...assets.warnings, ...outcome.warnings] }
    const again = outcome.failure === 'browser_lost' || outcome.failure === 'no_place'
    if (!again || attempt === ATTEMPTS) throw problemOf(outcome, input.options)
  }
}

/** Header and footer load what they need before the browser is asked, in the document's own time. */
async function within<Result>(ms: number, work: Promise<Result>, options: RenderOptions): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const timeout = problemOf({ ok: false, failure: 'timeout', message: '' }, options)
    timer = setTimeout(() => reject(timeout), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Does `work` at a reserved place. Ends its render there when the signal is aborted. */
async function cancelOnAbort<Result>(
  { name, stub }: Place,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const cancel = () => void stub.cancel(name).catch(() => undefined)
  if (signal?.aborted) cancel()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

type Lost = Extract<RenderResult, { ok: false }>

/** One try at one place. A fault of the connection counts as a lost browser. */
async function attemptRender(
  place: Place,
  request: PrintRequest,
  { assets, advisor }: { assets: AssetSource; advisor: Advisor | undefined },
): Promise<RawPdf | Lost> {
  try {
    const result = await place.stub.render(place.name, request, assets, advisor)
    if (!result.ok) return result
    const { pdf, ...printed } = result
    return { ...printed, bytes: await new Response(pdf).bytes() }
  } catch (error) {
    return { ok: false, failure: 'browser_lost', message: String(error) }
  }
}

/** All that the browser must know, with header and footer made self-contained. */
async function printRequest(input: RenderInput, assets: AssetSource): Promise<PrintRequest> {
  const { options } = input
  const { print, optimiseRequest } = printParameters(options)
  const load: LoadFile = (url, type) => assets.load(url, type)
  const [header, footer] = await Promise.all(
    [options.header_html, options.footer_html].map((html) => html && templateOf(html, options, load)),
  )
  const { html, url, scripted } = composePage(input)
  const hasMedia = dependsOnMedia(`${input.html}${input.css ?? ''}`)
  return {
    html,
    url,
    // The browser's own style sheet says of table heads on paper what an audit must know.
    media: options.media ?? (hasMedia || input.optimise ? 'print' : undefined),
    viewport: viewportFor(options, { heightIsSeen: scripted || hasMedia || input.optimise }),
    scripted,
    styles: scripted ? ownStyles(input) : undefined,
    waitFor: waitFor(options.wait_for),
    title: options.title,
    optimise: input.optimise ? optimiseRequest : undefined,
    header,
    footer,
    grow: { top: options.margin_top === undefined, bottom: options.margin_bottom === undefined },
    ownSize: options.prefer_css_page_size ? optimiseRequest.paper : undefined,
    print,
    timeoutMs: 0,
  }
}

function waitFor(wish: RenderOptions['wait_for']): PrintRequest['waitFor'] {
  return typeof wish === 'string' ? { selector: wish } : wish
}

function problemOf({ failure, message }: Lost, options: RenderOptions): Problem {
  switch (failure) {
    case 'timeout':
      return new Problem('render_timeout', {
        detail: `The document was not ready within ${options.timeout ?? DEFAULT_TIMEOUT} s. Look for endless scripts, slow images, a wait_for that never holds or a blurred shadow on a page of several metres, or raise options.timeout (60 at most).`,
      })
    case 'unprintable':
    case 'refused':
      return new Problem('document_invalid', {
        detail: `The document cannot be printed as asked: ${message}.`,
      })
    case 'no_place':
    case 'cancelled':
    case 'browser_lost':
      return new Problem('browser_lost', {
        detail: 'The browser was lost twice while printing this document. Nothing was charged; try again.',
        retryAfter: 2,
        cause: message,
      })
  }
}
