/**
 * Small controls that float over a page, as a button back to its top, that of a chat or a cog: on paper nobody can press
 * them. Logos, stamps and all with words are none.
 */
import { native, parentOf } from './dom'
import type { Rect } from './layout'
import { isShown } from './nearly-empty'
import { document } from './true-document'

/** In CSS pixels: the larger may be a column of buttons. */
const MAX_SIDES = [100, 240] as const
/** Of a link to another page, and of a picture in a button: what is larger may be a logo. */
const MAX_ICON = 80
/** From a side of the page. */
const MAX_DISTANCE = 100

const BUTTONS =
  'button,summary,[role="button"],[onclick],input[type="button"],a:not([href]),a[href^="#"],a[href^="javascript:"]'
const PICTURES = 'img,canvas,video,iframe,object,embed'
/** Names of classes and fonts by which texts are drawn as icons. */
const ICONS = /icon|symbol|(?:^|[\s-])fa[bsrl]?(?:$|[\s-])/i
/** The name of an icon, which its font draws as one letter. */
const ICON_NAME = /^[a-z\d_]+$/

/** Whether a fixed box is such a control. */
export function isFloatingControl(
  box: Element,
  rect: Rect,
  page: { width: number; height: number },
): boolean {
  const [shorter = 0, longer = 0] = [rect.width, rect.height].sort((one, other) => one - other)
  const isAside = rect.left < MAX_DISTANCE || rect.right > page.width - MAX_DISTANCE
  if (shorter > MAX_SIDES[0] || longer > MAX_SIDES[1] || !isAside) return false
  return (isPressed(box) || isLowLink(box, rect, page)) && !hasWords(box)
}

/** Whether all that a box shows is in buttons, or it is one. */
function isPressed(box: Element): boolean {
  const pictures = [...native(box).querySelectorAll(PICTURES)]
  const isLarge = (picture: Element) => {
    const { width, height } = native(picture).getBoundingClientRect()
    return Math.max(width, height) > MAX_ICON
  }
  if (native(box).matches(PICTURES) || pictures.some(isLarge)) return false
  if (native(box).closest(BUTTONS)) return true
  const [first] = native(box).querySelectorAll(BUTTONS)
  const shown = [...native(box).querySelectorAll(`${PICTURES},svg,i`)]
  return first !== undefined && shown.every((part) => native(part).closest(BUTTONS))
}

/** Whether a box is a link with an icon in a lower corner: logos stand at the head, or are pictures. */
function isLowLink(box: Element, { top, width, height }: Rect, page: { height: number }): boolean {
  const isLink =
    native(box).matches('a') || (native(box).childElementCount === 1 && native(box).querySelector(':scope>a'))
  if (!isLink || native(box).querySelector(PICTURES)) return false
  return top > page.height / 2 && Math.max(width, height) <= MAX_ICON
}

/** Whether anything in a box is to be read: not the names of icons, nor what is for screen readers alone. */
function hasWords(box: Element): boolean {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (/[\p{L}\p{N}]/u.test(node.nodeValue ?? '') && isShown(node) && isRead(node)) return true
  return native(box) instanceof HTMLInputElement && /[\p{L}\p{N}]/u.test((box as HTMLInputElement).value)
}

function isRead(text: Node): boolean {
  const { parentElement: holder, nodeValue } = text
  if (!holder) return false
  const { width, height } = native(holder).getBoundingClientRect()
  if (width <= 1 || height <= 1) return false
  const isIcon = [holder, parentOf(holder)].some((element) => element && ICONS.test(namesOf(element)))
  return !(isIcon && ICON_NAME.test((nodeValue ?? '').trim()))
}

/** The classes of an element and the first of its fonts. */
function namesOf(element: Element): string {
  const [font] = getComputedStyle(element).fontFamily.split(',')
  return `${native(element).getAttribute('class') ?? ''} ${font}`
}
