/** One sheet for a whole document: no breaks, and a page that is as high as what is on it. Lengths in CSS pixels. */

import { measurePageArea } from './page-area'
import type { Paper, WrongWindow } from './paper-types'
import { document } from './true-document'
import { freezeViewportHeight } from './viewport-units'

/** The longest side of a page: 10 metres. */
const MAX_HEIGHT = 394 * 96
/** Screens have no pages to break. */
const UNBROKEN =
  '*,::before,::after{break-before:auto!important;break-after:auto!important;page:auto!important}'

let style: HTMLStyleElement | undefined
/** Of the window that was asked for: an audit makes it as high as the sheet. */
let windowHeight = 0

/** As in the contract. */
export function fitSheet(paper: Paper, more: number): WrongWindow | { height: number; isCut: boolean } {
  const area = measurePageArea(paper)
  const width = Math.max(1, Math.floor(area.width))
  // Else a height in parts of the window would be one in parts of the sheet.
  if (!style) {
    freezeViewportHeight()
    freezeRootHeight()
    windowHeight = window.innerHeight
  }
  // What is as high as the window (`height: 100%`) is measured in that one.
  if (window.innerWidth !== width || window.innerHeight !== windowHeight)
    return { resize: { width, height: windowHeight } }
  style ??= document.createElement('style')
  // The first layer of all wins where all is important.
  document.documentElement.prepend(style)
  const margins = paper.height - area.height * paper.scale
  const asked = Math.ceil((contentHeight() + more) * paper.scale + margins)
  const height = Math.max(96, Math.min(asked, MAX_HEIGHT))
  style.textContent = `@layer platen-sheet{@page{size:${paper.width}px ${height}px!important}${UNBROKEN}}`
  return { height, isCut: asked > MAX_HEIGHT }
}

/** Keeps a height that the root has as a part of the window, of which those of the boxes inside it are parts. */
function freezeRootHeight(): void {
  const root = document.documentElement
  const declared = root.computedStyleMap()
  for (const name of ['height', 'min-height']) {
    const value = declared.get(name)
    if (value instanceof CSSUnitValue && value.unit === 'percent')
      root.style.setProperty(name, `${(value.value / 100) * window.innerHeight}px`, 'important')
  }
}

/** The height of all that is in the document, without the room that a window has below it. */
function contentHeight(): number {
  const root = document.documentElement
  if (root.scrollHeight > root.clientHeight) return root.scrollHeight
  const bottoms = [root, document.body].map((element) => element?.getBoundingClientRect().bottom ?? 0)
  return Math.max(...bottoms) + window.scrollY
}
