/**
 * Drawings that a box cuts at its foot, as mind maps and diagrams that are scrolled on a screen: their texts and pictures
 * are placed by coordinates, and do not make the box around them higher. Lengths in CSS pixels.
 */

import { hasLetters, native } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Layout, ScrollContainer } from './layout'
import { labelsOf, tagHeights } from './placed-content'
import { SMALLEST_TEXT } from './smallest-sizes'

/** A text that is small already may become as small as this share of its size. */
const MIN_SHARE = 0.7
/** Lines of a drawing are thicker than their paths. */
const LINE = 2
/** Rows of pixels that are looked at. */
const MAX_ROWS = 256
/** What is cut of a drawing by less is not missed. */
const LITTLE = 8

/** A box, and how high the drawing in it is, before any zoom. */
export type TallDrawing = { container: ScrollContainer; height: number }

/** The drawing in a box; nothing if it holds other content. */
export function tallDrawingIn(container: ScrollContainer): TallDrawing | undefined {
  const { element } = container
  if (!native(element).querySelector('canvas,img,svg') || !labelsOf(element)?.size) return undefined
  return { container, height: inkHeight(container) }
}

/** Down to the last part that holds no others: the picture of a drawing may have more room than it fills. */
function inkHeight({ element, rect }: ScrollContainer): number {
  const box = native(element)
  let foot = rect.top
  for (const part of box.querySelectorAll('*')) {
    const { bottom, height } = native(part).getBoundingClientRect()
    if (native(part).firstElementChild || height === 0 || bottom <= foot) continue
    foot = Math.max(foot, part instanceof HTMLCanvasElement ? bottom - emptyFoot(part, height) : bottom)
  }
  return Math.ceil((foot - rect.top) / (box.currentCSSZoom ?? 1) + box.scrollTop + LINE)
}

/** How much of what scripts drew has no ink at its foot; nothing where its pixels cannot be read. */
function emptyFoot(canvas: HTMLCanvasElement, shownHeight: number): number {
  const { width, height } = canvas
  const rows = Math.min(height, MAX_ROWS)
  try {
    const data = canvas.getContext('2d')?.getImageData(0, height - rows, width, rows).data
    if (!data) return 0
    const last = new Uint32Array(data.buffer).findLastIndex((pixel) => pixel !== 0)
    return ((rows - 1 - Math.floor(last / width)) * shownHeight) / height
  } catch {
    return 0
  }
}

export function isCut({ container: { element, rect }, height }: TallDrawing): boolean {
  return height * (native(element).currentCSSZoom ?? 1) > rect.height + LITTLE
}

/**
 * Tags a box to become as high as its drawing, and smaller as a whole where its page has less room, or, if that is too
 * little, a page of its own. Returns false if its text would be too small there.
 */
export function tagTallDrawing(
  collector: FindingCollector,
  { printed }: Layout,
  { container: { element, rect }, height }: TallDrawing,
  page: { height: number },
): boolean {
  if (!(element instanceof HTMLElement)) return false
  const box = native(element)
  const sizes = printed
    .filter((part) => part.text && box.contains(part.element) && hasLetters(part.element))
    .map(({ size }) => size)
  const least = Math.max(...sizes.map((size) => Math.min(MIN_SHARE, SMALLEST_TEXT / size)))
  const zoom = [page.height - (rect.top % page.height), page.height]
    .map((room) => Math.min(1, Math.floor((1000 * (room - LITTLE)) / height) / 1000))
    .find((fitting) => fitting >= least)
  if (zoom === undefined) return false
  const edges = box.offsetHeight - box.clientHeight
  if (zoom < 1) collector.tag('hidden_overflow-zoom', element, zoom)
  collector.tag('hidden_overflow-whole', element, box.offsetWidth)
  tagHeights(collector, element, { height: height + edges, more: height * zoom - rect.height })
  return true
}
