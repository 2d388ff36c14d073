/** From a caller's document and options to what the browser is sent. */
import type { PrintRequest, Visit } from '../browser/print-request'
import { Problem } from '../errors'
import type { Furniture } from '../in-page/contract'
import { TurnsBySize } from '../memory/turns-by-size'
import { hasSecrets, type SentHeaders } from '../net/sent-headers'
import { hasMoreTags } from '../text/markup'
import { type HeldData, holdData, withoutData } from '../text/without-data'
import { composeDocument, dependsOnMedia, documentStyles } from './compose-document'
import { MAX_DEPTH, nestsTooDeep } from './css-depth'
import { composeTemplates } from './header-footer'
import { type HeaderHtml, headerVariants, runningHeadersOf } from './header-variants'
import { withOwnFiles } from './own-files'
import { withOwnMargins } from './own-margins'
import type { PageBleed } from './page-bleed'
import type { AssetSource } from './page-file-source'
import { printParameters, viewportFor } from './print-parameters'
import type { RenderOptions } from './render-options'
import { askedViewport } from './visit-options'

export type RenderInput = {
  html: string
  css?: string | undefined
  /** What its files are asked for with. */
  sent?: SentHeaders | undefined
  /** Who its scripts take the browser for. */
  navigator?: PrintRequest['navigator']
  /** Whether it is a stranger's page, which may not have the account's own files. */
  foreign?: true | undefined
  /** Whether diagrams in it are to be drawn. */
  diagrams?: true | undefined
  /** Whether no script may run, whatever the document holds. */
  inert?: true | undefined
  /** What the sheets have beyond their pages, if that is known already. */
  bleed?: PageBleed | undefined
  options: RenderOptions
  /** `goCreditMode`: audit and repair. */
  optimize: boolean
  /** Whether it is to be told where on paper findings stand. */
  layout?: true | undefined
}

/**
 * All that the browser must know but the time that is left, with header and footer made self-contained. A large document
 * is searched while others have their turn, and without the files that it holds: `held` is its HTML. Throws `document_invalid` for
 * what is too large to be sent.
 */
export async function composePrintRequest(
  asked: RenderInput & { furniture?: Furniture },
  {
    assets,
    tabOwner,
    hasLargerPages = false,
    held = holdData(asked.html),
  }: { assets: AssetSource; tabOwner: string; hasLargerPages?: boolean; held?: HeldData },
): Promise<UntimedRequest> {
  const turns = new TurnsBySize()
  const others = () => turns.after(held.text.length)
  const searched = { ...asked, html: held.text, heldLength: held.length }
  const input = asked.foreign ? searched : namingOwnFiles(searched)
  await others()
  const { options } = input
  const { furniture, bleed } = asked
  const { print, optimizeRequest } = printParameters(options, bleed?.outset)
  const running = runningHeadersOf(options)
  const compose = (html: HeaderHtml) =>
    composeTemplates({ ...options, ...html }, (url, type) => assets.load(url, type), bleed?.outset)
  const printed = running ? { header: undefined, footer: undefined } : await compose(options)
  const drawnLater = running && (await Promise.all(headerVariants(running).map(compose)))
  const { html, url, scripted, mayShareTab, isWithoutPolicies } = composeDocument(input)
  await others()
  const own = withoutData(`${input.html}${input.css ?? ''}`)
  assertShallow(own, input.css)
  const hasMedia = dependsOnMedia(own)
  await others()
  const isMeasured = input.optimize || input.layout || furniture !== undefined || options.single_page === true
  const laidOut = isMeasured && !scripted ? withOwnMargins(options, own) : options
  const request: UntimedRequest = {
    html,
    url,
    // The browser's own style sheet says of table heads on paper what an audit must know.
    media: options.media ?? (hasMedia || isMeasured ? 'print' : undefined),
    viewport:
      askedViewport(options.viewport) ??
      viewportFor(laidOut, { heightIsSeen: scripted || hasMedia || isMeasured }),
    scripted,
    visit: visitOf(options, { scripted }),
    navigator: scripted ? input.navigator : undefined,
    hasSecrets: hasSecrets(input.sent) || undefined,
    diagrams: input.diagrams,
    // What draws diagrams leaves more in a tab than a document does.
    tabOwner: mayShareTab && !input.diagrams && options.isolation !== 'strict' ? tabOwner : undefined,
    isWithoutPolicies: isWithoutPolicies || undefined,
    styles: scripted ? documentStyles(input) : undefined,
    waitFor: scripted ? waitFor(options.wait_for) : undefined,
    title: options.title,
    optimize: input.optimize ? optimizeRequest : undefined,
    tellsCut: (!input.optimize && isAsWideAsPaper(options)) || undefined,
    layout: input.layout && { paper: optimizeRequest.paper, backgrounds: optimizeRequest.backgrounds },
    ...printed,
    drawnLater,
    grow: { top: options.margin_top === undefined, bottom: options.margin_bottom === undefined },
    furniture,
    grown: bleed && {
      paper: printParameters(options).optimizeRequest.paper,
      outset: bleed.outset * 96,
      bleed: bleed.bleed * 96,
    },
    forms: options.forms || undefined,
    sheet: options.single_page ? optimizeRequest.paper : undefined,
    largerPages: mayShrinkPages(asked)
      ? { paper: optimizeRequest.paper, isKnown: hasLargerPages }
      : undefined,
    paperToCheck: options.prefer_css_page_size ? optimizeRequest.paper : undefined,
    print,
  }
  assertSendable(request, held.length)
  return { ...request, html: held.restore(html) }
}

/** Whether the window has the width of the pages: a window, a sheet or a page size of the document's own may differ. */
function isAsWideAsPaper({ viewport, single_page, prefer_css_page_size }: RenderInput['options']): boolean {
  return !viewport && !single_page && !prefer_css_page_size
}

/**
 * Whether pages that the document makes larger than the paper are printed smaller. A header or footer, what is filled in on
 * pages, fields and one sheet are of the paper's size, and so is all else then.
 */
function mayShrinkPages({ options, furniture, bleed }: RenderInput & { furniture?: Furniture }): boolean {
  const { prefer_css_page_size, single_page, forms, header_html, footer_html } = options
  const hasHeaders = Boolean(header_html || footer_html) || runningHeadersOf(options) !== undefined
  return prefer_css_page_size === undefined && !single_page && !forms && !furniture && !bleed && !hasHeaders
}

function namingOwnFiles<Input extends RenderInput>(input: Input): Input {
  return { ...input, html: withOwnFiles(input.html), css: input.css && withOwnFiles(input.css) }
}

/** Throws `document_invalid` for styles that would end the page that reads them. */
function assertShallow(html: string, css: string | undefined): void {
  if (!nestsTooDeep(html, css)) return
  throw new Problem('document_invalid', {
    detail: `Its styles nest more than ${MAX_DEPTH} blocks within one another: look for a bracket "}" that is missing again and again.`,
  })
}

function visitOf(
  { click, hide, scroll }: RenderOptions,
  { scripted }: { scripted: boolean },
): Visit | undefined {
  const visit = {
    click: click?.length ? click : undefined,
    hide: hide?.length ? hide : undefined,
    scroll: (scroll && scripted) || undefined,
  }
  return visit.click || visit.hide || visit.scroll ? visit : undefined
}

function waitFor(option: RenderOptions['wait_for']): PrintRequest['waitFor'] {
  return typeof option === 'string' ? { selector: option } : option
}

/** A request before it is known how much time the wait for a slot has left it. */
export type UntimedRequest = Omit<PrintRequest, 'timeoutMs'>

/** What may be sent to the pool at once, in bytes: the platform's 32 MiB, less what is not counted here. */
const MAX_REQUEST_BYTES = 31 << 20

/** A browser needs more than the longest time-out to lay out and print as many elements, if they show anything. */
const MAX_TAGS = 1_000_000

/**
 * Throws `document_invalid` for what could not be sent, or printed: another try would not be shorter. `heldLength`: characters
 * that its document will have more, none of them a tag.
 */
function assertSendable(request: UntimedRequest, heldLength: number): void {
  const { html, styles } = request
  const templates = [request, ...(request.drawnLater ?? [])].flatMap(({ header = '', footer = '' }) => [
    header,
    footer,
  ])
  if (hasMoreTags([html, ...templates], MAX_TAGS)) {
    throw new Problem('document_invalid', {
      detail: `The document, its header and footer have more than ${MAX_TAGS} tags, which takes a browser too long. Print it in parts, and put them together with POST /v1/finish.`,
    })
  }
  const others = [...templates, styles?.start ?? '', styles?.end ?? '']
  // Text is sent as Latin-1 if it can be, else with two bytes a character.
  const bytesOf = (text: string, length = text.length) => length * (/[^\0-\xff]/.test(text) ? 2 : 1)
  const bytes = others.reduce((sum, text) => sum + bytesOf(text), bytesOf(html, html.length + heldLength))
  if (bytes <= MAX_REQUEST_BYTES) return
  throw new Problem('document_invalid', {
    detail: `The document, its css, header and footer come to ${bytes >> 20} MB together; ${MAX_REQUEST_BYTES >> 20} MB is the most. Refer to large files by address instead of data: addresses.`,
  })
}
