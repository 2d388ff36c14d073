/** Texts of elements, and how CSS writes them. */

/** A text as a CSS string. */
export function cssString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, ' ')}"`
}

/** What an element says, on one line. */
export function plainText(element: Element): string {
  const text = element instanceof HTMLElement ? element.innerText : element.textContent
  return text.replace(/\s+/g, ' ').trim().slice(0, 500)
}
