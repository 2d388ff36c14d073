/** Texts of elements, and how CSS writes them. */

/** A text as a CSS string. */
export function cssString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, ' ')}"`
}

/** What an element says, on one line; without its footnotes. */
export function plainText(element: Element): string {
  const own = element.querySelector('.platen-footnote') ? withoutNotes(element) : element
  const text = own instanceof HTMLElement && !isShownAsIs(own) ? own.innerText : own.textContent
  return text.replace(/\s+/g, ' ').trim().slice(0, 500)
}

/** Whether an element shows its text as it is. To ask what it shows takes a layout of the whole document. */
function isShownAsIs(element: HTMLElement): boolean {
  const { textTransform, visibility } = getComputedStyle(element)
  return element.childElementCount === 0 && textTransform === 'none' && visibility === 'visible'
}

function withoutNotes(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  for (const note of copy.querySelectorAll('.platen-footnote')) note.remove()
  return copy
}
