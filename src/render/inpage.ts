/**
 * What runs inside the page, in a world of our own: plain functions that see nothing from outside themselves and
 * are sent as text. Their arguments and results are JSON.
 */

// biome-ignore-start lint/suspicious/noExplicitAny: the DOM's types cannot be loaded beside the Workers runtime's
declare const document: any
declare const window: any
declare const getComputedStyle: (element: any) => any
declare const CSSPageRule: any
// biome-ignore-end lint/suspicious/noExplicitAny: as above

/** What `Runtime.evaluate` answers. */
export type Evaluation = { result: { value?: unknown }; exceptionDetails?: Record<string, unknown> }

export type Readiness = { title: string; warnings: string[] }

type ReadyWish = {
  title?: string | undefined
  selector?: string | undefined
  /** Style sheets of ours by their place in the head: put there again where a script has written it anew. */
  styles?: { [place: string]: string } | undefined
  /** Where documents without a base address stand; an address there leads nowhere. */
  documentOrigin: string
}

/**
 * Puts a document into the page that stands, and waits for its load event. (`Page.setDocumentContent` tells nobody of
 * that event: such a document is "complete" before its files have come.)
 */
async function place(html: string): Promise<void> {
  document.open()
  const loaded = new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  document.write(html)
  document.close()
  // As in `ready`: a refresh may cut the document off, and then no event says that it is complete.
  const pause = () => new Promise((resolve) => window.setTimeout(resolve, 50))
  do await Promise.race([loaded, pause()])
  while (document.readyState !== 'complete')
}

/** Waits for the selector, fonts and images (lazy ones too), sets the title, and reports what will not work on paper. */
async function ready({ title, selector, styles = {}, documentOrigin }: ReadyWish): Promise<Readiness> {
  const pause = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms))
  const loaded = new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  // A document that navigates while it loads is cut off there and then: it is complete, and no event ever says so.
  while (document.readyState !== 'complete') await Promise.race([loaded, pause(50)])
  while (selector && !document.querySelector(selector)) await pause(25)
  for (const [place, css] of Object.entries(styles)) {
    if (!css || document.querySelector(`style[data-platen-style=${place}]`)) continue
    const style = document.createElement('style')
    style.dataset.platenStyle = place
    style.textContent = css
    const head = document.querySelector('head') ?? document.documentElement
    if (!head) continue // Scripts may remove even that.
    if (place === 'start') head.prepend(style)
    else head.append(style)
  }
  for (const image of document.querySelectorAll('img[loading=lazy]')) image.loading = 'eager'
  const images = [...document.images].filter((image) => !image.complete)
  await Promise.all(
    images.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve)
          image.addEventListener('error', resolve)
        }),
    ),
  )
  await document.fonts.ready
  if (title !== undefined) document.title = title

  // A drawing's links have addresses of another type.
  const lost = [...document.querySelectorAll('a[href]')].filter(
    (link) =>
      typeof link.href === 'string' &&
      link.href.startsWith(`${documentOrigin}/`) &&
      !link.getAttribute('href').startsWith('#'),
  )
  const warnings = lost.length
    ? [
        `${lost.length} relative link(s) lead nowhere (first: "${lost[0].getAttribute('href').slice(0, 200)}"): set base_url`,
      ]
    : []
  // All documents share the connection that this travels on.
  return { title: document.title.slice(0, 1000), warnings }
}

/**
 * Raises `@page` margins that are smaller than a header or footer needs (heights in CSS pixels, 0: leave alone).
 * A linked style sheet is of another origin than the sandboxed document and cannot be read, so it is linked anew in
 * CORS mode, which every asset is served for. One that is imported keeps what it says.
 */
async function raiseMargins(heights: { header: number; footer: number }): Promise<void> {
  const readable = (sheet: { cssRules: unknown }) => {
    try {
      return Boolean(sheet.cssRules)
    } catch {
      return false
    }
  }
  await Promise.all(
    [...document.querySelectorAll('link')]
      .filter((link) => link.sheet && !readable(link.sheet))
      .map(
        (link) =>
          new Promise((resolve) => {
            const twin = link.cloneNode()
            twin.crossOrigin = 'anonymous'
            twin.addEventListener('load', resolve)
            twin.addEventListener('error', resolve)
            link.replaceWith(twin)
          }),
      ),
  )
  const edge = 15 + 10 // Chromium sets the header 0.4 cm from the paper's edge; and a gap to the text
  const needed = {
    top: heights.header && heights.header + edge,
    bottom: heights.footer && heights.footer + edge,
  }
  const root = document.body ?? document.documentElement
  if (!root) return
  const probe = root.appendChild(document.createElement('div'))
  const pixels = (length: string) => {
    probe.style.cssText = `position:absolute;height:${length}`
    return Number.parseFloat(getComputedStyle(probe).height)
  }
  const raise = (
    rules: Iterable<{
      cssRules?: Iterable<never>
      style: { [name: string]: string } & {
        setProperty(...parts: string[]): void
        getPropertyPriority(name: string): string
      }
    }>,
  ) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        for (const side of ['top', 'bottom'] as const) {
          const set = rule.style[`margin-${side}`]
          if (!needed[side] || !set || pixels(set) >= needed[side]) continue
          const name = `margin-${side}`
          rule.style.setProperty(name, `${needed[side]}px`, rule.style.getPropertyPriority(name))
        }
      } else if (rule.cssRules) raise(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) if (readable(sheet)) raise(sheet.cssRules)
  probe.remove()
}

/**
 * Heights of header and footer, in CSS pixels, once their images stand. Each is put into a box of its own as Chromium
 * does when it prints them: as the box's content (`innerHTML`), so that nothing left open in one reaches the other.
 */
async function measureParts(parts: {
  header: string | undefined
  footer: string | undefined
}): Promise<{ header: number; footer: number }> {
  const boxes = Object.entries(parts).map(([id, html]) => {
    const box = document.body.appendChild(document.createElement('div'))
    Object.assign(box, { id, innerHTML: html })
    return [id, box]
  })
  const heights = () => boxes.map(([id, box]) => [id, Math.ceil(box.getBoundingClientRect().height)])
  heights() // Laying out asks for the fonts.
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  await document.fonts.ready
  return { header: 0, footer: 0, ...Object.fromEntries(heights()) }
}

/**
 * Loads the fonts of the header and footer and keeps them. Chromium prints those from a document that waits for
 * nothing, but which takes a `data:` font at once that the page's process holds already.
 */
async function holdFonts(sources: string[]): Promise<void> {
  window.platenFonts = await Promise.all(
    sources.map((source) => new window.FontFace('platen', source).load().catch(() => undefined)),
  )
}

/**
 * The document without what its author's names put over it: `<img name="images">` makes `document.images` that image
 * (HTML, 3.1.6), in every world.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
function unclobbered(real: any, prototype: any): any {
  return new Proxy(real, {
    get(_, name) {
      const value = Reflect.get(prototype, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    },
    set: (_, name, value) => Reflect.set(prototype, name, value, real),
  })
}

const functions = { place, ready, raiseMargins, measureParts, holdFonts }

/** The text that runs one of the functions above; bundlers wrap functions in `__name`, which a page does not have. */
export function inPage<Name extends keyof typeof functions>(
  name: Name,
  ...args: Parameters<(typeof functions)[Name]>
): string {
  const document = `(${unclobbered})(globalThis.document,Document.prototype)`
  return `(()=>{const __name=f=>f,document=${document};return (${functions[name]})(${args.map((arg) => JSON.stringify(arg)).join(',')})})()`
}
