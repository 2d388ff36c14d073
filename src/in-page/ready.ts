/** Brings a document into the page, and waits until it is complete. */
import type { Readiness, ReadyRequest } from './contract'
import { document } from './document'
import { findPageWarnings } from './page-warnings'

/**
 * Puts a document into the page that stands, and waits for its load event. (`Page.setDocumentContent` sends no load
 * event: such a document is "complete" before its files have come.)
 */
export async function writeDocument(html: string): Promise<void> {
  document.open()
  const loaded = nextLoad()
  document.write(html)
  document.close()
  await complete(loaded)
}

/** Waits for the selector, fonts and images (lazy ones too), sets the title, and looks for what deserves a warning. */
export async function waitUntilReady(request: ReadyRequest): Promise<Readiness> {
  const { title, selector, styles = {}, documentOrigin } = request
  if (document.readyState !== 'complete') await complete(nextLoad())
  while (selector && !document.querySelector(selector)) await pause(25)
  for (const [place, css] of Object.entries(styles)) restoreStyle(place, css)
  for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]'))
    image.loading = 'eager'
  await Promise.all([...document.images].filter((image) => !image.complete).map(loadedOrFailed))
  await document.fonts.ready
  if (title !== undefined) document.title = title

  // All documents share the connection that this travels on.
  const lang = document.documentElement?.getAttribute('lang') ?? ''
  const own = { title: document.title.slice(0, 1000), lang: lang.slice(0, 100) }
  return { ...own, ...(await findPageWarnings(documentOrigin)) }
}

function nextLoad(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
}

/** A document that navigates while it loads is cut off at once: it is complete, and no event ever says so. */
async function complete(loaded: Promise<unknown>): Promise<void> {
  do await Promise.race([loaded, pause(50)])
  while (document.readyState !== 'complete')
}

/** Inserts a style sheet of ours, unless the document still has it. */
function restoreStyle(place: string, css: string): void {
  if (!css || document.querySelector(`style[data-platen-style=${place}]`)) return
  const style = document.createElement('style')
  style.dataset.platenStyle = place
  style.textContent = css
  const head = document.querySelector('head') ?? document.documentElement
  if (!head) return // Scripts may remove even that.
  if (place === 'start') head.prepend(style)
  else head.append(style)
}

function loadedOrFailed(image: HTMLImageElement): Promise<unknown> {
  return new Promise((resolve) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
  })
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
