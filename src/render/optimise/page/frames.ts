/** Runs inside the page: frames that cut what is larger than they are, and tables that are wider than their place. */
import type { WideTable } from '../findings'
import type { Node } from './dom'
import type { Kit } from './kit'
import type { Notebook } from './notebook'
import type { Survey } from './survey'

declare const document: Node
declare const getComputedStyle: Node

/** Judges what the walk collected. A frame that cuts a table or code is that finding, not one of its own. */
export function judgeFrames(kit: Kit, book: Notebook, found: Survey): void {
  const wide = new Map(found.wideTables.map(({ element, over }) => [element, over]))
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
    if (kit.runsAcross(getComputedStyle(track))) kit.markTrack(kit, book, track)
  }
  if (kit.runsAcross(style)) kit.markTrack(kit, book, element)
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
export function markTrack(_: Kit, book: Notebook, track: Node): void {
  book.mark('hidden_overflow-track', track)
  for (const slide of track.children) {
    const inside: Node[] = [...slide.children]
    const empty = inside.every((part) => /absolute|fixed/.test(getComputedStyle(part).position))
    if (inside.length > 0 && empty) book.mark('hidden_overflow-slide', slide, slide.offsetHeight)
  }
}

/**
 * What stands beside a table that is too wide may stand above it: marks the rows and grids that hold both, and answers
 * how much room that gives, in CSS pixels.
 */
export function markBeside(kit: Kit, book: Notebook, table: Node, width: number): number {
  let room = 0
  for (let item = table; item.parentElement && item !== document.body; item = item.parentElement) {
    const holder = item.parentElement
    const style = getComputedStyle(holder)
    const beside = holder.clientWidth - item.offsetWidth
    if (!(kit.runsAcross(style) || /grid/.test(style.display)) || beside < 0.1 * width) continue
    book.mark('wide_table-beside', holder)
    book.mark('wide_table-item', item)
    // A bar of short lines is as wide as the page, in columns of its own width.
    for (const neighbour of holder.children) {
      const size = neighbour.offsetWidth
      if (neighbour !== item && size > 0 && size < width * 0.4)
        book.mark('wide_table-neighbour', neighbour, size)
    }
    room += beside
  }
  return room
}

/**
 * Marks each table that is too wide, and measures what it could be: all at once, so that the document is laid out
 * twice more and no oftener.
 */
export function measureTables(
  kit: Kit,
  book: Notebook,
  found: Survey,
  page: { width: number; height: number },
): WideTable[] {
  if (found.wideTables.length === 0) return []
  const probe = document.createElement('style')
  probe.textContent = `@layer platen{[data-platen-probe],[data-platen-probe] *{white-space:normal!important;min-width:0!important}
    [data-platen-probe] :is(td,th){padding-left:4px!important;padding-right:4px!important}
    [data-platen-probe] [data-platen-number]{white-space:nowrap!important}
    [data-platen-probe]{position:absolute!important;zoom:1!important;width:min-content!important;height:auto!important;
      max-width:none!important;display:table!important;writing-mode:horizontal-tb!important}
    [data-platen-probe=turned]{width:${page.height}px!important}}`
  document.documentElement.append(probe)
  const tables = found.wideTables
  // A number reads as one only on one line.
  const numbers: Node[] = tables.flatMap(({ element }) =>
    [...element.querySelectorAll('td,th')].filter((cell: Node) =>
      /^[-+−–€$£%\d.,\s]{1,16}$/.test(cell.textContent),
    ),
  )
  for (const cell of numbers) {
    cell.setAttribute('data-platen-number', '')
    book.mark('wide_table-number', cell)
  }
  const leave = (value: string) => {
    for (const { element } of tables) element.setAttribute('data-platen-probe', value)
    return tables.map(({ element }) => element.getBoundingClientRect())
  }
  const rooms = tables.map(({ element }) => {
    const parent = element.parentElement.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(element.parentElement)
    const left = Math.max(0, parent.left)
    const right = Math.min(page.width, parent.right > left ? parent.right : page.width)
    return right - left - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  })
  const least = leave('least')
  const turned = leave('turned')
  for (const { element } of tables) element.removeAttribute('data-platen-probe')
  for (const cell of numbers) cell.removeAttribute('data-platen-number')
  probe.remove()
  return tables.map(({ element, frame, over }, index) => {
    book.note('wide_table', element, over)
    book.mark('wide_table', element)
    book.mark(`wide_table-${index}`, element)
    const room = rooms[index] ?? page.width
    if (frame) book.mark('wide_table-frame', frame.element)
    return {
      index,
      natural: Math.max(element.getBoundingClientRect().width, element.scrollWidth),
      least: least[index]?.width ?? 0,
      turnedHeight: (turned[index]?.width ?? 0) <= page.height + 1 ? (turned[index]?.height ?? 0) : 1e6,
      room,
      roomAlone: Math.min(page.width, room + kit.markBeside(kit, book, element, page.width)),
    }
  })
}
