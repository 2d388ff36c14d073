/**
 * The width that scripts see of a document whose own pages are larger than the paper: they measure boxes when they draw
 * charts and fold tables, and a print tells them nothing. Lengths in CSS pixels.
 */

import { mediaArea } from './media-width'
import { measurePageArea } from './page-area'
import type { Paper } from './paper-types'
import { document } from './true-document'

let wide: HTMLStyleElement | undefined

/**
 * As the contract says. The window stays as it is, since the print answers media queries for the paper. One that was asked
 * for is left alone.
 */
export function widenRoot(pages: Paper): boolean {
  const root = document.documentElement
  const { innerWidth } = window
  const { width, uniform } = measurePageArea(pages)
  const more = Math.floor(width) - innerWidth
  const fillsWindow = root.getBoundingClientRect().width === innerWidth
  if (!uniform || more <= 0 || !fillsWindow || innerWidth !== Math.floor(mediaArea(pages).width)) return false
  const within = Number.parseFloat(window.getComputedStyle(root).width)
  wide = document.createElement('style')
  // The first layer of all wins where all is important.
  wide.textContent = `@layer platen-wide{:root{width:${within + more}px!important}}`
  root.prepend(wide)
  window.dispatchEvent(new Event('resize'))
  return true
}

/** As the contract says. */
export function narrowRoot(): void {
  wide?.remove()
  wide = undefined
}
