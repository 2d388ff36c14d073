/**
 * What a page under test is given before its own scripts run, so that a slow machine sees what a fast one sees: toasts stay,
 * and what is asked for is counted.
 */

/** A toast stays as long as the pointer is on it, which this makes it believe. */
const KEEP_TOASTS = `{
  const isOfToast = ({ target }) => target instanceof Element && target.closest('.toast')
  for (const name of ['pointerleave', 'blur'])
    addEventListener(name, (event) => isOfToast(event) && event.stopImmediatePropagation(), true)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes)
        if (one instanceof Element && one.matches('.toast')) one.dispatchEvent(new PointerEvent('pointerenter'))
  }).observe(document, { subtree: true, childList: true })
}`

/** `openFetches` are those that the page waits for. */
const COUNT_FETCHES = `{
  const ask = window.fetch
  window.openFetches = 0
  window.fetch = async (...asked) => {
    window.openFetches++
    try {
      return await ask(...asked)
    } finally {
      window.openFetches--
    }
  }
}`

/** `aimedAt` is what is to be clicked (`click.ts`), until it is, or another is in its place. */
const WATCH_CLICKS = `addEventListener('click', (event) => {
  const { aimedAt } = window
  if (event.composedPath().includes(aimedAt) || aimedAt?.isConnected === false) window.aimedAt = undefined
}, true)`

export const CALM_PAGE = [KEEP_TOASTS, COUNT_FETCHES, WATCH_CLICKS].join('\n')

/**
 * Holds once the page has loaded nothing more for `quietMs`: a browser does not always tell puppeteer what became of requests
 * that a reload has ended, so the page is asked.
 */
export const isQuiet = (quietMs: number) => `(() => {
  const { length } = performance.getEntriesByType('resource')
  const now = performance.now()
  if (window.quiet?.length !== length || openFetches > 0) window.quiet = { length, since: now }
  const isShown = [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  return isShown && now - window.quiet.since > ${quietMs}
})()`
