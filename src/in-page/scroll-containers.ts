/** Runs inside the page: frames that cut what is larger than they are. */
import type { Node, Rect } from './dom'
import type { Notebook } from './finding-collector'
import type { Kit } from './kit'
import type { Frame, Survey } from './walk-elements'

declare const getComputedStyle: Node

/** A frame as it is met, inside another or not: what it holds is to come. A frame is itself what the other holds. */
export function frameOf(element: Node, rect: Rect, outer: Frame | undefined): Frame {
  const left = rect.left + element.clientLeft
  const top = rect.top + element.clientTop
  const { clientWidth: width, clientHeight: height } = element
  const inner = { left, top, right: left + width, bottom: top + height, width, height }
  if (outer && /\S/.test(element.textContent)) {
    outer.right = Math.max(outer.right, inner.right)
    outer.bottom = Math.max(outer.bottom, inner.bottom)
    outer.left = Math.min(outer.left, inner.left)
    outer.top = Math.min(outer.top, inner.top)
  }
  return {
    element,
    rect: inner,
    ...{ right: Number.NEGATIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY },
    ...{ left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY },
    shown: {
      left: Math.max(inner.left, outer?.shown.left ?? inner.left),
      right: Math.min(inner.right, outer?.shown.right ?? inner.right),
    },
  }
}

/** Whether a frame shows nothing of a box. */
export function isCut(rect: Rect, frame: Frame | undefined): boolean {
  if (!frame) return false
  const { left, top, right, bottom } = frame.rect
  return rect.top >= bottom - 2 || rect.bottom <= top + 2 || rect.left >= right - 2 || rect.right <= left + 2
}

/** Judges what the walk collected. A frame that cuts a table or code is that finding, not one of its own. */
export function judgeFrames(kit: Kit, book: Notebook, found: Survey): void {
  const wide = new Set(found.wideTables.map(({ element }) => element))
  for (const frame of found.frames) {
    const { element, rect } = frame
    if (rect.width < 4 || frame.right === Number.NEGATIVE_INFINITY) continue
    const across = Math.max(frame.right - rect.right, rect.left - frame.left)
    const down = Math.max(frame.bottom - rect.bottom, rect.top - frame.top)
    const style = getComputedStyle(element)
    const clamped = style.webkitLineClamp !== 'none'
    if (across <= 4 && down <= (clamped ? 2 : 8)) continue
    if (rect.height < 8 && down > 8) {
      // A grid that is broken over pages gives each of its rows the height that it needs.
      if (/grid/.test(getComputedStyle(element.parentElement).display)) continue
      book.note('collapsed', element, element.textContent.trim().length)
      continue
    }
    kit.markFrame(kit, book, element, style)
    const table = element.localName === 'table' ? element : element.querySelector('table')
    if (table && wide.has(table) && down <= 8) continue
    const code = element.localName === 'pre' ? element : element.querySelector('pre')
    if (code && across > 4) {
      book.note('wide_code', code, across)
      book.mark('wide_code', code)
      if (down <= 8) continue
    }
    book.note('hidden_overflow', element, Math.max(across, down))
  }
}

/** What has to give way so that a frame shows all it holds: itself, tracks inside it, fixed heights around it. */
export function markFrame(kit: Kit, book: Notebook, element: Node, style: Node): void {
  book.mark('hidden_overflow', element)
  if (style.display === 'block') book.mark('hidden_overflow-block', element)
  if (/nowrap|^pre$/.test(style.whiteSpace) && element.localName !== 'pre') {
    book.mark('hidden_overflow-nowrap', element)
  }
  const { right } = element.getBoundingClientRect()
  for (const picture of element.querySelectorAll('img,svg,canvas,video')) {
    if (picture.getBoundingClientRect().right > right + 4) book.mark('hidden_overflow-picture', picture)
  }
  for (const track of element.querySelectorAll('*')) {
    if (track.scrollWidth <= element.clientWidth + 1 || track.closest('table, pre')) continue
    if (kit.runsAcross(getComputedStyle(track))) kit.markTrack(book, track)
  }
  if (kit.runsAcross(style)) kit.markTrack(book, element)
  for (let at = element.parentElement, inner = element; at; inner = at, at = at.parentElement) {
    // What stands out of the flow makes nothing around it grow.
    if (/absolute|fixed/.test(getComputedStyle(inner).position)) break
    const sizes = at.computedStyleMap()
    const fixed = ['height', 'max-height'].some((name) => !/^(auto|none)$/.test(String(sizes.get(name))))
    if (fixed) book.mark('hidden_overflow-grow', at)
  }
}

/** Whether boxes stand side by side in a row. */
export function runsAcross({ display, flexDirection }: Node): boolean {
  return /flex/.test(display) && !/column/.test(flexDirection)
}

/** A row of slides: it wraps, and a slide whose text stands out of the flow keeps its height. */
export function markTrack(book: Notebook, track: Node): void {
  book.mark('hidden_overflow-track', track)
  for (const slide of track.children) {
    const inside: Node[] = [...slide.children]
    const empty = inside.every((part) => /absolute|fixed/.test(getComputedStyle(part).position))
    if (inside.length > 0 && empty) book.mark('hidden_overflow-slide', slide, slide.offsetHeight)
  }
}
