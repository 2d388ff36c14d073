/** What a cell of a data grid shows beside its text, and a copy of which shows the same. */
import { native } from './dom'

/** CSS pixels. */
const MIN_PICTURE = 8
const MAX_PICTURE = 200

/** Whether a field shows no more than whether it is checked, and is drawn by the browser. */
export function isCheck(part: Element): part is HTMLInputElement {
  if (!(part instanceof HTMLInputElement) || !/^(checkbox|radio)$/.test(part.type)) return false
  return getComputedStyle(part).appearance !== 'none'
}

/** Copies of the pictures and checks in a cell; the icons of a head are for its use alone. */
export function picturesOf(cell: Element, isHead: boolean): Element[] {
  return [...native(cell).querySelectorAll(isHead ? 'input' : 'img,svg,input')].filter(isPicture).map(copyOf)
}

function isPicture(part: Element): boolean {
  const { width } = native(part).getBoundingClientRect()
  if (width <= MIN_PICTURE || width >= MAX_PICTURE || native(part).closest('[aria-hidden=true]')) return false
  return native(part).matches('input') ? isCheck(part) : !native(part).closest('button,[role=button]')
}

/** Of fields with one name, only one can be checked. */
function copyOf(picture: Element): Element {
  const { width, height } = native(picture).getBoundingClientRect()
  const copy = native(picture).cloneNode(true) as Element
  copy.setAttribute('style', `width:${width}px;height:${height}px`)
  if (copy.localName === 'input') for (const attribute of ['id', 'name']) copy.removeAttribute(attribute)
  return copy
}
