/** A template and data become a document: parsed, rendered, and put into the page with our design. */
import { runLongWork } from '../memory/long-work'
import { titleKey } from '../money/invoice-type'
import { escapeHtml } from '../text/markup'
import { design } from './builtin.data'
import { coerce } from './coerce'
import { CompileCache } from './compile-cache'
import { type Compiled, createEngine, type Engine, marksOf } from './engine'
import { isColor } from './filters/color'
import { fontStyles } from './font-face-styles'
import { readsOf } from './liquid-reads'
import { type Locale, localeOf } from './locale'
import type { TemplateSource, Variables } from './manifest'
import { objectOf } from './object-of'
import { type RenderingOwner, renderInTurns } from './render-in-turns'
import { variablesSchema } from './variables'

/** A document for the browser. `css` is the style of a page that is a whole document and so has none of our design. */
export type TemplateDocument = { html: string; css?: string; title: string }

/** The end of a key whose word is the form for some numbers (`filters/unit.ts`). */
const PLURAL_FORM = /_(?:zero|one|two|few|many|other)$/

const languages = Object.keys(design.words)
const fontsFor = fontStyles(design.fonts)
let engine: Engine | undefined
let cache: CompileCache | undefined
const names = new WeakMap<Compiled, string[]>()
const reads = new WeakMap<Compiled, { schema: Variables | undefined }>()

/** One engine an isolate, made when it is first needed: it parses our partials once. */
export function templateEngine(): Engine {
  engine ??= createEngine(design.partials)
  return engine
}

/** A page parsed, from the isolate's cache. Throws Problem `invalid_request` with line and column. */
export function compilePage(page: string): Compiled {
  cache ??= new CompileCache(templateEngine())
  return cache.get(page, '/page')
}

/** Milliseconds to parse an output, a tag or a filter, about. */
const MS_PER_MARK = 0.015

/** Milliseconds to parse a page that the isolate does not know yet, about. */
export function parseMs(page: string): number {
  return cache?.has(page) ? 0 : page.length / 2000 + MS_PER_MARK * marksOf(page)
}

/** Milliseconds to find what a template reads that the isolate does not know yet, about; 0 if it declares it. */
export function readsMs(template: TemplateSource): number {
  if (variablesSchema(template)) return 0
  const { page } = template
  return cache?.has(page) && reads.has(compilePage(page)) ? 0 : parseMs(page) + page.length / 2000
}

/**
 * Names of the data that a template reads: those it declares, else those found by parsing its page.
 */
export function variablesOf(template: Pick<TemplateSource, 'page' | 'variables' | 'invoice'>): string[] {
  const declared = variablesSchema(template)?.properties
  if (declared) return Object.keys(declared).sort()
  const compiled = compilePage(template.page)
  const known = names.get(compiled) ?? templateEngine().variables(compiled)
  names.set(compiled, known)
  return known
}

/** What the Liquid of a page reads of its data; undefined if it is too involved to tell. */
export function readsOfPage(compiled: Compiled): Variables | undefined {
  const known = reads.get(compiled)
  if (known) return known.schema
  const schema = readsOf(compiled.nodes)
  reads.set(compiled, { schema })
  return schema
}

/** A request's data as the template declares them (`coerce`); as they are if it declares nothing. */
export function fitData(template: TemplateSource, data: Record<string, unknown>): Record<string, unknown> {
  const variables = variablesSchema(template)
  return variables ? coerce(variables, data) : data
}

/**
 * Renders a template with a request's data to a complete HTML document with its fonts and styles inside. QR codes of a
 * preview are marked.
 *
 * @throws Problem `invalid_request` with a pointer for what cannot be printed, `document_invalid` over a limit,
 * `pool_full` if too much of the owner's waits
 */
export async function renderDocument(
  template: TemplateSource,
  data: Record<string, unknown>,
  owner?: RenderingOwner,
  { isPreview = false }: { isPreview?: boolean | undefined } = {},
): Promise<TemplateDocument> {
  const fitted = fitData(template, data)
  const locale = localeOf(fitted, languages)
  const words = wordsOf(locale, fitted.labels)
  const brand = objectOf(fitted.brand)
  const shared = {
    brand,
    locale: locale.tag,
    language: locale.language,
    direction: locale.direction,
    currency: locale.currency,
    home: homeOf(fitted),
  }
  const globals = { locale, words, data: fitted, isPreview }
  const page = await runLongWork(parseMs(template.page), () => compilePage(template.page), owner)
  const rendering = templateEngine().render(page, fitted, shared, globals)
  const body = await renderInTurns(rendering, owner)
  if (/^\s*<(?:!doctype|html)\b/i.test(body))
    return { html: body, css: template.style, title: template.label }
  const title = titleOf(template, fitted, words)
  return {
    html: documentHtml({ template, body, title, locale, brand, words }),
    title,
  }
}

/** The country that addresses do not repeat: that of both sides. Undefined if the document crosses a border. */
function homeOf(data: Record<string, unknown>): unknown {
  const countries = [data.seller ?? data.sender, data.buyer ?? data.recipient].map(
    (party) => objectOf(objectOf(party).address).country,
  )
  const [from, to] = countries.map((country) =>
    typeof country === 'string' ? country.trim().toUpperCase() : '',
  )
  return to === '' || to === from ? countries[0] : undefined
}

type PageParts = {
  template: TemplateSource
  body: string
  title: string
  locale: Locale
  brand: Record<string, unknown>
  words: Record<string, string>
}

function documentHtml({ template, body, title, locale, brand, words }: PageParts) {
  const accent = isColor(brand.accent) ? ` style="--accent:${escapeHtml(brand.accent)}"` : ''
  const fonts = fontsFor(body + String(brand.footer ?? ''))
  const kind = (template.id.split('@', 1)[0] ?? '').replace('/', '-')
  return `<!doctype html><html lang="${escapeHtml(locale.tag)}" dir="${locale.direction}"${accent}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fonts}${design.style}${brandFont(brand)}${pageStyle(template, brand, words, locale)}${template.style}</style></head><body class="${kind}">${body}</body></html>`
}

/** The brand's own font before ours, which have what it lacks; margin boxes see no variables of the page. */
function brandFont({ font, font_bold }: Record<string, unknown>): string {
  const faces = [
    [400, font],
    [600, font_bold],
  ].filter((face): face is [number, string] => typeof face[1] === 'string' && face[1] !== '')
  if (faces.length === 0) return ''
  const rules = faces.map(
    ([weight, address]) =>
      `@font-face{font-family:Brand;font-weight:${weight};src:url(${cssString(address)})}`,
  )
  const boxes = ['left', 'right'].map((side) => `@bottom-${side}{font-family:Brand,Plex,sans-serif}`)
  return `${rules.join('')}:root{--brand-font:Brand,Plex}@page{${boxes.join('')}}`
}

/** Size and running foot of the page: the brand's line at the start of the line, the page's number at its end. */
function pageStyle(
  template: TemplateSource,
  brand: Record<string, unknown>,
  words: Record<string, string>,
  locale: Locale,
) {
  const { size, orientation } = template
  const paper = size ? `${size.width}mm ${size.height}mm` : `A4 ${orientation}`
  const [start, end] = locale.direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const footer = typeof brand.footer === 'string' ? brand.footer.slice(0, 300) : ''
  const [before = '', between = ''] = (words.page_of ?? '').split(/[#%]/)
  return `@page{size:${paper};@bottom-${start}{width:78%;content:${cssString(footer)};direction:${directionOf(footer)};text-align:${start}}@bottom-${end}{width:22%;content:${cssString(before)} counter(page) ${cssString(between)} counter(pages)}}`
}

/** A foot of another direction than the document's reads in its own, full stop and all. */
const directionOf = (text: string) => (/^\P{L}*[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(text) ? 'rtl' : 'ltr')

/** A CSS string (CSS Syntax 3, 4.3.5): everything that could end it, or the style element, is a code point. */
function cssString(text: string) {
  const safe = text.replace(
    /[^\p{L}\p{N} .,:;·–—|/@+()-]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  )
  return `"${safe}"`
}

/** Our words in the document's language, with those of the caller's `labels` in their place. */
function wordsOf(locale: Locale, labels: unknown): Record<string, string> {
  const words = design.words[locale.language] ?? {}
  const own = Object.entries(objectOf(labels)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  if (own.length === 0) return words
  const named = new Set(own.map(([key]) => key))
  // A caller's word for a unit stands for all of its plural forms.
  const ours = Object.entries(words).filter(([key]) => !named.has(key.replace(PLURAL_FORM, '')))
  return Object.fromEntries([...ours, ...own])
}

/** `Invoice 2026-0417`: what the document calls itself and its number, for the PDF's title. */
function titleOf(template: TemplateSource, data: Record<string, unknown>, words: Record<string, string>) {
  const category = template.id.split('/')[0] ?? ''
  const isInvoice = category === 'invoice'
  const key = isInvoice ? titleKey(data.type_code) : category
  const name = (template.id.split('/')[1] ?? '').replaceAll('-', '_')
  const own = data.title ?? (isInvoice ? data.name : undefined) ?? words[key] ?? words[name] ?? template.label
  return [own, data.number].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}
