/** Brings a document into the page, and waits until it is complete. */
import { finishDrawings } from './animations'
import { watchAnimations } from './begun-animations'
import { finishEntrances } from './covering-boxes'
import { findPageWarnings } from './page-warnings'
import type { Readiness, ReadyRequest } from './ready-types'
import { layOutForScreen } from './screen-layout'
import { document } from './true-document'

/** Whether a document was begun. */
let isOpen = false
/** Resolves when one that we have written has loaded. */
let written: Promise<unknown> | undefined

/** Begins a long document, or goes on with it: `waitUntilReady` brings its end. */
export function writePart(html: string): void {
  open()
  document.write(html)
}

function open(): void {
  if (isOpen) return
  document.open()
  isOpen = true
  // A document that is opened loses what listens to it.
  watchAnimations()
}

/**
 * Puts a document into the page that stands. Its load event is waited for, which one that begins to go elsewhere never
 * has. Its `readyState` says nothing: Chromium calls a written document complete before its files have come.
 */
function writeDocument(html: string): void {
  open()
  isOpen = false
  written = Promise.race([nextEvent('load'), nextEvent('beforeunload')])
  document.write(html)
  document.close()
}

let ready: Promise<unknown> = Promise.resolve()

/**
 * Writes `html`, or its end, if there is any. Waits for files (lazy ones too), finishes animations, sets the title, and looks for
 * what deserves a warning.
 */
export function waitUntilReady(request: ReadyRequest, html?: string): Promise<Readiness> {
  if (html !== undefined) writeDocument(html)
  const readiness = makeReady(request)
  ready = readiness
  return readiness
}

/** Resolves when the last `waitUntilReady` does. */
export async function whenReady(): Promise<void> {
  await ready
}

async function makeReady(request: ReadyRequest): Promise<Readiness> {
  await written
  await filesArrived()
  finishEntrances()
  finishDrawings()
  if (request.title !== undefined) document.title = request.title

  // All documents share the connection that this travels on.
  const lang = document.documentElement?.getAttribute('lang') ?? ''
  const own = { title: document.title.slice(0, 1000), lang: lang.slice(0, 100) }
  const warnings = await findPageWarnings(request)
  if (request.isPrintedNext) layOutForScreen(false)
  return { ...own, ...warnings }
}

/** Waits for the load event, images, lazy ones too, and fonts. */
export async function filesArrived(): Promise<void> {
  if (document.readyState !== 'complete') await complete(nextEvent('load'))
  for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]'))
    image.loading = 'eager'
  await Promise.all([...document.images].filter((image) => !image.complete).map(loadedOrFailed))
  await document.fonts.ready
}

function nextEvent(type: 'load' | 'beforeunload'): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener(type, resolve, { once: true }))
}

/** A document that scripts opened, and have written nothing into for so long, gets no more. Milliseconds. */
const MAX_OPEN_MS = 3000

/**
 * A document that navigates while it loads is cut off at once: it is complete, and no event ever says so. One that a
 * script opens, as a handler does with `open()`, loads until it is closed: that changes nothing for any other.
 */
async function complete(loaded: Promise<unknown>): Promise<void> {
  let [elements, since] = [0, performance.now()]
  do {
    await Promise.race([loaded, afterMs(50)])
    const { length } = document.getElementsByTagName('*')
    if (length !== elements) [elements, since] = [length, performance.now()]
    if (performance.now() - since > MAX_OPEN_MS) document.close()
  } while (document.readyState !== 'complete')
}

function loadedOrFailed(image: HTMLImageElement): Promise<unknown> {
  return new Promise((resolve) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
  })
}

/** Resolves after so many milliseconds. */
export function afterMs(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A frame comes late on a busy machine. */
export const MAX_LATE_MS = 2000
/** In a page none of whose frames come. */
export const MAX_FRAME_MS = 500
let doFramesCome = true

/** Resolves with the next frame, or if none comes; with whether it came. */
export async function nextFrame(): Promise<boolean> {
  const late = afterMs(doFramesCome ? MAX_LATE_MS : MAX_FRAME_MS)
  doFramesCome = (await Promise.race([new Promise(requestAnimationFrame), late])) !== undefined
  return doFramesCome
}
