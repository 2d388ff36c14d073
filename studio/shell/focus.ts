/** Where the focus goes when what had it is gone, or another page is shown: to the heading, which is then read. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  heading?.focus({ preventScroll: true })
}
