/**
 * Headers and footers. Chromium prints them from a template of its own: text has size 0, nothing is loaded from the
 * network, backgrounds lose their colours. Here they become self-contained, readable and aligned with the text.
 */
import { DEFAULT_MARGIN, type RenderOptions } from './options'
import { DOCUMENT_ORIGIN } from './sheet'

type Loaded = { contentType: string; bytes: Uint8Array } | undefined
export type LoadFile = (url: string, type?: string) => Promise<Loaded>

/** Elements that load, lead elsewhere or run: in a header Chromium refuses to print beside most that it cannot load. */
const REMOVED = [
  ...['script', 'base', 'meta', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal'],
  ...['fencedframe', 'video', 'audio', 'source', 'track'],
]

/** Imports within imports that are followed. */
const MOST_IMPORTS = 4

/**
 * Makes `html` stand by itself: images and style sheets inlined, what does not load left out, sizes and side margins as
 * a reader expects.
 */
export async function templateOf(html: string, options: RenderOptions, load: LoadFile): Promise<string> {
  const base = options.base_url
  const loadImage: LoadFile = (url) => load(url, 'Image')
  const rewriter = new HTMLRewriter()
  for (const name of REMOVED) rewriter.on(name, { element: (element) => void element.remove() })
  const inlined = await rewriter
    .on('*', { element: dropHandlers })
    .on('img[src]', {
      async element(element) {
        const source = await inlineUrl(element.getAttribute('src') ?? '', base, loadImage)
        if (source) element.setAttribute('src', source)
        else element.removeAttribute('src')
      },
    })
    .on('[style]', {
      async element(element) {
        element.setAttribute('style', await inlineCss(element.getAttribute('style') ?? '', base, load))
      },
    })
    .on('link', {
      async element(element) {
        const css = await linkedCss(element, base, load)
        if (css === undefined) element.remove()
        else element.replace(`<style>${css}</style>`, { html: true })
      },
    })
    .on('style', styleInliner(base, load))
    .on('.url', { element: (element) => void (base === undefined && element.remove()) })
    .transform(new Response(html))
    .text()
  const { margin_left: left = DEFAULT_MARGIN, margin_right: right = DEFAULT_MARGIN } = options
  const colours = options.omit_backgrounds ? 'economy' : 'exact'
  const box = `display:flow-root;box-sizing:border-box;width:100%;padding-left:${left}in;padding-right:${right}in;font:10px/1.3 sans-serif;-webkit-print-color-adjust:${colours}`
  // Chromium's own boxes, which no closing tag of the caller's ends: it sets each one's content as a whole.
  return `<style>#header,#footer{${box}}</style>${inlined}`
}

/** Attributes that run or load and are not inlined; addresses of drawings may only name a part of the document. */
function dropHandlers(element: Element) {
  const drawn = ['use', 'image', 'feimage'].includes(element.tagName.toLowerCase())
  for (const [name = '', value = ''] of [...element.attributes]) {
    const address = /^(xlink:)?href$/i.test(name) && drawn && !isInside(value)
    if (address || /^(on.*|srcset|background)$/i.test(name)) element.removeAttribute(name)
  }
}

/** What a link to a style sheet leads to, self-contained; nothing for other links, and where it does not load. */
async function linkedCss(
  element: Element,
  base: string | undefined,
  load: LoadFile,
): Promise<string | undefined> {
  const relations = (element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/)
  if (!relations.includes('stylesheet') || relations.includes('alternate')) return undefined
  return await sheetAt(absolute(element.getAttribute('href') ?? '', base), MOST_IMPORTS, load)
}

async function sheetAt(url: string | undefined, imports: number, load: LoadFile) {
  const sheet = url && imports > 0 ? await load(url) : undefined
  if (!sheet) return undefined
  const css = await inlineCss(new TextDecoder().decode(sheet.bytes), url, load, imports - 1)
  return css.replace(/<\/style/gi, '<\\/style')
}

/** Rewrites the text of style elements, which arrives in pieces. */
function styleInliner(base: string | undefined, load: LoadFile): HTMLRewriterElementContentHandlers {
  let css = ''
  return {
    async text(chunk) {
      css += chunk.text
      if (!chunk.lastInTextNode) return chunk.remove() as unknown as undefined
      chunk.replace(await inlineCss(css, base, load), { html: true })
      css = ''
    },
  }
}

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g
const URL_TOKEN = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)/gi
const IMPORT = new RegExp(`@import\\s*(?:${URL_TOKEN.source}|"([^"]*)"|'([^']*)')([^;]*);?`, 'gi')
/** What stands where an address led to nothing: Chromium prints nothing at all beside some that do not load. */
const NOTHING = 'url("data:,")'

/** Replaces every `@import` and `url(…)` of a style sheet by its content, or by nothing. */
async function inlineCss(
  css: string,
  base: string | undefined,
  load: LoadFile,
  imports = MOST_IMPORTS,
): Promise<string> {
  const plain = css.replace(COMMENT, ' ')
  const whole = await replaceEach(plain, IMPORT, async ([rule, ...parts]) => {
    const address = parts.slice(0, 5).find((part) => part !== undefined) ?? ''
    const conditions = parts[5] ?? ''
    if (isInside(address)) return rule
    const sheet = await sheetAt(absolute(address, base), imports, load)
    if (sheet === undefined) return ''
    // A layer's or a feature's condition is no media query, and then none of the sheet holds.
    return conditions.trim() ? `@media ${conditions.trim()}{${sheet}}` : sheet
  })
  return await replaceEach(whole, URL_TOKEN, async ([token, double, single, bare]) => {
    const address = double ?? single ?? bare ?? ''
    if (isInside(address)) return token
    const content = await inlineUrl(address, base, load)
    return content ? `url("${content}")` : NOTHING
  })
}

/** `text` with every match of `pattern` replaced by what `replace` makes of it, side by side. */
async function replaceEach(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const made = await Promise.all([...text.matchAll(pattern)].map(replace))
  let next = 0
  return text.replace(pattern, () => made[next++] ?? '')
}

/** Whether an address leads nowhere else. */
function isInside(address: string): boolean {
  return /^\s*(data:|#)/i.test(address)
}

async function inlineUrl(
  address: string,
  base: string | undefined,
  load: LoadFile,
): Promise<string | undefined> {
  if (isInside(address)) return address
  const url = absolute(address, base)
  const file = url && (await load(url))
  if (!file) return undefined
  const type = file.contentType.split(';')[0]?.trim() || 'application/octet-stream'
  return `data:${type};base64,${Buffer.from(file.bytes).toString('base64')}`
}

/** The address as an absolute one; relative ones without a base keep a form that the loader can warn about. */
function absolute(address: string, base: string | undefined): string | undefined {
  try {
    return new URL(address.trim(), base ?? DOCUMENT_ORIGIN).href
  } catch {
    return undefined
  }
}
