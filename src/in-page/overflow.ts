/** Runs inside the page: what stands beyond the page's edge or its frame, and what has to give way for it. */
import type { Node, Rect } from './dom'
import type { Notebook } from './finding-collector'
import type { Kit } from './kit'
import type { Facts, Leaf, Survey } from './walk-elements'

declare const document: Node
declare const window: Node

/** Beyond the page or its frame: writes it down once for what is to blame. */
export function judgeLeaf(
  kit: Kit,
  book: Notebook,
  found: Survey,
  leaf: Leaf,
  { style, state, page }: Facts,
): void {
  const { element, rect, text } = leaf
  if (state.fixed) return
  const { frame } = state
  const spills = text && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
  if (frame) {
    const own = frame.element === element
    const right = own && spills ? rect.left + element.scrollWidth : rect.right
    frame.right = Math.max(frame.right, right)
    frame.left = Math.min(frame.left, rect.left)
    frame.top = Math.min(frame.top, rect.top)
    const bottom = own ? rect.top + element.scrollHeight : rect.bottom
    frame.bottom = Math.max(frame.bottom, bottom)
    // What its frame shows may be beyond the page with it.
    const over = Math.max(
      Math.min(rect.right, frame.shown.right) - page.width,
      -Math.max(rect.left, frame.shown.left),
    )
    if (over > 8 && !leaf.hidden) kit.noteWide(kit, book, found, { element, over }, { style, state, page })
    return
  }
  let { right } = rect
  if (right > page.width + 1 || rect.left < -1 || spills) {
    const reach = text ? kit.textRect(element) : rect
    right = reach.right
    const over = Math.max(reach.right - page.width, reach.right > 0 ? -reach.left : 0)
    if (over > 8) kit.noteWide(kit, book, found, { element, over }, { style, state, page })
  }
  found.right = Math.max(found.right, right)
}

/** Where the text of an element reaches, whatever its box says. */
export function textRect(element: Node): Rect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

/** Something stands beyond the page's edge: a finding for the outermost box that does, marks for all in between. */
export function noteWide(
  kit: Kit,
  book: Notebook,
  { wide: { seen, climbed, grids } }: Survey,
  { element, over }: { element: Node; over: number },
  { style, state, page }: Facts,
): void {
  if (state.table) return
  if (state.code) {
    book.mark('wide_code', state.code)
    if (!seen.has(state.code)) book.note('wide_code', state.code, over)
    seen.add(state.code)
    return
  }
  const culprit = state.wide ?? element
  if (!seen.has(culprit)) book.note('too_wide', culprit, over)
  seen.add(culprit)
  if (!climbed.has(culprit)) kit.markHigh(book, culprit)
  const picture = /^(img|svg|canvas|video|iframe|object|embed)$/.test(element.localName)
  book.mark(picture ? 'too_wide-picture' : 'too_wide', element)
  if (/nowrap|^pre$/.test(style.whiteSpace)) book.mark('too_wide-nowrap', element)
  else if (!picture) book.mark('too_wide-word', element)
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const box = at.getBoundingClientRect()
    const fits = box.right <= page.width + 1 && box.left >= -1
    const around = window.getComputedStyle(at)
    const { display, gridTemplateColumns, marginLeft, marginRight } = around
    if (kit.runsAcross(around)) book.mark('too_wide-row', at)
    if (/grid/.test(display)) {
      // Columns of less than half an inch could not be read.
      const tracks = gridTemplateColumns.split(' ').length
      const kept = tracks > 1 && tracks <= 14 && page.width / tracks >= 48 ? tracks : 0
      book.mark(`too_wide-grid-${kept}`, at)
      grids.add(kept)
    }
    if (fits || climbed.has(at)) break
    climbed.add(at)
    book.mark('too_wide', at)
    if (Math.min(Number.parseFloat(marginLeft), Number.parseFloat(marginRight)) < -20) {
      book.mark('too_wide-margin', at)
    }
    if (/^table/.test(display)) book.mark('too_wide-table', at)
    const inFlow = /^(block|flex|grid|flow-root|list-item)$/.test(display)
    // A share of what is around it becomes narrower with that.
    const share = /^\d{1,2}(\.\d+)?%$|^100%$/.test(String(at.computedStyleMap().get('width')))
    if (inFlow && !share && !/flex|grid/.test(window.getComputedStyle(at.parentElement).display)) {
      book.mark('too_wide-block', at)
    }
  }
}

/** Boxes of a fixed height inside what will be narrower: their text will need more of it. */
export function markHigh(book: Notebook, culprit: Node): void {
  let looked = 0
  for (const box of [culprit, ...culprit.querySelectorAll('*')]) {
    if (++looked > 3000) return
    if (box.childNodes.length === 0 || !/px|%/.test(String(box.computedStyleMap().get('height')))) continue
    const laidOut = [...box.children].every(
      (child: Node) => window.getComputedStyle(child).position !== 'absolute',
    )
    if (laidOut && !/^(svg|g|td|th|tr)$/.test(box.localName)) book.mark('too_wide-high', box)
  }
}
