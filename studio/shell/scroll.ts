/**
 * Where each page of this tab's history was scrolled to, kept in its entry: whoever goes back finds it as it was left, with
 * the focus on the link that led away.
 */
import { focusHeading } from './focus'

const WAIT_MS = 3000
/** So long the link that led away is waited for: a list may come slowly. */
const LINK_WAIT_MS = 30_000
/** Whoever moves the page, or the focus, has it where it is wanted. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** The entry that is being shown, until its page stands: its scrolling meanwhile is nobody's. */
let arrival: { kept: number | undefined; until: number } | undefined

/** From now on. The browser itself would scroll before a page is there. */
export function keepScroll(): void {
  history.scrollRestoration = 'manual'
  arrive()
  addEventListener('popstate', arrive)
  addEventListener('scrollend', () => {
    if (!arrival || Date.now() > arrival.until) history.replaceState({ scroll: scrollY }, '')
  })
}

function arrive(): void {
  const { state }: { state: unknown } = history
  const isKept = typeof state === 'object' && state !== null && 'scroll' in state
  arrival = { kept: isKept ? Number(state.scroll) : undefined, until: Date.now() + WAIT_MS }
}

/**
 * A page begins at its top or, if one comes back to it, where it was left, as soon as it is long enough. `left` is the
 * address that one comes from, if the focus is to follow. What it returns ends the wait.
 */
export function beginPage(left: string | undefined): () => void {
  const { kept, until = 0 } = arrival ?? {}
  if (left !== undefined) focusHeading()
  scrollTo(0, 0)
  if (kept === undefined) {
    arrival = undefined
    // Whoever comes back to it is known by that.
    history.replaceState({ scroll: 0 }, '')
    return () => undefined
  }
  const stop = () => {
    arrival = undefined
    watch.disconnect()
    clearTimeout(timer)
    for (const name of MOVES) removeEventListener(name, stop)
  }
  const place = () => {
    if (document.documentElement.scrollHeight < kept + innerHeight) return
    // Later, its bar may have moved it.
    if (Date.now() < until || scrollY === 0) scrollTo(0, kept)
    const link = left === undefined ? undefined : linkTo(left)
    link?.focus({ preventScroll: true })
    if (link || left === undefined) stop()
  }
  const watch = new ResizeObserver(place)
  const timer = setTimeout(stop, LINK_WAIT_MS)
  for (const name of MOVES) addEventListener(name, stop)
  watch.observe(document.body)
  return stop
}

function linkTo(address: string): HTMLElement | undefined {
  const links = document.querySelectorAll<HTMLElement>('main a')
  return [...links].find((link) => link.getAttribute('href') === address)
}
