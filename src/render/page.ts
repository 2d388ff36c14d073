/**
 * Puts a caller's HTML and everything that must stand in it into one document, without a browser: what gives way
 * to the document's own styles goes to the very start of its head, what overrides them to the head's end.
 *
 * `insertionPoints` follows the tree construction of the HTML standard (13.2.6.4.1 to .4, "initial" to "in head"):
 * a style element put where head content may stand lands in the head, also where no head tag is written.
 */
import { DEFAULT_MARGIN, paperSize, type RenderOptions } from './options'
import { DOCUMENT_ADDRESS } from './sheet'

export type Composed = { html: string; css?: string | undefined; options: RenderOptions }

/**
 * What a document without an address may do: show files. Its scripts, should it have some after all, never run. What
 * is relative in it is told apart from what leads somewhere by an address that does not exist.
 */
const WITHOUT_ADDRESS = [
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src http: https: data: 'unsafe-inline'; img-src http: https: data:; font-src http: https: data:; form-action 'none'">`,
  `<base href="${DOCUMENT_ADDRESS}">`,
].join('')

/** The document as the browser is to load it. */
export function composePage(page: Composed): string {
  const { html, options } = page
  const { start, end } = insertionPoints(html)
  const styles = ownStyles(page)
  const before = [
    needsAddress(page) ? '' : WITHOUT_ADDRESS,
    options.lang !== undefined ? `<html lang="${options.lang}">` : '',
    styleElement('start', styles.start),
  ]
  const after = styleElement('end', styles.end)
  return html.slice(0, start) + before.join('') + html.slice(start, end) + after + html.slice(end)
}

/** What is put at the start and the end of the head. Scripts may write the head anew: then it is put there again. */
export type OwnStyles = { start: string; end: string }

export function ownStyles({ css = '', options }: Pick<Composed, 'css' | 'options'>): OwnStyles {
  return { start: `${overriding(options)}@page{margin:${DEFAULT_MARGIN}in}`, end: css }
}

/**
 * The rules that make explicit options win over the document's own: `@page` (CSS Paged Media 3), named pages included,
 * where its own size holds only with `prefer_css_page_size`; and no colours kept where backgrounds are omitted.
 *
 * They stand in the document's first cascade layer, where `!important` beats every other `!important` (CSS Cascade 5,
 * 6.4.2), that of a named or first page too. Order alone does not: Chromium lets the first of two important ones win.
 */
export function overriding(options: RenderOptions): string {
  const { width, height } = paperSize(options)
  const declarations = [
    options.prefer_css_page_size ? '' : `size:${inches(width)} ${inches(height)}!important`,
    ...(['top', 'right', 'bottom', 'left'] as const).map((side) => {
      const margin = options[`margin_${side}`]
      return margin === undefined ? '' : `margin-${side}:${inches(margin)}!important`
    }),
  ].filter(Boolean)
  const rules = [
    declarations.length ? `@page{${declarations.join(';')}}` : '',
    options.omit_backgrounds ? '*,::before,::after{print-color-adjust:economy!important}' : '',
  ].join('')
  return rules && `@layer platen{${rules}}`
}

/**
 * Whether a document may run scripts. What only looks like one counts as one. A slash or the quote of the attribute
 * before it begins an event handler as white space does, and a frame may name a script in character references.
 */
export function mayRunScripts({ html, options }: Pick<Composed, 'html' | 'options'>): boolean {
  if (options.wait_for !== undefined) return true
  return /<(script|i?frame|object|embed|portal|fencedframe)\b|[\s"'/]on[a-z]+\s*=|javascript:/i.test(html)
}

/**
 * Whether a document is asked for at an address of its own, which scripts and its own base see and the header may
 * print. All others are put into a page that stands: that spares them a navigation and a process, a tenth of the work.
 * Of those the browser keeps the mode only where a plain doctype asks for no quirks.
 */
export function needsAddress({ html, options }: Pick<Composed, 'html' | 'options'>): boolean {
  if (mayRunScripts({ html, options }) || options.base_url !== undefined) return true
  return /<base\b/i.test(html) || !/^\s*<!doctype html\s*>/i.test(html)
}

/** Whether a document may look otherwise, or load other files, by media type. */
export function dependsOnMedia(html: string): boolean {
  return /@media|@import|<link|\bmedia\s*=|matchMedia/i.test(html)
}

/** Inches as CSS writes them, exact to a thousandth of a point. */
function inches(value: number): string {
  return `${Number(value.toFixed(5))}in`
}

/** A style element of ours; what would end it early is escaped as CSS allows (CSS Syntax 4.3.7). */
function styleElement(place: keyof OwnStyles, css: string): string {
  return css && `<style data-platen-style="${place}">${css.replace(/<(?=\/style|!--)/gi, '\\3c ')}</style>`
}

/** Elements that may stand in a head: without content, and with content that is no markup of its own. */
const HEAD_ELEMENT = /<(html|head|meta|link|base|basefont|bgsound)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/iy
const HEAD_RAW_ELEMENT =
  /<(title|style|script|noscript|template|noframes)\b(?:"[^"]*"|'[^']*'|[^>"'])*>[\s\S]*?<\/\1\s*>/iy
const TRIVIA = /(?:[\s\uFEFF]+|<!--[\s\S]*?-->|<\?[^>]*>)+/y
const DOCTYPE = /<!doctype[^>]*>/iy

/** Where head content may begin (after the doctype), and where it ends; both are offsets into `html`. */
export function insertionPoints(html: string): { start: number; end: number } {
  const start = pass(html, pass(html, 0, TRIVIA), DOCTYPE)
  let end = start
  for (;;) {
    const at = pass(html, end, TRIVIA)
    const next = Math.max(pass(html, at, HEAD_ELEMENT), pass(html, at, HEAD_RAW_ELEMENT))
    if (next === at) return { start, end: at }
    end = next
  }
}

/** The offset behind a sticky pattern's match at `at`, or `at` where it does not match. */
function pass(html: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.test(html) ? pattern.lastIndex : at
}
