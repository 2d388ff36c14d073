/**
 * How running elements look in page margins (CSS GCPM 3, 1.2), where `element()` is a text of a page counter: what their own
 * styles say that those of the margin box do not, and a picture that they all have, as a background beside the text.
 */

import { cssString } from './element-text'
import type { FurnitureStyles } from './furniture-types'
import { marginRules } from './margin-rules'
import type { SetStrings } from './margins-factory'
import { document } from './true-document'

/** What a box in page margins can take from an element. */
const LOOKS = [
  ...['color', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-stretch', 'font-variant-caps'],
  ...[
    'letter-spacing',
    'word-spacing',
    'text-transform',
    'line-height',
    'text-align',
    'text-decoration-line',
  ],
] as const
const PICTURES = 'img,svg,canvas,video,object,embed'
/** Between a picture and the text, in CSS pixels. */
const GAP = 6

type Picture = { url: string; width: number; height: number; isBehind: boolean }

/** Gives the margin boxes the looks of what they show. Returns what is left out. */
export function applyLooks(strings: FurnitureStyles['strings'], found: SetStrings[]): string[] {
  const warnings = new Set<string>()
  const rules = [...marginRules()]
  for (const [index, { name, which }] of strings.entries()) {
    if (!name.startsWith('()')) continue
    const elements = found.flatMap(({ element, values }) => (values.has(name) ? [element] : []))
    const boxes = rules.filter(({ style }) => style.content.includes(`platen-string-${index})`))
    const looks = commonLooks(elements)
    const picture = which === 'first-except' ? undefined : commonPicture(elements)
    for (const { style } of boxes) {
      for (const [property, value] of looks)
        if (style.getPropertyValue(property) === '') style.setProperty(property, value)
      if (picture) showPicture(style, picture)
    }
    const hasPictures = elements.some((element) => element.querySelector(PICTURES))
    if (hasPictures && !picture)
      warnings.add(
        `running(${name.slice(2)}): pictures are shown in page margins if all elements of the name have the same one, and nothing is before the first`,
      )
  }
  return [...warnings]
}

/** What they all say of themselves, beside what is around them. */
function commonLooks(elements: Element[]): Map<string, string> {
  const [first, ...others] = elements.map(ownLooks)
  const looks = first ?? new Map<string, string>()
  for (const [property, value] of looks)
    if (others.some((other) => other.get(property) !== value)) looks.delete(property)
  return looks
}

function ownLooks(element: Element): Map<string, string> {
  const around = element.parentElement
  if (!around) return new Map()
  const [own, outer] = [getComputedStyle(innermost(element)), getComputedStyle(around)]
  return new Map(
    LOOKS.flatMap((property) => {
      const value = own.getPropertyValue(property)
      return value === '' || value === outer.getPropertyValue(property) ? [] : [[property, value] as const]
    }),
  )
}

/** What has all of its text. */
function innermost(element: Element): Element {
  const [only] = element.children
  const text = (node: Element) => (node.textContent ?? '').trim()
  return only && text(only) !== '' && text(only) === text(element) ? innermost(only) : element
}

/** The one picture that all have, if it may stand on each page: nothing is before the first element. */
function commonPicture(elements: Element[]): Picture | undefined {
  const [first] = elements
  const pictures = elements.map(pictureOf)
  const [picture] = pictures
  if (!first || !picture) return undefined
  const isSame = pictures.every((other) => JSON.stringify(other) === JSON.stringify(picture))
  return isSame && isAtStart(first) ? picture : undefined
}

function isAtStart(element: Element): boolean {
  return textBefore(element, document.body) === ''
}

/** What `around` says before an element in it. */
function textBefore(element: Element, around: Element): string {
  const range = document.createRange()
  range.setStart(around, 0)
  range.setEndBefore(element)
  return range.toString().trim()
}

function pictureOf(element: Element): Picture | undefined {
  const [picture, ...more] = element.querySelectorAll(PICTURES)
  if (more.length > 0 || !picture) return undefined
  const size = sizeOf(picture)
  if (!size) return undefined
  const url = addressOf(picture, size)
  return url === undefined ? undefined : { url, ...size, isBehind: textBefore(picture, element) !== '' }
}

/** In CSS pixels; a running element has no room in which it could be a part of a length. */
function sizeOf(picture: Element): { width: number; height: number } | undefined {
  const { width, height } = picture.getBoundingClientRect()
  if (width > 0 && height > 0) return { width, height }
  if (!(picture instanceof HTMLImageElement) || picture.naturalWidth === 0) return undefined
  return { width: picture.naturalWidth, height: picture.naturalHeight }
}

function addressOf(picture: Element, { width, height }: { width: number; height: number }) {
  if (picture instanceof HTMLImageElement) return picture.currentSrc || undefined
  if (!(picture instanceof SVGSVGElement)) return undefined
  const copy = picture.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}

function showPicture(style: CSSStyleDeclaration, { url, width, height, isBehind }: Picture): void {
  const side = isBehind ? 'right' : 'left'
  const css = {
    'background-image': `url(${cssString(url)})`,
    'background-repeat': 'no-repeat',
    'background-size': `${width}px ${height}px`,
    'background-position': `${side} center`,
    [`padding-${side}`]: `${width + GAP}px`,
  }
  for (const [property, value] of Object.entries(css)) style.setProperty(property, value)
}
