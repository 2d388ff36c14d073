/** From a caller's options to what the browser and the audit are told of paper: pure. */
import type { CdpParams } from './cdp'
import type { OptimiseRequest } from './optimise/optimise'
import { DEFAULT_MARGIN, paperSize, type RenderOptions } from './options'

export type PrintParameters = {
  /** CSS pixels of the content: the printable area, as far as the options alone say it. */
  viewport: { width: number; height: number }
  /** Parameters of `Page.printToPDF`. */
  print: CdpParams
  optimiseRequest: OptimiseRequest
}

const sides = ['top', 'right', 'bottom', 'left'] as const

/** All of it; lengths of the options are inches, here they are CSS pixels, except in `print`. */
export function printParameters(options: RenderOptions): PrintParameters {
  const { width, height } = paperSize(options)
  const scale = options.scale ?? 1
  const across = (options.margin_left ?? DEFAULT_MARGIN) + (options.margin_right ?? DEFAULT_MARGIN)
  const down = (options.margin_top ?? DEFAULT_MARGIN) + (options.margin_bottom ?? DEFAULT_MARGIN)
  const margins: OptimiseRequest['paper']['margins'] = {}
  for (const side of sides) {
    const margin = options[`margin_${side}`]
    if (margin !== undefined) margins[side] = margin * 96
  }
  return {
    viewport: {
      width: Math.max(1, Math.floor(((width - across) * 96) / scale)),
      height: Math.max(1, Math.floor(((height - down) * 96) / scale)),
    },
    print: {
      paperWidth: width,
      paperHeight: height,
      scale,
      // Margins and size stand in the document's CSS, where they can be told from its own (`page.ts`).
      preferCSSPageSize: true,
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      printBackground: !options.omit_backgrounds,
      pageRanges: options.page_ranges ?? '',
      generateTaggedPDF: Boolean(options.tagged || options.outline),
      generateDocumentOutline: Boolean(options.outline),
    },
    optimiseRequest: {
      paper: {
        width: width * 96,
        height: height * 96,
        margins,
        defaultMargin: DEFAULT_MARGIN * 96,
        ownSize: options.prefer_css_page_size ?? false,
        scale,
      },
      backgrounds: !options.omit_backgrounds,
      mayScale: options.scale === undefined,
    },
  }
}
