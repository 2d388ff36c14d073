/** A document's page furniture: its contents list, and what its styles ask of pages (`furniture-styles.ts`). */
import type { Furniture } from '../in-page/contract'
import type { RenderInput } from './compose-print-request'
import { FurnitureCss } from './furniture-styles'
import { OWN_LAYOUT, styleElements } from './paged-media'
import { printParameters } from './print-parameters'

/** A document as the browser is to read it. */
export type FurnishedInput = RenderInput & {
  /** What is filled in when its pages are known. */
  furniture?: Furniture
}

/** The document with what its styles ask of pages; mostly as it was. */
export function withFurniture(input: RenderInput): FurnishedInput {
  const { html, css, options } = input
  const { toc, page_number_start: firstPage = 1, single_page } = options
  // Of one page there is nothing to say.
  if (single_page) return input
  const read = (styles: FurnitureCss) => ({
    styles,
    rewritten: { html: rewriteStyles(html, styles), css: css && styles.rewrite(css) },
  })
  const first = read(new FurnitureCss())
  const { styles, rewritten } = first.styles.setsPages ? read(new FurnitureCss(true)) : first
  const asked = styles.bleed.asked
  const isOurs = (styles.found || asked !== undefined) && !OWN_LAYOUT.test(html)
  if (!toc && !isOurs) return input
  const bleed = input.bleed ?? (isOurs ? asked : undefined)
  const needsFurniture = toc || styles.found
  const { print, optimizeRequest } = printParameters(options, bleed?.outset)
  const { paper } = optimizeRequest
  const tagged = print.generateTaggedPDF === true
  const { depth = 3, title } = typeof toc === 'object' ? toc : {}
  const contents = toc ? { depth, title } : undefined
  const { uses } = isOurs ? styles : new FurnitureCss()
  return {
    ...input,
    ...(isOurs && rewritten),
    bleed,
    ...(needsFurniture && {
      furniture: {
        ...{ toc: contents, styles: uses, firstPage, paper, tagged },
        isStatic: !toc && !styles.needsPages,
      },
    }),
  }
}

function rewriteStyles(html: string, styles: FurnitureCss): string {
  let done = 0
  let text = ''
  for (const { from, to } of styleElements(html)) {
    const css = html.slice(from, to)
    const instead = styles.rewrite(css)
    if (instead === css) continue
    text += html.slice(done, from) + instead
    done = to
  }
  return text + html.slice(done)
}
