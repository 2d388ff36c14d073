/** Waits until the scripts of a document have done what they do by themselves. */

import { ignore } from '../time/waiting'
import { SMIL } from './animations'
import { watchAnimations } from './begun-animations'
import { TOLD_PATH } from './contract'
import { finishEntrances } from './covering-boxes'
import { fillFrames, findFrames, framesLoaded, showEmbeddedPictures } from './frames'
import { panedGrids } from './paned-grids'
import { PAUSE_MS } from './patience'
import { afterMs, filesArrived, MAX_LATE_MS, nextFrame, waitUntilReady } from './ready'
import type { Settled, SettleRequest } from './ready-types'
import { scriptsArrived } from './scripts-arrived'
import { document } from './true-document'
import { GRIDS } from './unfinished-grids'
import { CUT_SHORT, HOLD_STILL, LATER_CALLS, MORE_TIME, RAN_AHEAD, RUN_AHEAD } from './world-events'

/** A page that still changes after so many rounds changes for ever. */
const MAX_ROUNDS = 5
/** A page whose scripts do not answer. */
const MAX_ANSWER_MS = 5000
/** How long a page that always has something to do is waited for, over its life. */
const MAX_BUSY_MS = 3000
/** A request of which the service is not told: a policy of the page's own may forbid it. */
const MAX_TOLD_MS = 3000

let busyMs = 0
/** How long scripts were waited for. */
let waitedMs = 0
let isAnswering = true
/** Whether the time was up before the page had nothing to do: on a busy machine that says little. */
let isCutShort = false
/** From then on files may have come, the window may have another size, and a visitor may have clicked. */
let wasWatched = false

/**
 * Waits for the selector, for files, and until the document rests. What its scripts have asked for meanwhile may be on
 * its way still: of files that are no answers to scripts only the service knows, and then calls again.
 */
export async function waitUntilSettled(request: SettleRequest): Promise<Settled> {
  const { selector, styles = {}, scripts, maxWaitMs, mayRest, findsGrids, isMoreTime } = request
  if (isMoreTime) busyMs = 0
  isCutShort = false
  watchAnimations()
  await filesArrived()
  while (selector && !document.querySelector(selector)) await afterMs(25)
  restoreStyles(styles)
  fillFrames({})
  const received = scriptsArrived(scripts, {
    arrived: receivedFiles,
    pause: () => afterMs(PAUSE_MS),
    now: () => performance.now(),
  })
  await Promise.all([showEmbeddedPictures(), filesArrived(), framesLoaded(), received])
  const begun = performance.now()
  const isFirst = !wasWatched
  wasWatched = true
  if (!(mayRest && isFirst && (await isAtRest(maxWaitMs)))) await settle(maxWaitMs, requestsTold())
  restoreStyles(styles)
  const [found] = await Promise.all([waitUntilReady(request), requestsTold()])
  const settledMs = performance.now() - begun
  const hasGrids = findsGrids && (document.querySelector(GRIDS) !== null || panedGrids().length > 0)
  return {
    ...found,
    waitedMs,
    settledMs,
    frames: findFrames(),
    hasGrids,
    isCutShort: isCutShort || undefined,
  }
}

/** Addresses of all files that the page has received. */
function receivedFiles(): Set<string> {
  return new Set(performance.getEntriesByType('resource').map(({ name }) => name))
}

/**
 * Resolves when the service was told of all that the page asked for before, and the page has heard what was answered until
 * then. Requests are told in their order, but not in one with our own answers: on a busy machine they are late.
 */
async function requestsTold(): Promise<void> {
  const address = new URL(TOLD_PATH, location.href)
  const answer = fetch(address, { mode: 'no-cors', credentials: 'include', cache: 'no-store' })
  await Promise.race([answer.catch(ignore), afterMs(MAX_TOLD_MS)])
}

/**
 * Parts of a document that change with frames or by threads of their own, and files that call scripts when they have come:
 * modules may ask for others, and of addresses such as `data:` the service is told nothing.
 */
const MOVING = `${SMIL},audio,canvas,video,[autofocus],script[type=module i],script[src],link[href^="data:" i],link[href^="blob:" i]`

/**
 * Whether all that scripts do by themselves is done: they were called for nothing later, nothing moves, and the thread
 * comes to its end without a change. Then there is nothing to come with a frame.
 */
async function isAtRest(maxWaitMs: number): Promise<boolean> {
  const mayChange = () =>
    !window.dispatchEvent(new CustomEvent(LATER_CALLS, { cancelable: true })) ||
    window.length > 0 ||
    document.querySelector(MOVING) !== null ||
    document.getAnimations().length > 0
  if (mayChange()) return false
  // Files that only a layout asks for are on their way before the service is asked whether there are any.
  document.documentElement?.getBoundingClientRect()
  const changes = watchChanges()
  // What listens to the load event may run after us, and post a task.
  await threadIsFree()
  await threadIsFree()
  const ran = await runAhead(maxWaitMs)
  changes.stop()
  return ran === 0 && !changes.seen && document.fonts.status === 'loaded' && !mayChange()
}

/** Of browsers of today, not yet of the library's types. */
declare const scheduler: { postTask(task: () => void, options: { priority: 'background' }): Promise<void> }

/** Resolves when no task waits for the page's thread: with no frame, which `idle` may wait for. */
async function threadIsFree(): Promise<void> {
  const free = scheduler.postTask(() => undefined, { priority: 'background' })
  await Promise.race([free, afterMs(MAX_LATE_MS)])
}

/**
 * Ends when the document did not change for two frames, its thread has nothing to do, and nothing in it is due soon. Its
 * timers and animations do not take the time that they say (`clock.ts`). `told`: what was asked for before is known of.
 */
async function settle(maxWaitMs: number, told: Promise<void>): Promise<void> {
  const changes = watchChanges()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    changes.seen = false
    isCutShort = false
    const finished = finishEntrances()
    // Scripts are told of those that have ended with the first frame.
    await nextFrame()
    await nextFrame()
    await told
    await idle()
    // Last, since what scripts have begun by then is waited for here.
    const ran = await runAhead(maxWaitMs)
    if (!changes.seen && ran === 0 && finished === 0) break
  }
  changes.stop()
}

/** Has `seen` set with each change of the document until it is stopped. */
function watchChanges(): { seen: boolean; stop: () => void } {
  const observer = new MutationObserver(() => {
    changes.seen = true
  })
  const changes = { seen: false, stop: () => observer.disconnect() }
  observer.observe(window.document, { subtree: true, childList: true, characterData: true, attributes: true })
  return changes
}

/**
 * Has the document's world wait for what its scripts have begun, and run timers and frames that are due soon. Returns 0
 * if there was nothing of that.
 */
async function runAhead(maxWaitMs: number): Promise<number> {
  if (!isAnswering) return 0
  const begun = performance.now()
  const detail = Math.max(0, maxWaitMs - waitedMs)
  window.addEventListener(CUT_SHORT, noteCut)
  const ran = new Promise<number>((resolve) => {
    const done = (event: Event) => resolve(Number(event instanceof CustomEvent && event.detail))
    window.addEventListener(RAN_AHEAD, done, { once: true })
  })
  // Where no script ran yet, nobody hears it.
  if (window.dispatchEvent(new CustomEvent(RUN_AHEAD, { cancelable: true, detail }))) return 0
  const answer = await Promise.race([ran, afterMs(detail + MAX_ANSWER_MS)])
  isAnswering = typeof answer === 'number'
  waitedMs += performance.now() - begun
  return isAnswering ? Number(answer) : 0
}

function noteCut(): void {
  isCutShort = true
}

/**
 * Resolves when the page's thread has nothing to do: messages that scripts send themselves come before that, however
 * many and however slow the machine is, and frames do not wait for them.
 */
async function idle(): Promise<void> {
  const timeout = MAX_BUSY_MS - busyMs
  if (timeout <= 0) return noteCut()
  const begun = performance.now()
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout }))
  busyMs += performance.now() - begun
}

/** As the contract says. */
export function giveScriptsTime(): void {
  window.dispatchEvent(new CustomEvent(MORE_TIME))
}

/** As the contract says. */
export function holdScriptsStill(): void {
  window.dispatchEvent(new CustomEvent(HOLD_STILL))
}

/** Inserts style sheets of ours that the document no longer has. */
function restoreStyles(styles: { [place: string]: string }): void {
  for (const [place, css] of Object.entries(styles)) restoreStyle(place, css)
}

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
