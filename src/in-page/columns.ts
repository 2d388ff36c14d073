/**
 * Lays the document out as pages are, and puts everything back. Chromium breaks columns and
 * pages by one engine, so the document's root becomes a container of columns as wide and high as a page's printable
 * area, far apart. The column that a box stands in is then its page (CSS Multi-column Layout 1, CSS Fragmentation 3).
 *
 * Known to differ from paper: a break to a left or right page is a break to the next page, and what cannot be broken
 * and is taller than a page moves nothing after it.
 */
import { finishAnimations } from './animations'
import { revert, state } from './audit-state'
import { native, overrideStyle, runsRightToLeft } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Layout, Rect } from './layout'
import type { PageArea } from './paper-types'
import { document } from './true-document'

/**
 * Part of a box on one page; `page` counts from 0, `top` and `bottom` are CSS pixels from the page's first line, `start`
 * and `end` from the edge where its lines begin.
 */
export type Fragment = { page: number; top: number; bottom: number; start: number; end: number }

export type Columns = {
  fragmentsOf(element: Element): Fragment[]
  /** Page of the first line of an element's text, whose box may begin on the page before. */
  firstPageOf(text: Element): number | undefined
  restore(): void
}

/** What the checks of page breaks need: the document laid out as pages are. */
export type PagedLayout = { collector: FindingCollector; layout: Layout; page: PageArea; columns: Columns }

/** What breaks the document otherwise than columns do by themselves. */
export type BrokenBy = {
  forced: readonly { element: Element; before: boolean; after: boolean }[]
  scrollContainers: readonly { element: Element }[]
  shadowed?: readonly { element: Element }[]
}

/** Lays the document out; call `restore` afterwards. */
export function layOutInColumns(layout: BrokenBy, page: PageArea): Columns {
  // Space for content that is too wide, so that it does not reach into the next page's column.
  const pitch = page.width + 8192
  const root = document.documentElement
  // Kept in the state, in case this audit is interrupted (`undo`).
  const restore = state.temporary
  const set = (element: Element, css: Record<string, string>) => {
    overrideStyle(element, css, restore)
  }
  const rootStyle = window.getComputedStyle(root)
  const rtl = runsRightToLeft()
  // Asked before anything is set, after which it takes the styles of all once more.
  const { body } = document
  const isBodyCut = window.getComputedStyle(body).overflow !== 'visible'
  const clipping = [...layout.scrollContainers, ...(layout.shadowed ?? [])]
  const containers = clipping.map(({ element }) => ({ element, css: clipped(element) }))
  const declared = root.computedStyleMap()
  // What is set in pixels is known without a layout.
  const pixels = (name: string) => {
    const value = declared.get(name)
    if (value instanceof CSSUnitValue && value.unit === 'px') return value.value
    return Number.parseFloat(rootStyle.getPropertyValue(name))
  }
  const side = (name: string) => pixels(`padding-${name}`) + pixels(`margin-${name}`) || 0
  const width = page.width - side('left') - side('right')
  set(root, {
    display: 'block',
    position: 'static',
    float: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    'min-width': '0',
    'max-width': 'none',
    'min-height': '0',
    // Heights in percent must be what they are on paper, where a root without a height gives them none.
    ...(mayHaveHeight(root)
      ? { height: `${page.height}px`, 'max-height': 'none' }
      : { height: 'auto', 'max-height': `${page.height}px` }),
    overflow: 'visible',
    'column-count': 'auto',
    'column-rule': 'none',
    'column-fill': 'auto',
    'column-width': `${width}px`,
    'column-gap': `${pitch - width}px`,
    width: `${width}px`,
  })
  if (isBodyCut) set(body, { overflow: 'visible' })
  if (page.firstPageLess > 0) {
    const spacer = document.createElement('div')
    spacer.style.cssText = `height:${page.firstPageLess}px;display:block;margin:0`
    restore.push(() => spacer.remove())
    root.insertBefore(spacer, body)
  }
  for (const { element, before, after } of layout.forced) {
    set(element, {
      ...(before && { 'break-before': 'column' }),
      ...(after && { 'break-after': 'column' }),
    })
  }
  for (const { element, css } of containers) set(element, css)
  finishAnimations()
  // Content up to 2,048 pixels to the left of its page still belongs to it.
  const fragment = ({ left, right, top, bottom }: Rect): Fragment => {
    const begin = rtl ? width - right : left
    const column = Math.max(0, Math.floor((begin + 2048) / pitch))
    const more = Math.max(0, Math.floor((top + 0.5) / page.height))
    const start = begin - column * pitch
    return {
      page: column + more,
      top: top - more * page.height,
      bottom: bottom - more * page.height,
      start,
      end: start + right - left,
    }
  }
  const range = document.createRange()
  return {
    fragmentsOf(element) {
      const fragments: Fragment[] = []
      for (const rect of native(element).getClientRects()) {
        const first = fragment(rect)
        // Content beyond the foot of its page continues at the head of the next.
        while (first.bottom > page.height + 1) {
          fragments.push({ ...first, bottom: page.height })
          first.page++
          first.bottom -= page.height
          first.top = 0
        }
        fragments.push(first)
      }
      return fragments
    },
    firstPageOf(text) {
      range.selectNodeContents(text)
      const [line] = range.getClientRects()
      return line && fragment(line).page
    },
    restore() {
      revert(restore)
      finishAnimations()
    },
  }
}

/**
 * Scroll containers break over pages, where nothing scrolls, but not over columns: what a container is instead, which holds
 * the floats and margins in it (CSS Overflow 3, 3.1), and in a row or grid may be narrower than what is in it, as before.
 */
function clipped(container: Element): Record<string, string> {
  const { display, minWidth, minHeight } = getComputedStyle(container)
  return {
    overflow: 'clip',
    ...(display === 'block' && { display: 'flow-root' }),
    ...(display === 'list-item' && { display: 'flow-root list-item' }),
    ...(minWidth === 'auto' && { 'min-width': '0' }),
    ...(minHeight === 'auto' && { 'min-height': '0' }),
  }
}

/**
 * Whether the root may have a height: its own, one that counts as set, as in quirks mode (Quirks Mode 3.6), or one that
 * nobody asks for. Columns of a known height are laid out once, others twice, to balance them.
 */
function mayHaveHeight(root: Element): boolean {
  if (document.compatMode === 'BackCompat' || String(root.computedStyleMap().get('height')) !== 'auto')
    return true
  return [...root.children].every((child) => {
    const declared = child.computedStyleMap()
    return ['height', 'min-height', 'max-height'].every((name) => !String(declared.get(name)).includes('%'))
  })
}

/** How many pages the document's boxes need, including empty ones, and those of `others` that lie deeper. */
export function countPages({ fragmentsOf }: Columns, others: readonly Element[] = []): number {
  const { body } = document
  return [body, ...body.children, ...others].reduce(
    (pages, element) => fragmentsOf(element).reduce((most, { page }) => Math.max(most, page + 1), pages),
    1,
  )
}
