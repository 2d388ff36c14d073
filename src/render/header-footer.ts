/**
 * Headers and footers. Chromium prints them from a template of its own: text has size 0, nothing is loaded from the
 * network, backgrounds lose their colours. Here they become self-contained, readable and aligned with the text.
 */

import { type CssAddress, escapeEndTags, findAddresses, replaceAddresses } from '../browser/css-addresses'
import { DOCUMENT_ORIGIN } from '../browser/tab'
import { Problem } from '../errors'
import { InlinedFiles, type LoadFile, MAX_TEMPLATE_BYTES, NOTHING, SOURCE_ATTRIBUTE } from './inlined-files'
import { DEFAULT_MARGIN } from './paper-size'
import type { RenderOptions } from './render-options'

export type Templates = { header: string | undefined; footer: string | undefined }

/** Elements that load, lead elsewhere or run: in a header Chromium refuses to print beside most that it cannot load. */
const REMOVED = [
  ...['script', 'base', 'meta', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal'],
  ...['fencedframe', 'video', 'audio', 'source', 'track'],
]

/** Imports within imports that are followed. */
const MAX_IMPORTS = 4

/**
 * Makes header and footer stand by themselves: images and style sheets inlined, what does not load left out, sizes and
 * side margins as a reader expects. `outset`: how far the sheet reaches beyond the page, in inches. Throws a Problem,
 * `document_invalid`, if that comes to too much.
 */
export async function composeTemplates(
  options: RenderOptions,
  load: LoadFile,
  outset = 0,
): Promise<Templates> {
  const { header_html, footer_html } = options
  const files = new InlinedFiles(load)
  const [header, footer] = await Promise.all(
    [header_html, footer_html].map((html) => html && rewrite(html, options.base_url, files)),
  )
  if (files.isOver) {
    throw new Problem('document_invalid', {
      detail: `header_html and footer_html come to ${megabytes(files.bytes)} MB or more with what they refer to; ${megabytes(MAX_TEMPLATE_BYTES)} MB is the most. Every page carries them: use smaller images and fonts, and fewer @import.`,
    })
  }
  // Once is enough: a style of one reaches the other.
  const own = headerFooterStyles(options, outset)
  const styles = own + files.styles()
  const filled = (html: string | undefined, css: string) => html && `<style>${css}</style>${files.fill(html)}`
  return {
    header: filled(header, styles),
    footer: filled(footer, header ? own : styles),
  }
}

function megabytes(bytes: number): string {
  return (bytes / (1 << 20)).toFixed(1).replace(/\.0$/, '')
}

/** For Chromium's own boxes, which no closing tag of the caller's ends: it sets each one's content as a whole. */
function headerFooterStyles(options: RenderOptions, outset: number): string {
  const { margin_left: left = DEFAULT_MARGIN, margin_right: right = DEFAULT_MARGIN } = options
  const colours = options.omit_backgrounds ? 'economy' : 'exact'
  const box = `display:flow-root;box-sizing:border-box;width:100%;padding-left:${left + outset}in;padding-right:${right + outset}in;font:10px/1.3 sans-serif;-webkit-print-color-adjust:${colours}`
  const beyond = `${outset}in solid transparent`
  const edges = outset > 0 ? `#header{border-top:${beyond}}#footer{border-bottom:${beyond}}` : ''
  return `#header,#footer{${box}}${edges}`
}

/** The template without what runs or loads, and with a mark for every file. */
async function rewrite(html: string, base: string | undefined, files: InlinedFiles): Promise<string> {
  files.bytes += html.length
  const rewriter = new HTMLRewriter()
  for (const name of REMOVED) rewriter.on(name, { element: (element) => void element.remove() })
  return await rewriter
    .on('*', { element: dropHandlers })
    .on('img[src]', {
      async element(element) {
        const address = unescaped(element.getAttribute('src') ?? '')
        if (isInside(address)) return
        element.removeAttribute('src')
        const url = absolute(address, base)
        const mark = url && (await files.mark(url, 'source'))
        if (mark) element.setAttribute(SOURCE_ATTRIBUTE, mark)
      },
    })
    .on('[style]', {
      async element(element) {
        const css = unescaped(element.getAttribute('style') ?? '')
        const inlined = await inlineCss(css, base, files)
        if (inlined !== css) element.setAttribute('style', inlined.replaceAll('&', '&amp;'))
      },
    })
    .on('link', {
      async element(element) {
        const css = await linkedCss(element, base, files)
        if (css === undefined) element.remove()
        else element.replace(`<style>${css}</style>`, { html: true })
      },
    })
    .on('style', styleInliner(base, files))
    .on('.url', { element: (element) => void (base === undefined && element.remove()) })
    .transform(new Response(html))
    .text()
    .catch((error: unknown) => {
      if (!/Parser error|memory limit/i.test(String(error))) throw error
      throw new Problem('document_invalid', {
        detail:
          'header_html or footer_html cannot be read: an element is where HTML does not allow it, such as a style or noscript inside a select or a frameset.',
        cause: error,
      })
    })
}

/** Attributes that run or load and are not inlined; addresses of drawings may only name a part of the document. */
function dropHandlers(element: Element) {
  const drawn = ['use', 'image', 'feimage'].includes(element.tagName.toLowerCase())
  for (const [name = '', value = ''] of [...element.attributes]) {
    const address = /^(xlink:)?href$/i.test(name) && drawn && !isInside(value)
    if (address || /^(on.*|srcset|background)$/i.test(name)) element.removeAttribute(name)
  }
}

/** What a link to a style sheet leads to, self-contained; nothing for other links, and if it does not load. */
async function linkedCss(
  element: Element,
  base: string | undefined,
  files: InlinedFiles,
): Promise<string | undefined> {
  const relations = (element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/)
  if (!relations.includes('stylesheet') || relations.includes('alternate')) return undefined
  return await sheetAt(absolute(unescaped(element.getAttribute('href') ?? ''), base), MAX_IMPORTS, files)
}

async function sheetAt(url: string | undefined, imports: number, files: InlinedFiles) {
  const sheet = url && imports > 0 ? await files.sheet(url) : undefined
  return sheet === undefined ? undefined : escapeEndTags(await inlineCss(sheet, url, files, imports - 1))
}

/** Rewrites the text of style elements, which arrives in pieces. */
function styleInliner(base: string | undefined, files: InlinedFiles): HTMLRewriterElementContentHandlers {
  let pieces: string[] = []
  return {
    async text(chunk) {
      pieces.push(chunk.text)
      if (!chunk.lastInTextNode) return chunk.remove() as unknown as undefined
      const css = pieces.join('')
      pieces = []
      chunk.replace(await inlineCss(css, base, files), { html: true })
    },
  }
}

/** Replaces every `@import` and address of a style sheet or attribute by its content, or by nothing. */
async function inlineCss(
  css: string,
  base: string | undefined,
  files: InlinedFiles,
  imports = MAX_IMPORTS,
): Promise<string> {
  const addresses = findAddresses(css)
  const inlined = await Promise.all(
    addresses.found.map(async (found) => {
      const url = absolute(found.address, base)
      if (isInside(found.address)) return undefined
      if (found.imported) return await importedCss(found, url, imports, files)
      const place = found.rule === '' ? 'style' : 'fixed'
      return (url && (await files.mark(url, place))) || NOTHING
    }),
  )
  let next = 0
  return replaceAddresses(addresses, () => inlined[next++], { wholeImports: true })
}

async function importedCss(
  { imported }: CssAddress,
  url: string | undefined,
  imports: number,
  files: InlinedFiles,
): Promise<string> {
  const sheet = await sheetAt(url, imports, files)
  if (sheet === undefined) return ''
  // A layer's or a feature's condition is no media query, and then none of the sheet holds.
  return imported?.conditions ? `@media ${imported.conditions}{${sheet}}` : sheet
}

/** Whether an address leads nowhere else. */
function isInside(address: string): boolean {
  return /^\s*(data:|#)/i.test(address)
}

/** An attribute's value, which the rewriter hands over as it is written. */
function unescaped(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_, decimal, hex, name) => {
      if (name) return NAMED[name.toLowerCase()] ?? ''
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd'
    },
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The address as an absolute one; relative ones without a base keep a form that the loader can warn about. */
function absolute(address: string, base: string | undefined): string | undefined {
  try {
    return new URL(address.trim(), base ?? DOCUMENT_ORIGIN).href
  } catch {
    return undefined
  }
}
