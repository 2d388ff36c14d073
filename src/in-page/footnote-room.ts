/** Room for footnotes below the lines of their calls, where the print shows which page it is taken from. */

import { overrideStyle } from './dom'
import type { Leaf } from './page-leaves'
import { document } from './true-document'

/** What has the room: a box below the line, or a row that is higher by it. */
export type Room = { element: HTMLElement; height: number; isRow: boolean }

/** Where room for a call is made. */
export type RoomPlace = { host: Element; leaf: Leaf | undefined; display: string; rowHeight: number }

/** Finds it. Only reads: the document is laid out once for all of its calls. */
export function findRoom(call: Element, leaves: Map<Element, Leaf>): RoomPlace {
  const { host, leaf } = hostOf(call, leaves)
  const display = leaf?.kind === 'lines' ? getComputedStyle(leaf.element).display : ''
  const rowHeight = leaf?.kind === 'row' ? leaf.element.getBoundingClientRect().height : 0
  return { host, leaf, display, rowHeight }
}

/** Makes room of `height` CSS pixels, below `already` that its row has. Returns it, and how to take it back. */
export function makeRoom(
  { host, leaf, display, rowHeight }: RoomPlace,
  height: number,
  already: number,
): { room: Room; undo: () => void } {
  if (leaf?.kind === 'row') {
    const { element } = leaf
    const undo = overrideStyle(element, { height: `${rowHeight + already + height}px` })
    return { room: { element, height, isRow: true }, undo }
  }
  const element = document.createElement('span')
  element.className = 'platen-room'
  element.style.cssText = `display:block;width:100%;height:${height}px;break-inside:avoid;${
    leaf?.kind === 'box' ? 'clear:both;break-before:avoid' : 'float:left'
  }`
  if (leaf?.kind === 'box') leaf.element.after(element)
  else host.after(element)
  // Else it would take what is between two blocks too, which is there again when the room is gone.
  const restore = leaf ? containFloats(leaf.element, display) : () => undefined
  return {
    room: { element, height, isRow: false },
    undo: () => {
      restore()
      element.remove()
    },
  }
}

function containFloats(element: HTMLElement, display: string): () => void {
  if (display === 'block') return overrideStyle(element, { display: 'flow-root' })
  if (display === 'list-item') return overrideStyle(element, { display: 'flow-root list-item' })
  return () => undefined
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
