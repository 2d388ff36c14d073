/** Waits until the scripts of a document have done what they do by themselves. */
import { finishAnimations } from './animations'
import { RAN_AHEAD, type Readiness, RUN_AHEAD, type SettleRequest } from './contract'
import { document } from './document'
import { afterMs, filesArrived, waitUntilReady } from './ready'

/** A page that still changes after so many rounds changes for ever. */
const MAX_ROUNDS = 5
/** A page whose frames do not come, or whose scripts do not answer. */
const MAX_FRAME_MS = 500
const MAX_ANSWER_MS = 5000

/**
 * Waits for the selector, for files, and until the document rests. What its scripts have asked for meanwhile may be on
 * its way still: only the service knows, and then calls again.
 */
export async function waitUntilSettled(request: SettleRequest): Promise<Readiness> {
  const { selector, styles = {} } = request
  await filesArrived()
  while (selector && !document.querySelector(selector)) await afterMs(25)
  restoreStyles(styles)
  await filesArrived()
  await settle()
  restoreStyles(styles)
  return await waitUntilReady(request)
}

/**
 * Ends when the document did not change for two frames and nothing in it is due soon. Its timers and animations do not
 * take the time that they say (`clock.ts`).
 */
async function settle(): Promise<void> {
  let changed = false
  const observer = new MutationObserver(() => {
    changed = true
  })
  observer.observe(window.document, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let round = 0; round < MAX_ROUNDS; round++) {
    changed = false
    const finished = finishAnimations()
    const ran = await runAhead()
    await nextFrame()
    await nextFrame()
    if (!changed && ran === 0 && finished === 0) break
  }
  observer.disconnect()
}

/** Has timers and frames that are due soon run now, and returns how many did. */
async function runAhead(): Promise<number> {
  const ran = new Promise<number>((resolve) => {
    const done = (event: Event) => resolve(Number(event instanceof CustomEvent && event.detail))
    window.addEventListener(RAN_AHEAD, done, { once: true })
  })
  // Where no script ran yet, nobody hears it.
  if (window.dispatchEvent(new CustomEvent(RUN_AHEAD, { cancelable: true }))) return 0
  return await Promise.race([ran, afterMs(MAX_ANSWER_MS).then(() => 0)])
}

function nextFrame(): Promise<unknown> {
  return Promise.race([new Promise(requestAnimationFrame), afterMs(MAX_FRAME_MS)])
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
