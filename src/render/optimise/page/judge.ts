/** Runs inside the page: what one element shows by itself, without its place among the pages. */
import type { Node, Rect } from './dom'
import type { Kit } from './kit'
import type { Notebook } from './notebook'
import type { Ground, Inherited, Leaf, Survey } from './survey'

declare const document: Node
declare const window: Node

type Facts = {
  style: Node
  state: Inherited
  page: { width: number; height: number; backgrounds: boolean; scale: number }
}

/** Beyond the page or its frame: writes it down once for what is to blame. */
export function judgeLeaf(
  kit: Kit,
  book: Notebook,
  found: Survey,
  leaf: Leaf,
  { style, state, page }: Facts,
): void {
  const { element, rect, text } = leaf
  if (state.fixed) return
  const { frame } = state
  const spills = text && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
  if (frame) {
    const own = frame.element === element
    const right = own && spills ? rect.left + element.scrollWidth : rect.right
    frame.right = Math.max(frame.right, right)
    frame.left = Math.min(frame.left, rect.left)
    const bottom = own ? rect.top + element.scrollHeight : rect.bottom
    frame.bottom = Math.max(frame.bottom, bottom)
    return
  }
  let { right } = rect
  if (right > page.width + 1 || rect.left < -1 || spills) {
    const reach = text ? kit.textRect(element) : rect
    right = reach.right
    const over = Math.max(reach.right - page.width, reach.right > 0 ? -reach.left : 0)
    if (over > 8) kit.noteWide(kit, book, element, over, { style, state, page })
  }
  found.right = Math.max(found.right, right)
}

/** Where the text of an element reaches, whatever its box says. */
export function textRect(element: Node): Rect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

/** Something stands beyond the page's edge: a finding for the outermost box that does, marks for all in between. */
export function noteWide(
  kit: Kit,
  book: Notebook,
  element: Node,
  over: number,
  { style, state, page }: Facts,
): void {
  if (state.table) return
  const { seen, climbed, grids }: { seen: Set<Node>; climbed: Set<Node>; grids: Set<number> } =
    window.platenWide
  if (state.code) {
    book.mark('wide_code', state.code)
    if (!seen.has(state.code)) book.note('wide_code', state.code, over)
    seen.add(state.code)
    return
  }
  const culprit = state.wide ?? element
  if (!seen.has(culprit)) book.note('too_wide', culprit, over)
  seen.add(culprit)
  if (!climbed.has(culprit)) kit.markHigh(book, culprit)
  const picture = /^(img|svg|canvas|video|iframe|object|embed)$/.test(element.localName)
  book.mark(picture ? 'too_wide-picture' : 'too_wide', element)
  if (/nowrap|^pre$/.test(style.whiteSpace)) book.mark('too_wide-nowrap', element)
  else if (element.scrollWidth > element.clientWidth + 1) book.mark('too_wide-word', element)
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const box = at.getBoundingClientRect()
    const outer = box.right <= page.width + 1 && box.left >= -1
    const { display, flexDirection, gridTemplateColumns } = window.getComputedStyle(at)
    if (/flex/.test(display) && !/column/.test(flexDirection)) book.mark('too_wide-row', at)
    if (/grid/.test(display)) {
      const tracks = gridTemplateColumns.split(' ').length
      const kept = tracks > 1 && tracks <= 14 && page.width / tracks >= 48 ? tracks : 0
      book.mark(`too_wide-grid-${kept}`, at)
      grids.add(kept)
    }
    if (outer || climbed.has(at)) break
    climbed.add(at)
    book.mark('too_wide', at)
    if (/^table/.test(display)) book.mark('too_wide-table', at)
    const inFlow = /^(block|flex|grid|flow-root|list-item)$/.test(display)
    if (inFlow && !/flex|grid/.test(window.getComputedStyle(at.parentElement).display)) {
      book.mark('too_wide-block', at)
    }
  }
}

/** Boxes of a fixed height inside what will be narrower: their text will need more of it. */
export function markHigh(book: Notebook, culprit: Node): void {
  let looked = 0
  for (const box of [culprit, ...culprit.querySelectorAll('*')]) {
    if (++looked > 3000) return
    if (box.childNodes.length === 0 || !/px|%/.test(String(box.computedStyleMap().get('height')))) continue
    const laidOut = [...box.children].every(
      (child: Node) => window.getComputedStyle(child).position !== 'absolute',
    )
    if (laidOut && !/^(svg|g|td|th|tr)$/.test(box.localName)) book.mark('too_wide-high', box)
  }
}

/** Too small, or too like its ground. */
export function judgeText(
  kit: Kit,
  book: Notebook,
  { element, rect }: Leaf,
  { style, state, page }: Facts,
): void {
  if (style.visibility !== 'visible') return
  const size = Number.parseFloat(style.fontSize) * (element.currentCSSZoom ?? 1) * page.scale
  const raised = /^(sup|sub|rt|rp)$/.test(element.localName)
  if (size >= 2 && size < 8 && !raised) {
    book.note('small_text', element, size * 75)
    book.mark('small_text', element)
  }
  const { ground } = state
  if ((!ground || !page.backgrounds) && style.backgroundClip === 'text' && style.backgroundImage !== 'none') {
    const ink = kit.colour(style.webkitTextFillColor)
    if (page.backgrounds || !ink || ink[3] > 0.5) return
    book.note('lost_background', element, 100)
    book.mark('lost_background', element)
    return
  }
  if (!ground) return
  const ratio = kit.legibility(kit, style.webkitTextFillColor, ground)
  if (ratio >= 1.6 || kit.overPicture(rect)) return
  book.note('lost_background', element, ratio * 100)
  book.mark('lost_background', element)
}

/** Contrast of a text's computed colour with what is behind it; remembered, since a document has few pairs. */
export function legibility(kit: Kit, fill: string, ground: Ground): number {
  const known: Map<string, number> = window.platenContrast
  const key = `${fill} on ${ground}`
  const before = known.get(key)
  if (before !== undefined) return before
  const [red, green, blue, alpha] = kit.colour(fill) ?? [0, 0, 0, 1]
  const mix = (value: number, under: number) => value * alpha + under * (1 - alpha)
  const ratio = kit.contrast([mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2])], ground)
  known.set(key, ratio)
  return ratio
}

/** Whether a picture or a shaded box of another branch may lie behind a box. */
export function overPicture(rect: Rect): boolean {
  if (!window.platenPictures) {
    const pictures = [...document.querySelectorAll('img,svg,canvas,video,[style*=absolute]')].slice(0, 200)
    window.platenPictures = pictures.map((picture: Node) => picture.getBoundingClientRect())
  }
  const boxes: Rect[] = window.platenPictures
  return boxes.some(
    (box) => box.left < rect.right && box.right > rect.left && box.top < rect.bottom && box.bottom > rect.top,
  )
}

/** Red, green, blue (0 to 255) and alpha of a computed colour; nothing where it is of another colour space. */
export function colour(value: string): [number, number, number, number] | undefined {
  const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(value)
  if (!match) return undefined
  return [Number(match[1]), Number(match[2]), Number(match[3]), match[4] === undefined ? 1 : Number(match[4])]
}

/** The colour behind an element's text, where it is one colour. */
export function groundOf(
  kit: Kit,
  style: Node,
  behind: Inherited['ground'],
  backgrounds: boolean,
): Inherited['ground'] {
  if (!backgrounds) return [255, 255, 255]
  if (style.backgroundImage !== 'none') return undefined
  const { backgroundColor } = style
  if (backgroundColor === 'rgba(0, 0, 0, 0)') return behind
  const own = kit.colour(backgroundColor)
  if (!own) return undefined
  const [red, green, blue, alpha] = own
  if (alpha === 0) return behind
  if (alpha === 1) return [red, green, blue]
  if (!behind) return undefined
  const mix = (value: number, under: number) => value * alpha + under * (1 - alpha)
  return [mix(red, behind[0]), mix(green, behind[1]), mix(blue, behind[2])]
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(
  one: readonly [number, number, number],
  other: readonly [number, number, number],
): number {
  const light = (colour: readonly [number, number, number]) => {
    const [red, green, blue] = colour.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** A section that is closed: text that a click would show, and paper never will. */
export function closed(book: Notebook, element: Node, tag: string): void {
  if (/^(script|style|template|noscript|link|meta|title|base|dialog|option|datalist)$/.test(tag)) return
  if (tag === 'details') {
    const summary = element.querySelector(':scope > summary')?.textContent.trim().length ?? 0
    const inside = element.textContent.trim().length - summary
    if (inside > 0) book.note('collapsed', element, inside)
    return
  }
  const length = element.textContent.trim().length
  if (length < 20) return
  const id = element.id
  const named = /collapse|accordion|tab-?(pane|panel)|slide|carousel|panel|answer/i.test(
    String(element.className),
  )
  const role = element.getAttribute('role')
  const opener = id && document.querySelector(`[aria-expanded=false][aria-controls="${CSS.escape(id)}"]`)
  const beside = element.previousElementSibling
  const button = beside?.matches('[aria-expanded=false]') || beside?.querySelector?.('[aria-expanded=false]')
  if (named || role === 'tabpanel' || opener || button) book.note('collapsed', element, length)
}

declare const CSS: Node
