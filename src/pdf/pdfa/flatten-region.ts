/** Which part of a page becomes pixels, and how many. */
import { type Box, isEmpty } from './geometry'
import type { Region } from './pdfium-page'

/** Pixels there may be before the resolution falls below the finest. */
const PIXELS = 4_000_000
const FINEST_DPI = 300
const COARSEST_DPI = 150

/** The pixels to render of a page: those of a box, at a resolution that falls from 300 to 150 dpi as the box grows. */
export function regionOf(box: Box, media: Box): Region | undefined {
  if (isEmpty(box)) return undefined
  const [left, bottom, right, top] = box
  const fitting = 72 * Math.sqrt(PIXELS / ((right - left) * (top - bottom)))
  const scale = Math.min(FINEST_DPI, Math.max(COARSEST_DPI, fitting)) / 72
  const page = {
    width: Math.round((media[2] - media[0]) * scale),
    height: Math.round((media[3] - media[1]) * scale),
  }
  const x = Math.floor((left - media[0]) * scale)
  const y = Math.floor((media[3] - top) * scale)
  const width = Math.min(page.width, Math.ceil((right - media[0]) * scale)) - x
  const height = Math.min(page.height, Math.ceil((media[3] - bottom) * scale)) - y
  return { page, left: x, top: y, width, height }
}
