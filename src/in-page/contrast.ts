/** Runs inside the page: whether text can be read, by its size and by its contrast with what is behind it. */
import type { Node, Rect } from './dom'
import type { Notebook } from './finding-collector'
import type { Kit } from './kit'
import type { Facts, Ground, Inherited, Leaf, Survey } from './walk-elements'

declare const document: Node

/** Too small, or too like its ground. */
export function judgeText(
  kit: Kit,
  book: Notebook,
  found: Survey,
  { element, rect, size }: Leaf,
  { style, state, page }: Facts,
): void {
  const raised = /^(sup|sub|rt|rp)$/.test(element.localName)
  if (size >= 2 && size < 8 && !raised) {
    // In points, of which a pixel is three quarters.
    book.note('small_text', element, size * 0.75 * 100)
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
  const ratio = kit.legibility(kit, found, style.webkitTextFillColor, ground)
  if (ratio >= 1.6 || kit.overPicture(found, rect)) return
  book.note('lost_background', element, ratio * 100)
  book.mark('lost_background', element)
}

/** Contrast of a text's computed colour with what is behind it; remembered, since a document has few pairs. */
export function legibility(kit: Kit, { contrasts }: Survey, fill: string, ground: Ground): number {
  const key = `${fill} on ${ground}`
  const before = contrasts.get(key)
  if (before !== undefined) return before
  const ratio = kit.contrast(kit.over(kit.colour(fill) ?? [0, 0, 0, 1], ground), ground)
  contrasts.set(key, ratio)
  return ratio
}

/** Whether a picture or a shaded box of another branch may lie behind a box. */
export function overPicture(found: Survey, rect: Rect): boolean {
  if (!found.pictures) {
    const pictures = [...document.querySelectorAll('img,svg,canvas,video,[style*=absolute]')].slice(0, 200)
    found.pictures = pictures.map((picture: Node) => picture.getBoundingClientRect())
  }
  return found.pictures.some(
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
  return behind && kit.over(own, behind)
}

/** A colour with alpha as it shows on a ground. */
export function over(
  [red, green, blue, alpha]: readonly [number, number, number, number],
  ground: Ground,
): Ground {
  const mix = (value: number, under: number) => value * alpha + under * (1 - alpha)
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2])]
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Ground, other: Ground): number {
  const light = (colour: Ground) => {
    const [red, green, blue] = colour.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
