/** Runs inside the page: tables that are wider than their place, and what they could be instead. */

import type { Node } from './dom'
import type { Notebook } from './finding-collector'
import type { WideTable } from './findings'
import type { Kit } from './kit'
import type { Survey } from './walk-elements'

declare const document: Node
declare const getComputedStyle: Node

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
  // What `NARROW` and `WRAP` of `fitting.ts` will make of them.
  const probe = document.createElement('style')
  probe.textContent = `@layer platen{[data-platen-probe],[data-platen-probe] *{white-space:normal!important;min-width:0!important}
    [data-platen-probe] :is(td,th){padding-left:4px!important;padding-right:4px!important}
    [data-platen-probe] [data-platen-cell=number]{white-space:nowrap!important}
    [data-platen-probe] [data-platen-cell=long]{overflow-wrap:anywhere!important}
    [data-platen-probe]{position:absolute!important;zoom:1!important;width:min-content!important;height:auto!important;
      max-width:none!important;display:table!important;writing-mode:horizontal-tb!important}
    [data-platen-probe=turned]{width:${page.height}px!important}}`
  document.documentElement.append(probe)
  // Each needs rules of its own. Of more only the first are repaired.
  const tables = found.wideTables.slice(0, 200)
  // A number reads as one only on one line; what is longer than any word, as an address, may be broken anywhere.
  const cells: Node[] = tables.flatMap(({ element }) => [...element.querySelectorAll('td,th')])
  for (const cell of cells) {
    const text = cell.textContent
    const sort = /^[-+−–€$£%\d.,\s]{1,16}$/.test(text) ? 'number' : /\S{32}/.test(text) ? 'long' : undefined
    if (!sort) continue
    cell.setAttribute('data-platen-cell', sort)
    book.mark(`wide_table-${sort}`, cell)
  }
  const measureAs = (value: 'least' | 'turned') => {
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
  const least = measureAs('least')
  const turned = measureAs('turned')
  for (const { element } of tables) element.removeAttribute('data-platen-probe')
  for (const cell of cells) cell.removeAttribute('data-platen-cell')
  probe.remove()
  return tables.map(({ element, frame, over }, index) => {
    book.note('wide_table', element, over)
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
