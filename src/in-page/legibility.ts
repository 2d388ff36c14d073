/** Whether text is legible: its size, and its contrast with the background. */

import { hasLetters, native } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Facts, Inherited, Layout, PrintedBox, Rect, Rgb } from './layout'
import { textRect } from './overflow'
import { SMALLEST_READABLE } from './smallest-sizes'
import { document } from './true-document'

/** Reports text that is too small, and collects what is too similar to its background. */
export function checkText(
  collector: FindingCollector,
  layout: Layout,
  { element, rect, size }: PrintedBox,
  { style, state, page }: Facts,
): void {
  const raised = /^(sup|sub|rt|rp)$/.test(native(element).localName)
  if (size >= 2 && size < SMALLEST_READABLE && !raised && hasLetters(element)) {
    // In points: a pixel is three quarters of one.
    collector.report('small_text', element, size * 0.75 * 100)
    collector.tag('small_text', element)
  }
  const { backdrop } = state
  if (
    (!backdrop || !page.backgrounds) &&
    style.backgroundClip === 'text' &&
    style.backgroundImage !== 'none'
  ) {
    const ink = parseColor(style.webkitTextFillColor)
    if (page.backgrounds || !ink || ink[3] > 0.5) return
    collector.report('lost_background', element, 100)
    collector.tag('lost_background', element)
    return
  }
  if (!backdrop) return
  const fill = style.webkitTextFillColor
  const ratio = contrastOnBackdrop(layout, fill, backdrop)
  if (ratio >= 1.6) return
  // Colors on a background that is printed are the author's choice, unless nothing can be told apart.
  const designed = page.backgrounds && ratio > 1.1
  if (designed && (isColorful(parseColor(fill)) || isColorful(backdrop))) return
  layout.faint.push({ element, rect, backdrop, ratio })
}

/** Reports text that is too similar to its background, when all that may be behind it is known. */
export function checkFaintText(collector: FindingCollector, layout: Layout): void {
  for (const { element, rect, backdrop, ratio } of layout.faint) {
    if (overlapsPicture(layout, rect) || liesOnPainted(layout, element, backdrop)) continue
    if (isWatermark(layout, element, ratio)) continue
    collector.report('lost_background', element, ratio * 100)
    const dark = contrastRatio([17, 17, 17], backdrop) >= contrastRatio([255, 255, 255], backdrop)
    collector.tag(dark ? 'lost_background' : 'lost_background-light', element)
  }
}

/** In CSS pixels; text of this size is pale on purpose where other text lies over it. */
const LARGE_TEXT = 32
/** Contrast with which pale text can still be seen. */
const SEEN = 1.03

/** Whether faint text decorates what lies over or under it: it is translucent by its color, or pale and large. */
function isWatermark({ printed }: Layout, element: Element, ratio: number): boolean {
  const { webkitTextFillColor, fontSize } = getComputedStyle(element)
  const [, , , alpha = 1] = parseColor(webkitTextFillColor) ?? []
  if (alpha === 1 && (ratio < SEEN || Number.parseFloat(fontSize) < LARGE_TEXT)) return false
  const own = textRect(element)
  return printed.some(
    ({ element: other, text, hidden, rect }) =>
      text &&
      !hidden &&
      liesOver(own, rect) &&
      !native(element).contains(other) &&
      !native(other).contains(element) &&
      liesOver(own, textRect(other)),
  )
}

/** Whether most of the lower one of two texts lies within the other's height, and some of its width. */
function liesOver(one: Rect, other: Rect): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return across > 4 && down > 0.6 * Math.min(one.height, other.height)
}

/** Whether a color is none of the greys. */
function isColorful(color: readonly number[] | undefined): boolean {
  if (!color) return true
  const channels = color.slice(0, 3)
  return Math.max(...channels) - Math.min(...channels) > 48
}

/** Contrast of a text's computed color with its background; cached, since a document has few pairs. */
function contrastOnBackdrop({ contrasts }: Layout, fill: string, backdrop: Rgb): number {
  const key = `${fill} on ${backdrop}`
  const before = contrasts.get(key)
  if (before !== undefined) return before
  const ratio = contrastRatio(blend(parseColor(fill) ?? [0, 0, 0, 1], backdrop), backdrop)
  contrasts.set(key, ratio)
  return ratio
}

/** Whether a picture or a positioned box of another branch may be behind a box. */
function overlapsPicture(layout: Layout, rect: Rect): boolean {
  if (!layout.pictures) {
    const pictures = [...document.querySelectorAll('img,svg,canvas,video,[style*=absolute]')].slice(0, 200)
    layout.pictures = pictures.map((picture) => native(picture).getBoundingClientRect())
  }
  return layout.pictures.some(
    (box) => box.left < rect.right && box.right > rect.left && box.top < rect.bottom && box.bottom > rect.top,
  )
}

/** Whether a box of another branch with a background lies between a text and what is behind both. */
function liesOnPainted({ painted }: Layout, element: Element, backdrop: Rgb): boolean {
  const boxes = painted.filter(({ behind }) => behind === backdrop)
  if (boxes.length === 0) return false
  const { left, right, top, bottom } = textRect(element)
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return boxes.some(({ rect }) => rect.left < x && rect.right > x && rect.top < y && rect.bottom > y)
}

/** Red, green, blue (0 to 255) and alpha of a computed color; undefined in another color space. */
function parseColor(value: string): [number, number, number, number] | undefined {
  const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(value)
  if (!match) return undefined
  return [Number(match[1]), Number(match[2]), Number(match[3]), match[4] === undefined ? 1 : Number(match[4])]
}

/** The color behind an element's text, if it is a single color. */
export function backdropOf(
  style: CSSStyleDeclaration,
  behind: Inherited['backdrop'],
  backgrounds: boolean,
): Inherited['backdrop'] {
  if (!backgrounds) return [255, 255, 255]
  if (style.backgroundImage !== 'none') return undefined
  const { backgroundColor } = style
  if (backgroundColor === 'rgba(0, 0, 0, 0)') return behind
  const own = parseColor(backgroundColor)
  if (!own) return undefined
  const [red, green, blue, alpha] = own
  if (alpha === 0) return behind
  if (alpha === 1) return [red, green, blue]
  return behind && blend(own, behind)
}

/** A color with alpha, blended onto a background. */
function blend([red, green, blue, alpha]: readonly [number, number, number, number], backdrop: Rgb): Rgb {
  const mix = (value: number, under: number) => value * alpha + under * (1 - alpha)
  return [mix(red, backdrop[0]), mix(green, backdrop[1]), mix(blue, backdrop[2])]
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastRatio(one: Rgb, other: Rgb): number {
  const light = (color: Rgb) => {
    const [red, green, blue] = color.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
