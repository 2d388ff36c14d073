/** What a data grid shows and a table of its cells' texts would not. */
import { isTransparent, isVisible, native, parentOf } from './dom'
import { CELLS, HEADS, ROWS } from './grid-panes'
import { isCheck } from './grid-pictures'

const FIELDS =
  'canvas,input,select,textarea,progress,meter,[role=checkbox],[role=switch],[role=slider],[role=progressbar],[role=meter]'
/** What says nothing with a text may be a handle or a line; bars are larger (CSS pixels). */
const MIN_BAR = 3

/** Whether cells say that their content is still to come. */
export function isLoading(grid: Element): boolean {
  if (native(grid).matches('[aria-busy=true]') || native(grid).querySelector('[aria-busy=true]')) return true
  return [...native(grid).querySelectorAll(CELLS)].some((cell) =>
    /^\W*(loading\W*|…|\.{3})$/i.test(native(cell).textContent?.trim() ?? ''),
  )
}

/** Whether a grid shows fields, drawings, bars, or texts that are in none of its cells. */
export function wouldLose(grid: Element): boolean {
  if (hasOwnText(grid)) return true
  const box = native(grid).getBoundingClientRect()
  for (const part of native(grid).querySelectorAll('*')) {
    if (!isSeen(part, box)) continue
    const cell = cellOf(part)
    const isHead = cell !== null && native(cell).matches(HEADS)
    if (cell && isCheck(part)) continue
    if (native(part).matches(FIELDS) && !isEmptyField(part, cell !== null && !isHead)) return true
    if (!cell && hasOwnText(part)) return true
    if (hasGeneratedText(part, cell !== null && !isHead)) return true
    if (cell && !isHead && isBar(part, cell)) return true
  }
  return false
}

/** The cell of a row that a part of a grid is in. */
function cellOf(part: Element): Element | null {
  const cell = native(part).closest(CELLS)
  return cell && native(cell).closest(ROWS) ? cell : null
}

/** Texts for screen readers alone are a pixel high, or stand beside the grid. */
function isSeen(part: Element, box: DOMRect): boolean {
  if (!isVisible(part)) return false
  const { left, right, top, bottom, width, height } = native(part).getBoundingClientRect()
  if (getComputedStyle(part).display === 'contents') return true
  const isBeside = right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
  return width > 1 && height > 1 && !isBeside
}

/** Fields of heads filter rows: they say nothing while they are empty. */
function isEmptyField(field: Element, isInBody: boolean): boolean {
  if (isInBody || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  return !/^(checkbox|radio|range|color)$/.test(field.type) && field.value === ''
}

function hasOwnText(part: Element): boolean {
  if (native(part).matches('script,style,template')) return false
  return [...native(part).childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''),
  )
}

/** Icons of heads and of the frame of a grid, letters of no script, are for its use alone. */
function hasGeneratedText(part: Element, isInBody: boolean): boolean {
  return ['::before', '::after'].some((pseudo) => {
    const { content, display } = getComputedStyle(part, pseudo)
    if (display === 'none' || content === 'none' || content === 'normal') return false
    return isInBody ? /[^"'\s]/.test(content) : /[\p{L}\p{N}]/u.test(content)
  })
}

/** Whether a part of a cell is drawn by its background, as bars and dots are. */
function isBar(part: Element, cell: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(part)
  if (backgroundImage !== 'none') return true
  if (part === cell || part instanceof SVGElement || native(part).matches('img')) return false
  if (isTransparent(backgroundColor) || /\S/.test(native(part).textContent ?? '')) return false
  const { width, height } = native(part).getBoundingClientRect()
  return width >= MIN_BAR && height >= MIN_BAR && !parentOf(part)?.closest('svg')
}
