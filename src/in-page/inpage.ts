/**
 * What runs inside the page, in a world of our own: plain functions that see nothing from outside themselves and
 * are sent as text. Their arguments and results are JSON.
 */
import type { Node } from './dom'
import { geometry } from './geometry'
import { raiseMargins } from './page-margins'
import { type Shortcomings, shortcomings } from './page-warnings'
import { UNCLOBBERED_DOCUMENT } from './unclobbered-document'

declare const document: Node
declare const window: Node

/** What `Runtime.evaluate` answers. */
export type Evaluation = { result: { value?: unknown }; exceptionDetails?: Record<string, unknown> }

export type Readiness = Shortcomings & Own

/** What the document says of itself; empty where it says nothing. */
type Own = { title: string; lang: string }

type ReadyWish = {
  title?: string | undefined
  selector?: string | undefined
  /** Style sheets of ours by their place in the head: put there again where a script has written it anew. */
  styles?: { [place: string]: string } | undefined
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

/** Waits for the selector, fonts and images (lazy ones too), and sets the title. */
async function ready({ title, selector, styles = {} }: ReadyWish): Promise<Own> {
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

  // All documents share the connection that this travels on.
  const lang = document.documentElement?.getAttribute('lang') ?? ''
  return { title: document.title.slice(0, 1000), lang: lang.slice(0, 100) }
}

/**
 * Heights of header and footer, in CSS pixels, once their images stand. Each is put into a box of its own as Chromium
 * does when it prints them: as the box's content (`innerHTML`), so that nothing left open in one reaches the other.
 * `active`: there is something in them that could run.
 */
async function measureParts(parts: {
  header: string | undefined
  footer: string | undefined
}): Promise<{ header: number; footer: number; active: boolean }> {
  const boxes = Object.entries(parts).map(([id, html]) => {
    const box = document.body.appendChild(document.createElement('div'))
    Object.assign(box, { id, innerHTML: html })
    return [id, box]
  })
  const heights = () => boxes.map(([id, box]) => [id, Math.ceil(box.getBoundingClientRect().height)])
  heights() // Laying out asks for the fonts.
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  await document.fonts.ready
  const runs = (element: Node) =>
    /^(script|i?frame|object|embed|portal|fencedframe)$/i.test(element.localName) ||
    element.getAttributeNames().some((name: string) => /^on/i.test(name))
  const active = [...document.body.querySelectorAll('*')].some(runs)
  return { header: 0, footer: 0, ...Object.fromEntries(heights()), active }
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

const functions = { place, ready, shortcomings, raiseMargins, geometry, measureParts, holdFonts }

/** The text that runs one of the functions above; bundlers wrap functions in `__name`, which a page does not have. */
export function inPage<Name extends keyof typeof functions>(
  name: Name,
  ...args: Parameters<(typeof functions)[Name]>
): string {
  return `(()=>{const __name=f=>f,document=${UNCLOBBERED_DOCUMENT};return (${functions[name]})(${args.map((arg) => JSON.stringify(arg)).join(',')})})()`
}

/** The text that waits as `ready` does, and then looks for the document's shortcomings: one question of the page's. */
export function inPageReady(wish: ReadyWish, documentOrigin: string): string {
  const look = inPage('shortcomings', documentOrigin)
  return `${inPage('ready', wish)}.then(async (own) => ({ ...own, ...(await ${look}) }))`
}
