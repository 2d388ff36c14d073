import { escapeHtml } from '../markup'
import { design } from './builtin.data'
import { coerce } from './coerce'
import { CompileCache } from './compile-cache'
import { type Compiled, createEngine, type Engine } from './engine'
import { isColor } from './filters/color'
import { fontStyles } from './fonts'
import { titleKey } from './invoice-type'
import { type Locale, localeOf } from './locale'
import type { TemplateSource } from './manifest'
import { variablesSchema } from './variables'

/** A document for the browser. `css` is the style of a page that is a whole document and so has none of our design. */
export type TemplateDocument = { html: string; css?: string; title: string }

const languages = Object.keys(design.words)
const fontsFor = fontStyles(design.fonts)
let engine: Engine | undefined
let cache: CompileCache | undefined

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

/**
 * Names of the data that a template reads: those it declares, else those found by parsing its page.
 */
export function variablesOf(template: Pick<TemplateSource, 'page' | 'variables' | 'invoice'>): string[] {
  const declared = variablesSchema(template)?.properties
  if (declared) return Object.keys(declared).sort()
  return templateEngine().variables(compilePage(template.page))
}

/** A request's data as the template declares them (`coerce`); as they are if it declares nothing. */
export function fitData(template: TemplateSource, data: Record<string, unknown>): Record<string, unknown> {
  const variables = variablesSchema(template)
  return variables ? coerce(variables, data) : data
}

/**
 * Renders a template with a request's data to a complete HTML document with its fonts and styles inside.
 *
 * @throws Problem `invalid_request` with a pointer for what cannot be printed, `document_invalid` over a limit
 */
export function renderDocument(template: TemplateSource, data: Record<string, unknown>): TemplateDocument {
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
    home: objectOf(objectOf(fitted.seller ?? fitted.sender).address).country,
  }
  const globals = { locale, words, data: fitted }
  const body = templateEngine().render(compilePage(template.page), fitted, shared, globals)
  if (/^\s*<(?:!doctype|html)\b/i.test(body))
    return { html: body, css: template.style, title: template.label }
  const title = titleOf(template, fitted, words)
  return {
    html: documentHtml({ template, body, title, locale, brand, words }),
    title,
  }
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
  return `<!doctype html><html lang="${escapeHtml(locale.tag)}" dir="${locale.direction}"${accent}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fonts}${design.style}${pageStyle(template, brand, words, locale)}${template.style}</style></head><body class="${kind}">${body}</body></html>`
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
  return `@page{size:${paper};@bottom-${start}{content:${cssString(footer)}}@bottom-${end}{content:${cssString(before)} counter(page) ${cssString(between)} counter(pages)}}`
}

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
  return own.length > 0 ? { ...words, ...Object.fromEntries(own) } : words
}

/** `Invoice 2026-0417`: what the document calls itself and its number, for the PDF's title. */
function titleOf(template: TemplateSource, data: Record<string, unknown>, words: Record<string, string>) {
  const category = template.id.split('/')[0] ?? ''
  const key = category === 'invoice' ? titleKey(data.type_code) : category
  const own = data.title ?? words[key] ?? template.label
  return [own, data.number].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
