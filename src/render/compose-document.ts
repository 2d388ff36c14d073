/**
 * Puts a caller's HTML and everything that must stand in it into one document, without a browser: what gives way
 * to the document's own styles goes to the very start of its head, what overrides them to the head's end.
 * A style element put between the doctype and the head's end lands in the head, also if no head tag is written.
 */

import { escapeEndTags } from '../browser/css-addresses'
import type { OwnStyles } from '../browser/print-request'
import { DOCUMENT_ADDRESS } from '../browser/tab'
import { withoutData } from '../text/without-data'
import { findHead } from './html-head'
import { marginBoxRules, type PageBleed } from './page-bleed'
import { DEFAULT_MARGIN, paperSize } from './paper-size'
import type { RenderOptions } from './render-options'
import { hidingRules } from './visit-options'

export type ComposedDocument = {
  html: string
  /** Characters that it will have more: files of its that are held apart (`holdData`). */
  heldLength?: number
  css?: string | undefined
  inert?: true | undefined
  /** What the sheets have beyond their pages. */
  bleed?: PageBleed | undefined
  options: RenderOptions
}

/**
 * What a document without an address may do: show files. Its scripts, should it have some after all, never run. What
 * is relative in it is told apart from what leads somewhere by an address that does not exist.
 */
const WITHOUT_ADDRESS = [
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src http: https: data: 'unsafe-inline'; img-src http: https: data:; font-src http: https: data:; form-action 'none'">`,
  `<base href="${DOCUMENT_ADDRESS}">`,
].join('')

/** A document as the browser is to load it. */
export type ComposeInput = {
  html: string
  /** Address that it is asked for at; nothing if it is put into the page that stands. */
  url: string | undefined
  /** Whether it may run scripts. If not, its policy lets none run, whatever it holds after all (`interception.ts`). */
  scripted: boolean
  /** Whether it may be written into a tab after another document, and another after it. */
  mayShareTab: boolean
  /** Whether it has no policies of its own, which an empty document that takes its place would inherit. */
  isWithoutPolicies: boolean
}

/**
 * Composes the document, and judges what came of it: `css` is part of that. An address is what scripts and the
 * document's own base see and the header may print. A document without one is put into a page that stands: that spares
 * it a navigation and a process, a tenth of the work.
 */
export function composeDocument(input: ComposedDocument): ComposeInput {
  const { options, heldLength = 0 } = input
  const { first, rest } = withStyles(input)
  const markup = withoutData(first + rest)
  const active = options.wait_for !== undefined || isClicked(options) || mayRunScripts(markup)
  const scripted = active && !input.inert
  const policyAt = policyPlace(first)
  const addressed =
    active || options.base_url !== undefined || policyAt === undefined || REFUSES_WRITING.test(markup)
  const isLong = first.length + rest.length + heldLength > MAX_SHARING
  return {
    html: addressed
      ? first + rest
      : first.slice(0, policyAt) + WITHOUT_ADDRESS + first.slice(policyAt) + rest,
    url: addressed ? (options.base_url ?? DOCUMENT_ADDRESS) : undefined,
    scripted,
    mayShareTab: !addressed && !isLong && !NEEDS_FRAMES.test(markup),
    isWithoutPolicies: !addressed && !HAS_POLICIES.test(markup),
  }
}

/** What looks otherwise where nothing is painted, as in a tab that is kept: what takes the focus, and controls of films and sounds. */
const NEEDS_FRAMES = /\bautofocus\b|<(?:video|audio)\b/i

/**
 * What may give a document without scripts a policy: a `meta` element that stands for a header, but for two that are harmless,
 * and one that is named `referrer` (HTML 4.2.5), maybe with letters as character references.
 */
const HAS_POLICIES =
  /http-equiv(?!\s{0,3}=\s{0,3}["']?(?:content-type|x-ua-compatible)["'\s/>])|\breferrer|&#(?:x?0{4}|0{0,3}(?:114|82|101|69|102|70)(?!\d)|x0{0,3}[4-7][256](?![\da-f]))/i

function isClicked({ click = [] }: RenderOptions): boolean {
  return click.length > 0
}

/** The document with its styles and those that print it, for somebody who shows it in a browser of their own. */
export function styledHtml(input: ComposedDocument): string {
  const { first, rest } = withStyles(input)
  return first + rest
}

/** The document in two parts, the first of which is its doctype. */
function withStyles(input: ComposedDocument): { first: string; rest: string } {
  const { options } = input
  // What decodes a file drops it (Encoding 6); in a page that is written, it would be the text before the doctype.
  const html = input.html.replace(/^\uFEFF/, '')
  const { start, end } = findHead(html)
  const styles = documentStyles(input)
  const root = options.lang === undefined ? '' : `<html lang="${options.lang}">`
  const rest = [
    root,
    styleElement('start', styles.start),
    html.slice(start, end),
    styleElement('end', styles.end),
    html.slice(end),
  ].join('')
  return { first: html.slice(0, start), rest }
}

/** Characters of a document that may leave its tab to the next. A larger one would fill its memory. */
const MAX_SHARING = 2_000_000

/** What is put at the start and the end of a document's head: our rules, and the caller's `css`. */
export function documentStyles({
  css = '',
  options,
  bleed: { outset } = { outset: 0 },
}: Pick<ComposedDocument, 'css' | 'options'> & { bleed?: { outset: number } | undefined }): OwnStyles {
  const pages = `@page{margin:${inches(DEFAULT_MARGIN + outset)}}${outset > 0 ? marginBoxRules(outset) : ''}`
  return { start: overriding(options, outset) + pages, end: css }
}

/**
 * The rules that make explicit options win over the document's own: `@page` (CSS Paged Media 3), named pages included,
 * where its own size holds only with `prefer_css_page_size`; and no colours kept where backgrounds are omitted.
 *
 * They stand in the document's first cascade layer, where `!important` beats every other `!important` (CSS Cascade 5,
 * 6.4.2), that of a named or first page too. Order alone does not: Chromium lets the first of two important ones win.
 */
function overriding(options: RenderOptions, outset: number): string {
  const { width, height } = paperSize(options)
  const declarations = [
    options.prefer_css_page_size
      ? ''
      : `size:${inches(width + 2 * outset)} ${inches(height + 2 * outset)}!important`,
    ...(['top', 'right', 'bottom', 'left'] as const).map((side) => {
      const margin = options[`margin_${side}`]
      return margin === undefined ? '' : `margin-${side}:${inches(margin + outset)}!important`
    }),
  ].filter(Boolean)
  const rules = [
    declarations.length ? `@page{${declarations.join(';')}}` : '',
    hidingRules(options.hide),
    options.omit_backgrounds ? '*,::before,::after{print-color-adjust:economy!important}' : '',
  ].join('')
  return rules && `@layer platen{${rules}}`
}

/**
 * Whether a composed document may run scripts. What only looks like one counts as one, but for elements that hold data by
 * their type. A slash or the quote of the attribute before it begins an event handler as white space does, and a frame may
 * name a script in character references.
 */
function mayRunScripts(html: string): boolean {
  if (ACTIVE_CONTENT.test(html) || EVENT_HANDLER.test(html)) return true
  for (const [, attributes = ''] of html.matchAll(SCRIPT)) if (!DATA_BLOCK.test(attributes)) return true
  return false
}

const ACTIVE_CONTENT = /<(?:i?frame|object|embed|portal|fencedframe)\b|javascript:/i
const SCRIPT = /<script\b([^>]{0,400})/gi
/**
 * Types that no browser runs (HTML 4.12.1, "data block"), at the start of the attributes or behind an id: of two types the
 * first holds, and one within another attribute's value is none, so an id ends with the quote that it began with.
 */
const DATA_BLOCK =
  /^\s{1,9}(?:id\s{0,3}=\s{0,3}(?:"[\w-]{1,100}"|'[\w-]{1,100}'|[\w-]{1,100})\s{1,9})?type\s{0,3}=\s{0,3}["']?(?:application\/(?:ld\+)?json|text\/(?:x-)?template|text\/x-handlebars-template|text\/plain)(?:["'\s/]|$)/i
const EVENT_HANDLER = /[\s"'/]on[a-z]+\s*=/i

/** A base of its own, or a refresh, which would end the wait of a written document (`waitUntilReady`). */
const REFUSES_WRITING = /<base\b|http-equiv\s{0,3}=\s{0,3}["']?\s{0,3}refresh/i

/**
 * Where the policy of a document without an address stands in its `first` part: behind a doctype with nothing before it,
 * which ends at its first `>` whatever it says (HTML 13.2.5.53), or, without one, before everything. `undefined` for
 * all others, so that no comment could hold the policy. The doctype, or none, gives a written document the same mode.
 */
function policyPlace(first: string): number | undefined {
  if (/^[\t\n\f\r ]*<!doctype[^>]*>$/i.test(first)) return first.length
  return /<!doctype/i.test(first) ? undefined : 0
}

/** Whether a document may look otherwise, or load other files, by media type. */
export function dependsOnMedia(html: string): boolean {
  return /@media|@import|<link|\bmedia\s*=|matchMedia/i.test(html)
}

/** Inches as CSS writes them, exact to a thousandth of a point. */
function inches(value: number): string {
  return `${Number(value.toFixed(5))}in`
}

/** A style element of ours, which its text cannot end. */
function styleElement(place: keyof OwnStyles, css: string): string {
  return css && `<style data-platen-style="${place}">${escapeEndTags(css)}</style>`
}
