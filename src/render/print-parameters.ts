/** From a caller's options to what the browser and the audit are told of paper: pure. */
import type { Protocol } from 'devtools-protocol'
import { SPARE_VIEWPORT } from '../browser/tab'
import type { OptimizeRequest } from '../optimize/optimize'
import { DEFAULT_MARGIN, paperSize, printableArea } from './paper-size'
import type { RenderOptions } from './render-options'

export type PrintParameters = {
  print: Protocol.Page.PrintToPDFRequest
  optimizeRequest: OptimizeRequest
}

const sides = ['top', 'right', 'bottom', 'left'] as const

/**
 * Lengths of the options are inches, here they are CSS pixels, except in `print`. `outset`: how far the sheet reaches beyond
 * the page on each side (`page-bleed.ts`), in inches.
 */
export function printParameters(options: RenderOptions, outset = 0): PrintParameters {
  const page = paperSize(options)
  const [width, height] = [page.width + 2 * outset, page.height + 2 * outset]
  const usualMargin = DEFAULT_MARGIN + outset
  const scale = options.scale ?? 1
  const margins: OptimizeRequest['paper']['margins'] = {}
  for (const side of sides) {
    const margin = options[`margin_${side}`]
    if (margin !== undefined) margins[side] = (margin + outset) * 96
  }
  return {
    print: {
      paperWidth: width,
      paperHeight: height,
      scale,
      // Margins and size stand in the document's CSS, where they can be told from its own (`compose-document.ts`).
      preferCSSPageSize: true,
      // These only say how wide the page is to media queries, which the browser asks before it reads `@page`.
      marginTop: (options.margin_top ?? DEFAULT_MARGIN) + outset,
      marginRight: (options.margin_right ?? DEFAULT_MARGIN) + outset,
      marginBottom: (options.margin_bottom ?? DEFAULT_MARGIN) + outset,
      marginLeft: (options.margin_left ?? DEFAULT_MARGIN) + outset,
      printBackground: !options.omit_backgrounds,
      pageRanges: options.page_ranges ?? '',
      generateTaggedPDF: Boolean(options.tagged || options.outline),
      generateDocumentOutline: Boolean(options.outline),
    },
    optimizeRequest: {
      paper: {
        width: width * 96,
        height: height * 96,
        margins,
        defaultMargin: usualMargin * 96,
        preferCssPageSize: options.prefer_css_page_size ?? false,
        scale,
      },
      backgrounds: !options.omit_backgrounds,
      mayScale: options.scale === undefined,
    },
  }
}

/**
 * The window that a document loads in, in CSS pixels: the printable area, as far as the options alone say it. Where
 * nobody can see its height (pages are laid out again for paper) that is a spare's, which most documents then fit as is.
 */
export function viewportFor(options: RenderOptions, { heightIsSeen }: { heightIsSeen: boolean }) {
  const { width, height } = printableArea(options)
  const pixels = (inches: number) => Math.max(1, Math.floor((inches * 96) / (options.scale ?? 1)))
  return { width: pixels(width), height: heightIsSeen ? pixels(height) : SPARE_VIEWPORT.height }
}
