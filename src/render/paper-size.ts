/** The page, its margins and what they leave of it, in inches. */
import { type AskedViewport, askedViewport } from './visit-options'

/** Paper sizes in inches, width × height, upright (ISO 216 sizes from their millimetres; ANSI/ASME Y14.1). */
const papers = {
  A3: { width: 297 / 25.4, height: 420 / 25.4 },
  A4: { width: 210 / 25.4, height: 297 / 25.4 },
  A5: { width: 148 / 25.4, height: 210 / 25.4 },
  Letter: { width: 8.5, height: 11 },
  Legal: { width: 8.5, height: 14 },
} as const

/** Their names, as they are described. */
export const PAPERS = ['A4', 'A3', 'A5', 'Letter', 'Legal'] as const satisfies (keyof typeof papers)[]

/** The options that size a page. */
type PageOptions = {
  paper?: (typeof PAPERS)[number] | undefined
  orientation?: 'portrait' | 'landscape' | undefined
  paper_width?: number | undefined
  paper_height?: number | undefined
  margin_top?: number | undefined
  margin_bottom?: number | undefined
  margin_left?: number | undefined
  margin_right?: number | undefined
  prefer_css_page_size?: boolean | undefined
  single_page?: boolean | undefined
  viewport?: AskedViewport
}

/** Margin on each side where neither the caller nor the document's `@page` sets one, in inches. */
export const DEFAULT_MARGIN = 0.4
/** What must be left to print on, each way, in inches. */
export const MIN_PRINTABLE = 1
/** Longest side of a page, in inches: 10 metres. */
export const MAX_SIDE = 394

/** Width and height of the page in inches, turned as `orientation` says. */
export function paperSize(options: PageOptions): { width: number; height: number } {
  const { paper_width: width, single_page } = options
  const height = options.paper_height ?? (single_page ? papers.A4.height : undefined)
  const upright =
    width !== undefined && height !== undefined ? { width, height } : papers[options.paper ?? 'A4']
  return options.orientation === 'landscape' ? { width: upright.height, height: upright.width } : upright
}

/** What the margins leave of the page, in inches; those that the options do not set count as the default. */
export function printableArea(options: PageOptions): { width: number; height: number } {
  const { width, height } = paperSize(options)
  const { margin_top: top = DEFAULT_MARGIN, margin_bottom: bottom = DEFAULT_MARGIN } = options
  const { margin_left: left = DEFAULT_MARGIN, margin_right: right = DEFAULT_MARGIN } = options
  return { width: width - left - right, height: height - top - bottom }
}

/**
 * Options as all that reads sizes is to obey them. One sheet for all (`single_page`) has its width, and the height that it
 * has until the document's is known. In a window that was asked for it is a picture of a screen: without margins, unless
 * these were asked for, too.
 */
export function withSheetSize<Options extends PageOptions>(options: Options): Options {
  if (!options.single_page) return options
  const own = { paper: undefined, orientation: undefined, prefer_css_page_size: false }
  const asked = showsScreen(options) ? askedViewport(options.viewport) : undefined
  if (!asked) {
    const { width, height } = paperSize(options)
    return { ...options, ...own, paper_width: width, paper_height: height }
  }
  const { margin_top = 0, margin_right = 0, margin_bottom = 0, margin_left = 0 } = options
  return {
    ...options,
    ...own,
    ...{ paper_width: asked.width / 96, paper_height: asked.height / 96 },
    ...{ margin_top, margin_right, margin_bottom, margin_left },
  }
}

/** Whether one sheet is as wide as the window that was asked for. */
export function showsScreen({ single_page, paper, paper_width, viewport }: PageOptions): boolean {
  return single_page === true && viewport !== undefined && paper === undefined && paper_width === undefined
}
