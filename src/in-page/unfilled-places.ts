/** Whether a document shows what stands around its content, while the place that its scripts are to fill is empty. */
import { native } from './dom'
import { hasText, isPainted, isSeen, isShown, isWithin, PICTURES, UNSEEN } from './nearly-empty'
import { document } from './true-document'

/** What scripts put their content into. */
const PLACES = 'div[id],main[id],section[id],article[id],ul[id],ol[id],table,tbody'
/** What stands around the content of a page, and what is pressed. */
const AROUND = 'nav,aside,header,footer,button,[role=navigation],[role=banner],[role=contentinfo]'
const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** Words above a heading that say where one is. */
const MAX_WORDS_ABOVE = 6
/** Words of a menu, whatever its elements are, and of a sentence or two about what is to follow. */
const MAX_WORDS = 40
/** Such words take the head of a page: no more of it than this share of its width, which no label or ticket has blank below. */
const MAX_DEPTH = 0.45

/**
 * Whether a document shows no pictures and next to no text, and has a place that nothing was put into: headings alone, with a
 * few words above, or what stands around its content; or a few lines at the head of the page, if a script names that place.
 */
export function isUnfilled(): boolean {
  const { body } = document
  if (!body) return false
  const isBare = !hasOtherText(body)
  if (!isBare && !hasFewLines(body)) return false
  if ([...document.querySelectorAll(PICTURES)].some((picture) => isContent(picture) && isSeen(picture)))
    return false
  const empty = [...document.querySelectorAll(PLACES)].filter(
    (place) => isContent(place) && !hasText(place.textContent) && !isPainted(place),
  )
  return isBare ? empty.length > 0 : empty.some(isNamedByScript)
}

/** Stops at the first text that is content, which is one of the first in nearly every document. */
function hasOtherText(body: HTMLElement): boolean {
  let words = 0
  let isBelow = false
  for (const { text, node } of contentTexts(body)) {
    if (isWithin(node, HEADINGS)) isBelow = true
    else if (isBelow) return true
    else words += countWords(text, MAX_WORDS_ABOVE)
    if (words > MAX_WORDS_ABOVE) return true
  }
  return words > 0 && !isBelow
}

/** Stops at the first text that is one too many, or too far down. */
function hasFewLines(body: HTMLElement): boolean {
  let words = 0
  for (const { text, node } of contentTexts(body)) {
    words += countWords(text, MAX_WORDS)
    const bottom = node.parentElement?.getBoundingClientRect().bottom ?? 0
    if (words > MAX_WORDS || bottom > MAX_DEPTH * window.innerWidth) return false
  }
  return true
}

/** The texts that can be seen, but for those around the content. */
function* contentTexts(body: HTMLElement): Generator<{ text: string; node: Node }> {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').trim()
    if (text !== '' && !isWithin(node, `${UNSEEN},${AROUND}`) && isShown(node)) yield { text, node }
  }
}

/** Words of a text, of which it counts one more than `most`. */
function countWords(text: string, most: number): number {
  return text.split(/\s+/, most + 1).length
}

/** Whether a script in the document has the id of a place, or of what is around it, as a string or selector. */
function isNamedByScript(place: Element): boolean {
  const id = native(place).closest('[id]')?.id
  if (!id) return false
  const names = [`'${id}'`, `"${id}"`, `\`${id}\``, `#${id}`]
  return [...document.querySelectorAll('script:not([src])')].some(({ textContent }) =>
    names.some((name) => textContent.includes(name)),
  )
}

function isContent(element: Element): boolean {
  return native(element).closest(AROUND) === null
}
