/** Whether a document shows next to nothing: no text but that it is loading, no picture, no field and no color. */
import { isVisible, native } from './dom'
import { document } from './true-document'

/** What stands on a page whose content has not come. */
const PLACEHOLDER = /^\W*(?:loading|please wait|wird geladen|bitte warten|chargement|cargando)\W*$/i
const PICTURES =
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
const UNSEEN = 'script,style,template,title,noscript'
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

function isShown({ parentElement }: Node): boolean {
  return parentElement !== null && isVisible(parentElement)
}

function isWithin({ parentElement }: Node, selector: string): boolean {
  return parentElement !== null && native(parentElement).closest(selector) !== null
}

/** What scripts put their content into. */
const PLACES = 'div[id],main[id],section[id],article[id],ul[id],ol[id],table,tbody'

/** What stands around the content of a page, and what is pressed. */
const AROUND = 'nav,aside,header,footer,button,[role=navigation],[role=banner],[role=contentinfo]'
const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** Words above a heading that say where one is. */
const MAX_WORDS_ABOVE = 6

/**
 * Whether a document shows headings alone, or only what stands around its content, and has a place that nothing was put
 * into. Above a heading there may be a few words.
 */
export function isUnfilled(): boolean {
  if (!document.body || hasOtherText(document.body)) return false
  if ([...document.querySelectorAll(PICTURES)].some((picture) => isContent(picture) && isSeen(picture)))
    return false
  return [...document.querySelectorAll(PLACES)].some(
    (place) => isContent(place) && !hasText(place.textContent) && !isPainted(place),
  )
}

/** Stops at the first text that is content, which is one of the first in nearly every document. */
function hasOtherText(body: HTMLElement): boolean {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  let words = 0
  let isBelow = false
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').trim()
    if (text === '' || isWithin(node, `${UNSEEN},${AROUND}`) || !isShown(node)) continue
    if (isWithin(node, HEADINGS)) isBelow = true
    else if (isBelow) return true
    else words += text.split(/\s+/, MAX_WORDS_ABOVE + 1).length
    if (words > MAX_WORDS_ABOVE) return true
  }
  return words > 0 && !isBelow
}

function isContent(element: Element): boolean {
  return native(element).closest(AROUND) === null
}

function hasText(text: string | null): boolean {
  const shown = (text ?? '').trim()
  return shown !== '' && !PLACEHOLDER.test(shown)
}

function isSeen(element: Element): boolean {
  const { width, height } = native(element).getBoundingClientRect()
  return width > 0 && height > 0
}

function isPainted(element: Element): boolean {
  if (native(element).shadowRoot) return true // What is in there is not looked at.
  const { backgroundImage, backgroundColor, borderTopStyle } = getComputedStyle(element)
  const plain = /^(?:rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/.test(backgroundColor)
  const painted = backgroundImage !== 'none' || !plain || borderTopStyle !== 'none'
  const generated = ['::before', '::after'].some((part) => getComputedStyle(element, part).content !== 'none')
  return (painted || generated) && isSeen(element) && isVisible(element)
}
