/** Room for footnotes below the lines of their calls, where the print shows which page it is taken from. */

import { overrideStyle } from './dom'
import { type LineDepths, lineOf } from './line-depths'
import type { Leaf } from './page-leaves'
import { document } from './true-document'

/**
 * What has the room. `line`: that of the call is higher, so that both stand on one page; `row`: of a table, likewise; `box`:
 * an element of its own, behind a box that is not looked into, or for the rest of a note, which may be on another page.
 * `element` tells the page that it is on.
 */
export type Room = { element: Element; height: number; kind: 'line' | 'row' | 'box' }

/** How much of a page, in CSS pixels, is room above `top`, by a print. */
export function roomAbove(
  notes: { room: Room | undefined; page: number | undefined }[],
  topOf: (element: Element) => number | undefined,
): (page: number, top: number) => number {
  const rooms = notes.flatMap(({ room, page }) =>
    room ? [{ page, height: room.height, top: topOf(room.element) ?? 0 }] : [],
  )
  const byPage = Map.groupBy(rooms, ({ page }) => page ?? 0)
  return (page, top) =>
    (byPage.get(page) ?? []).reduce((sum, room) => sum + (room.top < top ? room.height : 0), 0)
}

/** Where room for a call is made. `top`: of its line, in CSS pixels; `rowHeight`: of its row, before. */
export type RoomPlace = {
  host: Element
  leaf: Leaf | undefined
  display: string
  top: number
  rowHeight: number
}

/** Finds it. Only reads: the document is laid out once for all of its calls. */
export function findRoom(call: Element, leaves: Map<Element, Leaf>): RoomPlace {
  const { host, leaf } = hostOf(call, leaves)
  const rowHeight = leaf?.kind === 'row' ? leaf.element.getBoundingClientRect().height : 0
  const display = leaf?.kind === 'lines' ? getComputedStyle(leaf.element).display : ''
  return { host, leaf, display, top: call.getClientRects()[0]?.top ?? 0, rowHeight }
}

/** Makes rooms for the notes of a document, one after the other. */
export class RoomMaker {
  /** What the line or row of the note before has. */
  #last: { leaf: Leaf | undefined; top: number; height: number } | undefined

  constructor(private readonly depths: LineDepths) {}

  /** Makes room of `height` CSS pixels below all that the same line or row has got. Returns it, and how to take it back. */
  make(
    place: RoomPlace,
    { call, isRest }: { call: Element; isRest?: true },
    height: number,
  ): { room: Room; undo: () => void } {
    const { host, leaf, top, rowHeight } = place
    if (leaf?.kind === 'box') return boxBehind(leaf.element, height, 'clear:both;break-before:avoid')
    if (isRest && leaf?.kind !== 'row') return floatBelow(place, height)
    const { depth, lineHeight } = this.depths.of(lineOf(host))
    const isSame =
      this.#last?.leaf === leaf &&
      (leaf?.kind === 'row' || Math.abs((this.#last?.top ?? 0) - top) < lineHeight / 2)
    const whole = height + (isSame ? (this.#last?.height ?? 0) : 0)
    this.#last = { leaf, top, height: whole }
    if (leaf?.kind === 'row') {
      const undo = overrideStyle(leaf.element, { height: `${rowHeight + whole}px` })
      return { room: { element: leaf.element, height, kind: 'row' }, undo }
    }
    const element = lowBox(depth + whole)
    host.after(element)
    return { room: { element: call, height, kind: 'line' }, undo: () => element.remove() }
  }
}

/** What reaches `depth` CSS pixels below the line that it stands in, and takes nothing of its width. */
function lowBox(depth: number): HTMLElement {
  // Chromium rounds half of it down.
  const whole = 2 * Math.ceil(depth / 2)
  const element = document.createElement('span')
  element.className = 'platen-room'
  element.style.cssText = `font-size:0;line-height:${whole}px;vertical-align:${-whole / 2}px`
  // There, an empty box is no higher than nothing.
  if (document.compatMode !== 'CSS1Compat') element.textContent = '\u2060'
  return element
}

function boxBehind(before: Element, height: number, css: string): { room: Room; undo: () => void } {
  const element = document.createElement('span')
  element.className = 'platen-room'
  element.style.cssText = `display:block;width:100%;height:${height}px;break-inside:avoid;${css}`
  before.after(element)
  return { room: { element, height, kind: 'box' }, undo: () => element.remove() }
}

function floatBelow({ host, leaf, display }: RoomPlace, height: number): { room: Room; undo: () => void } {
  const { room, undo } = boxBehind(host, height, 'float:left')
  // Else it would take what is between two blocks too, which is there again when the room is gone.
  const inside = { block: 'flow-root', 'list-item': 'flow-root list-item' }[display]
  const restore = leaf && inside ? overrideStyle(leaf.element, { display: inside }) : () => undefined
  return {
    room,
    undo: () => {
      restore()
      undo()
    },
  }
}

/** The leaf that a call is in, and what of it the room may stand behind. */
function hostOf(call: Element, leaves: Map<Element, Leaf>): { host: Element; leaf: Leaf | undefined } {
  let host = call
  for (let around = call.parentElement; around; around = around.parentElement) {
    const leaf = leaves.get(around)
    if (leaf) return { host, leaf }
    // Lines of another box than the page's.
    if (!/^(?:inline|contents)$/.test(getComputedStyle(around).display)) host = around
  }
  return { host, leaf: undefined }
}
