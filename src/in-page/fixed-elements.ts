/** Fixed elements, which are printed again on every page. */
import type { PagedLayout } from './columns'
import type { FindingCollector } from './finding-collector'
import type { Layout } from './layout'
import { textRect } from './overflow'
import type { PageArea } from './paper-types'

/** Position of text on its page, in CSS pixels. */
type TextRect = { left: number; right: number; top: number; bottom: number }

/** Texts and pictures, and where their letters are: a bar beside them in a box as wide as the page hides nothing. */
type Ink = { element: Element; rect: TextRect }

/** What bars may lie over, if there are any; to be asked for before the document is laid out in columns. */
export function inkBesideBars({ fixed, printed }: Layout): Ink[] {
  if (fixed.length === 0) return []
  return printed
    .filter((box) => !box.fixed)
    .map(({ element, rect, text }) => ({ element, rect: text ? textRect(element) : rect }))
}

/** The same on the pages that it is printed on. */
export function inkOnPages(inks: readonly Ink[], { columns }: PagedLayout): TextRect[] {
  return inks.flatMap(({ element, rect: { left, right } }) =>
    columns.fragmentsOf(element).map(({ top, bottom }) => ({ left, right, top, bottom })),
  )
}

/** Reports fixed bars: on every page, and over the text of at least one. */
export function checkFixedElements(
  collector: FindingCollector,
  layout: Layout,
  { page, pages, texts }: { page: PageArea; pages: number; texts: TextRect[] },
): void {
  for (const { element, rect } of layout.fixed) {
    const bottom = Math.min(rect.bottom, page.height)
    const over = texts.some(
      (text) =>
        text.left < rect.right - 1 &&
        text.right > rect.left + 1 &&
        text.top < bottom - 2 &&
        text.bottom > rect.top + 2,
    )
    const wide = rect.width > page.width * 0.6
    // A running header with space of its own is intended. A menu repeated beside the text is not.
    const running = wide && rect.height < page.height * 0.15
    if (!over && (pages < 2 || running)) continue
    collector.report('repeated_bar', element, rect.height, pages > 1 ? 0 : undefined)
    collector.tag(wide || rect.top > page.height / 2 ? 'repeated_bar-static' : 'repeated_bar-once', element)
  }
}
