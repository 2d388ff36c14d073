/** A document's page furniture: its contents list, and what its styles ask of pages (`furniture-styles.ts`). */
import type { Furniture } from '../in-page/contract'
import { withoutData } from '../text/without-data'
import type { RenderInput } from './compose-print-request'
import { FurnitureCss } from './furniture-styles'
import { LinkedFurniture } from './linked-furniture'
import { OWN_LAYOUT, STYLE_ATTRIBUTE, styleElements } from './paged-media'
import { printParameters } from './print-parameters'

/** A document as the browser is to read it. */
export type FurnishedInput = RenderInput & {
  /** What is filled in when its pages are known. */
  furniture?: Furniture
}

/** With what the style sheets that it loads may ask; absent if that is not looked for. */
type Furnished = { input: FurnishedInput; linked?: LinkedFurniture | undefined }

/** The document with what its styles ask of pages; mostly as it was. `markup` is its HTML without the files in it. */
export function withFurniture(input: RenderInput, markup = withoutData(input.html)): Furnished {
  const { html, css, options } = input
  const { toc, page_number_start: firstPage = 1, single_page } = options
  // Of one page there is nothing to say.
  if (single_page) return { input }
  const hasStyles = /<style/i.test(markup)
  const read = (styles: FurnitureCss) => {
    const rewritten = {
      html: hasStyles ? rewriteStyles(html, styles) : html,
      css: css && styles.rewrite(css),
    }
    styles.uses.sides ||= hasSideInAttribute(markup)
    return { styles, rewritten }
  }
  const first = read(new FurnitureCss())
  const { styles, rewritten } = first.styles.setsPages ? read(new FurnitureCss(true)) : first
  const asked = styles.bleed.asked
  const laysOutItself = OWN_LAYOUT.test(markup)
  const isOurs = (styles.found || asked !== undefined) && !laysOutItself
  const bleed = input.bleed ?? (isOurs ? asked : undefined)
  const compose = ({ uses, needsPages }: FurnitureCss): Furniture => {
    const { print, optimizeRequest } = printParameters(options, bleed?.outset)
    const { depth = 3, title } = typeof toc === 'object' ? toc : {}
    return {
      toc: toc ? { depth, title } : undefined,
      styles: uses,
      firstPage,
      paper: optimizeRequest.paper,
      tagged: print.generateTaggedPDF === true,
      isStatic: !toc && !needsPages,
    }
  }
  const linked = laysOutItself ? undefined : new LinkedFurniture(styles, compose)
  if (!toc && !isOurs) return { input, linked }
  const furniture = toc || styles.found ? compose(isOurs ? styles : new FurnitureCss()) : undefined
  return { input: { ...input, ...(isOurs && rewritten), bleed, ...(furniture && { furniture }) }, linked }
}

const SIDE = /break-(?:before|after)\s{0,9}:\s{0,9}(?:right|left|recto|verso)\b/i

/** Whether an element's own style has a chapter begin on a side. */
function hasSideInAttribute(html: string): boolean {
  return (
    SIDE.test(html) && [...html.matchAll(STYLE_ATTRIBUTE)].some(([, attribute = '']) => SIDE.test(attribute))
  )
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
