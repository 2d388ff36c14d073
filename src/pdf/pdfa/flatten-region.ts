/** Which parts of a page become pixels, and how many. */
import { area, type Box } from './geometry'
import type { Region } from './pdfium-page'

/** Pixels there may be of a document, and of one of its pages, before the resolution falls below the finest. */
const PIXELS = { document: 24_000_000, page: 4_000_000 }
const FINEST_DPI = 300
/** What is left of the finest in a document that blends on many pages. */
const COARSEST_OF_MANY_DPI = 200
/** The same on a page that blends all over, and is large. */
const COARSEST_DPI = 150

/** The finest resolution, in dpi, at which the boxes of a whole document may become pixels: 300, and 200 where they are many. */
export function finestDpi(boxes: readonly Box[]): number {
  return Math.max(COARSEST_OF_MANY_DPI, Math.min(FINEST_DPI, fittingDpi(boxes, PIXELS.document)))
}

/** The pixels to render of a page: those of boxes on it, at a resolution that falls from `finest` to 150 dpi as they grow. */
export function regionsOf(boxes: readonly Box[], media: Box, finest: number): Region[] {
  const scale = Math.max(COARSEST_DPI, Math.min(finest, fittingDpi(boxes, PIXELS.page))) / 72
  const page = {
    width: Math.round((media[2] - media[0]) * scale),
    height: Math.round((media[3] - media[1]) * scale),
  }
  return boxes.map(([left, bottom, right, top]) => {
    const x = Math.floor((left - media[0]) * scale)
    const y = Math.floor((media[3] - top) * scale)
    const width = Math.min(page.width, Math.ceil((right - media[0]) * scale)) - x
    const height = Math.min(page.height, Math.ceil((media[3] - bottom) * scale)) - y
    return { page, left: x, top: y, width, height }
  })
}

/** The resolution at which boxes come to so many pixels. */
function fittingDpi(boxes: readonly Box[], pixels: number): number {
  return 72 * Math.sqrt(pixels / boxes.reduce((sum, box) => sum + area(box), 0))
}

/** Where a region lies on its page, in points. */
export function boxOf({ page, left, top, width, height }: Region, media: Box): Box {
  const across = (media[2] - media[0]) / page.width
  const down = (media[3] - media[1]) / page.height
  const [x, y] = [media[0] + left * across, media[3] - top * down]
  return [x, y - height * down, x + width * across, y]
}
