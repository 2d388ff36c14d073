/** Runs inside the page: frames that cut what is larger than they are. */
import type { Node } from './dom'
import type { Kit } from './kit'
import type { Notebook } from './notebook'
import type { Survey } from './survey'

declare const getComputedStyle: Node

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
