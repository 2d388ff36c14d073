/** Where the focus goes when what had it is gone, or another page is shown: to the heading, which is then read. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  heading?.focus({ preventScroll: true })
}

/** Focuses the heading after the next paint, if what had the focus is gone by then, and nothing else has been given it. */
export function focusLost(): void {
  const giveBack = () => document.activeElement === document.body && focusHeading()
  requestAnimationFrame(() => requestAnimationFrame(giveBack))
}

/**
 * Gives back the focus that a control loses while it cannot be used: to it, or to the heading if it cannot be used again.
 * What it returns is called when the work is done.
 */
export function keepFocus(): () => void {
  const { activeElement: held } = document
  const giveBack = () => {
    if (document.activeElement !== document.body || held === document.body) return
    if (held instanceof HTMLElement && held.isConnected) held.focus()
    if (document.activeElement === document.body) focusHeading()
  }
  // After the next paint the page shows what the work has changed.
  return () => void requestAnimationFrame(() => requestAnimationFrame(giveBack))
}
