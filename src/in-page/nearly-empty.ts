/** Whether a document shows next to nothing: no text but that it is loading, no picture, no field and no color. */
import { isVisible, native } from './dom'
import { document } from './true-document'

/** What stands on a page whose content has not come. */
const PLACEHOLDER = /^\W*(?:loading|please wait|wird geladen|bitte warten|chargement|cargando)\W*$/i
export const PICTURES =
  'img,svg,canvas,video,object,embed,iframe,input,textarea,select,button,progress,meter,hr,math'
/** Of a page without text, elements that are looked at for what is painted behind them. */
const MAX_LOOKED_AT = 2000

/** Looks at text first, which nearly every document has, and lays nothing out then that printing does not. */
export function isNearlyEmpty(): boolean {
  const { body } = document
  if (body && hasText(body.textContent) && hasText(body.innerText)) return false
  return showsNoPicture()
}

/** Whether nothing shows but text, perhaps. */
export function showsNoPicture(): boolean {
  if (!document.body) return true
  if ([...document.querySelectorAll(PICTURES)].some(isSeen)) return false
  return ![...document.querySelectorAll('body,body *')].slice(0, MAX_LOOKED_AT).some(isPainted)
}

/** What is no text of the page, but for texts in the margins of its sheets. */
export const UNSEEN = 'script,style,template,title,noscript'
const IN_MARGINS = /@(?:top|right|bottom|left)-/

/** Texts that are hidden and looked at: a document of more shows some of them, in one way or another. */
const MAX_HIDDEN = 500

/** Whether any text shows: looks at the first alone in nearly every document. */
export function hasOwnText(): boolean {
  const { documentElement: root } = document
  const texts = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let hidden = 0
  for (let node = texts?.nextNode(); node; node = texts?.nextNode()) {
    const text = node.nodeValue ?? ''
    if (!/\S/.test(text)) continue
    if (isWithin(node, UNSEEN) ? IN_MARGINS.test(text) : isShown(node) || ++hidden > MAX_HIDDEN) return true
  }
  return false
}

/** Whether a text node's element is to be seen. */
export function isShown({ parentElement }: Node): boolean {
  return parentElement !== null && isVisible(parentElement)
}

/** Whether a text node stands in an element of a selector. */
export function isWithin({ parentElement }: Node, selector: string): boolean {
  return parentElement !== null && native(parentElement).closest(selector) !== null
}

/** Whether a text says more than that content is on its way. */
export function hasText(text: string | null): boolean {
  const shown = (text ?? '').trim()
  return shown !== '' && !PLACEHOLDER.test(shown)
}

/** Whether an element takes any room. */
export function isSeen(element: Element): boolean {
  const { width, height } = native(element).getBoundingClientRect()
  return width > 0 && height > 0
}

/** Whether anything is painted behind or around an element, or generated within it. */
export function isPainted(element: Element): boolean {
  if (native(element).shadowRoot) return true // What is in there is not looked at.
  const { backgroundImage, backgroundColor, borderTopStyle } = getComputedStyle(element)
  const plain = /^(?:rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/.test(backgroundColor)
  const painted = backgroundImage !== 'none' || !plain || borderTopStyle !== 'none'
  const generated = ['::before', '::after'].some((part) => getComputedStyle(element, part).content !== 'none')
  return (painted || generated) && isSeen(element) && isVisible(element)
}
