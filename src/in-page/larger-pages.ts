/**
 * Pages that a document makes larger than the paper. A browser lays it out on them, and prints them smaller, in the middle
 * of the paper. Lengths in CSS pixels.
 */

import { measurePageArea, readPageRules } from './page-area'
import type { Margins, PageArea, Paper } from './paper-types'
import { document } from './true-document'

/** By what pages differ that are as large as the paper: sizes are rounded. */
const LITTLE = 2
/** By how much such a page is higher than whole pixels. */
const OVER = 0.05

/** Of a page that is printed smaller, how large it is on paper; 1 for all others. */
export function sheetScale({ width, height, sheet }: Paper): number {
  return sheet ? Math.min(sheet.width / width, sheet.height / height) : 1
}

/**
 * Has the document's own page size hold, as far as that is larger than `paper` both ways and turned alike, and the only one.
 * Returns pages of that size; nothing if the document is laid out on the paper itself.
 */
export function layOutLargerPages(paper: Paper): Paper | undefined {
  const { size, sized } = readPageRules({ ...paper, preferCssPageSize: true })
  const [width, height] = size
  const isLarger = width > paper.width - LITTLE && height > paper.height - LITTLE
  const isSame = width < paper.width + LITTLE && height < paper.height + LITTLE
  if (sized !== 'all' || !isLarger || isSame || width > height !== paper.width > paper.height)
    return undefined
  const larger = { ...paper, width, height, sheet: paper }
  const asked = Object.fromEntries(
    Object.entries(paper.margins).map(([side, margin]) => [side, margin / sheetScale(larger)]),
  )
  const margins = { ...asked, ...bottomOfWholePixels({ ...larger, margins: asked }) }
  const declarations = Object.entries(margins).map(([side, margin]) => `margin-${side}:${margin}px!important`)
  const style = document.createElement('style')
  // The first layer of all wins where all is important.
  style.textContent = `@layer platen-larger{@page{${[`size:${width}px ${height}px!important`, ...declarations].join(';')}}}`
  document.documentElement.prepend(style)
  return { ...larger, margins }
}

/**
 * The bottom margin that leaves hardly more than whole pixels. The next page begins at a whole pixel, and Chromium leaves out
 * of a page what begins two dots of print (300 an inch) below its edge; a viewer shows a line of a picture that begins before.
 */
function bottomOfWholePixels(paper: Paper): Pick<Margins, 'bottom'> | undefined {
  const { height, margins, uniform } = measurePageArea(paper)
  if (!uniform) return undefined
  return { bottom: margins.bottom + (height - Math.floor(height) - OVER) * paper.scale }
}

/** Sheet and margins of a page area, on what is printed on. */
export function onSheet(
  { paper: page, margins }: PageArea,
  paper: Paper,
): { paper: PageArea['paper']; margins: Margins } {
  const { sheet } = paper
  if (!sheet) return { paper: page, margins }
  const { width, height } = sheet
  const scale = sheetScale(paper)
  const [across, down] = [(width - page.width * scale) / 2, (height - page.height * scale) / 2]
  const { top, right, bottom, left } = margins
  return {
    paper: { width, height },
    margins: {
      top: top * scale + down,
      right: right * scale + across,
      bottom: bottom * scale + down,
      left: left * scale + across,
    },
  }
}
