/**
 * Headers and footers. Chromium prints them from a template of its own: text has size 0, nothing is loaded from the
 * network, backgrounds lose their colours. Here they become self-contained, readable and aligned with the text.
 */
import { DEFAULT_MARGIN, type RenderOptions } from './options'

type Loaded = { contentType: string; bytes: Uint8Array } | undefined
export type LoadFile = (url: string) => Promise<Loaded>

/** Makes `html` stand by itself: images and style sheets inlined, sizes and side margins as a reader expects. */
export async function templateOf(html: string, options: RenderOptions, load: LoadFile): Promise<string> {
  const base = options.base_url
  const inlined = await new HTMLRewriter()
    .on('script', { element: (element) => void element.remove() })
    .on('img[src]', {
      async element(element) {
        const source = await inlineUrl(element.getAttribute('src') ?? '', base, load)
        if (source) element.setAttribute('src', source)
      },
    })
    .on('[style]', {
      async element(element) {
        element.setAttribute('style', await inlineCss(element.getAttribute('style') ?? '', base, load))
      },
    })
    .on('link[rel=stylesheet][href]', {
      async element(element) {
        const url = absolute(element.getAttribute('href') ?? '', base)
        const sheet = url && (await load(url))
        if (sheet) {
          const css = await inlineCss(new TextDecoder().decode(sheet.bytes), url, load)
          element.replace(`<style>${css.replace(/<\/style/gi, '<\\/style')}</style>`, { html: true })
        } else element.remove()
      },
    })
    .on('style', styleInliner(base, load))
    .on('.url', { element: (element) => void (base === undefined && element.remove()) })
    .transform(new Response(html))
    .text()
  const { margin_left: left = DEFAULT_MARGIN, margin_right: right = DEFAULT_MARGIN } = options
  const box = `box-sizing:border-box;width:100%;padding:0 ${right}in 0 ${left}in;font:10px/1.3 sans-serif`
  return `<style>#header,#footer{padding-left:0;padding-right:0;-webkit-print-color-adjust:exact}</style><div style="${box}">${inlined}</div>`
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

/** Replaces every `url(…)` of a style sheet by its content. */
async function inlineCss(css: string, base: string | undefined, load: LoadFile): Promise<string> {
  const pattern = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)/gi
  const found = [...css.matchAll(pattern)]
  const contents = await Promise.all(
    found.map((match) => inlineUrl(match[1] ?? match[2] ?? match[3] ?? '', base, load)),
  )
  let next = 0
  return css.replace(pattern, (whole) => {
    const content = contents[next++]
    return content ? `url("${content}")` : whole
  })
}

async function inlineUrl(
  address: string,
  base: string | undefined,
  load: LoadFile,
): Promise<string | undefined> {
  if (/^\s*(data:|#)/i.test(address)) return undefined
  const url = absolute(address, base)
  const file = url && (await load(url))
  if (!file) return undefined
  const type = file.contentType.split(';')[0]?.trim() || 'application/octet-stream'
  return `data:${type};base64,${Buffer.from(file.bytes).toString('base64')}`
}

/** The address as an absolute one; relative ones without a base keep a form that the loader can warn about. */
function absolute(address: string, base: string | undefined): string | undefined {
  try {
    return new URL(address.trim(), base ?? 'http://document.invalid/').href
  } catch {
    return undefined
  }
}
