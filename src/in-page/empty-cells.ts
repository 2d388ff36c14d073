/** Empty cells of tables in a tagged document. */
import { document } from './document'

const SHOWN = 'img,svg,canvas,video,object,iframe,input,textarea,select,button,progress,meter,hr,math'

/**
 * Puts an invisible space into each empty cell. Chromium tags what is painted alone: a cell without anything, or a
 * border or color, would be missing in the tags, and those after it would stand in the wrong column.
 */
export function fillEmptyCells(): void {
  for (const cell of document.querySelectorAll('td,th')) {
    if (cell.textContent?.trim() || cell.querySelector(SHOWN)) continue
    const space = document.createElement('span')
    // It takes no part in the layout.
    space.style.cssText = 'position:absolute;font-size:1px'
    space.textContent = '\u00a0'
    cell.append(space)
  }
}
