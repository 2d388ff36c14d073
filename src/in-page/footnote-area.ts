/** The area at the foot of a page, and the notes in it. Lengths in CSS pixels. */

import { overrideStyle } from './dom'
import { document } from './true-document'

/** Edges of an area, and where the text of pages begins and how wide it is. */
export type AreaShape = { before: number; above: number; below: number; left: number; width: number }

/** What an area takes of its page beside its notes. */
export function edgesOf({ before, above, below }: AreaShape): number {
  return before + above + below
}

/** Has a note laid over the page, where nothing makes room for it. Returns how to take that back. */
export function layOver(body: HTMLElement, left: number, top: number, width: number): () => void {
  return overrideStyle(body, {
    position: 'absolute',
    display: 'block',
    float: 'none',
    'box-sizing': 'border-box',
    margin: '0',
    'text-indent': '0',
    left: `${left}px`,
    right: 'auto',
    top: `${top}px`,
    bottom: 'auto',
    width: `${width}px`,
  })
}

/** Has a note stand below the line of its call. */
export function layBelow(body: HTMLElement): () => void {
  return overrideStyle(body, {
    position: 'static',
    display: 'block',
    float: 'left',
    clear: 'both',
    'box-sizing': 'border-box',
    margin: '.3em 0 .5em',
    'padding-inline-start': '.8em',
    'border-inline-start': '.15em solid',
    'text-indent': '0',
    width: '100%',
  })
}

/** Measures an area that has no notes. */
export function measureArea(): AreaShape {
  const { body } = document
  const { paddingLeft, paddingRight } = getComputedStyle(body)
  const rect = body.getBoundingClientRect()
  const start = pixels(paddingLeft)
  const left = rect.left + start
  const width = Math.max(40, rect.width - start - pixels(paddingRight))
  const area = makeArea({ left, width }, 0, undefined)
  const style = getComputedStyle(area)
  const shape = {
    before: pixels(style.marginTop),
    above: pixels(style.borderTopWidth) + pixels(style.paddingTop),
    below: pixels(style.paddingBottom) + pixels(style.borderBottomWidth) + pixels(style.marginBottom),
    left,
    width,
  }
  area.remove()
  return shape
}

/** An area of a page, which nobody reads: what is in it lies over it. */
export function makeArea(
  { left, width }: Pick<AreaShape, 'left' | 'width'>,
  top: number,
  height: number | undefined,
): HTMLElement {
  const area = document.createElement('div')
  area.className = 'platen-footnote-area'
  area.setAttribute('aria-hidden', 'true')
  overrideStyle(area, {
    position: 'absolute',
    display: 'block',
    float: 'none',
    'box-sizing': 'border-box',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    ...(height !== undefined && { height: `${height}px`, margin: '0' }),
  })
  document.documentElement.append(area)
  return area
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0
}
