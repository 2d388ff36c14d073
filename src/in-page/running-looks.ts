/**
 * How running elements look in page margins (CSS GCPM 3, 1.2), where `element()` is a text of a page counter: what their own
 * styles say that those of the margin box do not, and pictures that they all have, as backgrounds beside the text.
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
/** Between a picture and what is beside it, in CSS pixels. */
const GAP = 6

type Picture = { url: string; width: number; height: number; isBehind: boolean }

/** Gives the margin boxes the looks of what they show. Returns what is left out. */
export function applyLooks(strings: FurnitureStyles['strings'], found: SetStrings[]): string[] {
  const warnings = new Set<string>()
  const rules = [...marginRules()]
  const running = new Set(
    found.flatMap(({ element, values }) =>
      [...values.keys()].some((name) => name.startsWith('()')) ? [element] : [],
    ),
  )
  for (const [index, { name, which }] of strings.entries()) {
    if (!name.startsWith('()')) continue
    const elements = found.flatMap(({ element, values }) => (values.has(name) ? [element] : []))
    const boxes = rules.filter(({ style }) => style.content.includes(`platen-string-${index})`))
    const looks = commonLooks(elements)
    const pictures = which === 'first-except' ? undefined : commonPictures(elements, running)
    for (const { style } of boxes) {
      for (const [property, value] of looks)
        if (style.getPropertyValue(property) === '') style.setProperty(property, value)
      if (pictures) showPictures(style, pictures)
    }
    const hasPictures = elements.some((element) => element.querySelector(PICTURES))
    if (hasPictures && !pictures)
      warnings.add(
        `running(${name.slice(2)}): pictures are shown in page margins if all elements of the name have the same, and nothing is before the first`,
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

/** The pictures that all have, if they may stand on each page: nothing is before the first element. */
function commonPictures(elements: Element[], running: ReadonlySet<Node>): Picture[] | undefined {
  const [first] = elements
  const lists = elements.map(picturesOf)
  const [pictures] = lists
  if (!first || !pictures || pictures.length === 0) return undefined
  const isSame = lists.every((other) => JSON.stringify(other) === JSON.stringify(pictures))
  return isSame && isAtStart(first, running) ? pictures : undefined
}

/** Whether nothing is said before an element but by what runs, too. */
function isAtStart(element: Element, running: ReadonlySet<Node>): boolean {
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node !== element && isUnsaid(node, running) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode(); node && node !== element; node = walker.nextNode())
    if (node instanceof Text && /\S/.test(node.data)) return false
  return true
}

function isUnsaid(node: Node, running: ReadonlySet<Node>): boolean {
  return running.has(node) || (node instanceof Element && /^(?:style|script|template)$/.test(node.localName))
}

/** What `around` says before an element in it. */
function textBefore(element: Element, around: Element): string {
  const range = document.createRange()
  range.setStart(around, 0)
  range.setEndBefore(element)
  return range.toString().trim()
}

/** Those of an element, in their order; undefined if one cannot be shown. */
function picturesOf(element: Element): Picture[] | undefined {
  const found = [...element.querySelectorAll(PICTURES)]
  const pictures = found.flatMap((picture) => {
    const size = sizeOf(picture)
    const url = size && addressOf(picture, size)
    return !size || url === undefined ? [] : [{ url, ...size, isBehind: textBefore(picture, element) !== '' }]
  })
  return pictures.length === found.length ? pictures : undefined
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

/** Those before the text from the left, those behind it up to the right. */
function showPictures(style: CSSStyleDeclaration, pictures: Picture[]): void {
  const before = pictures.filter(({ isBehind }) => !isBehind)
  const behind = pictures.filter(({ isBehind }) => isBehind).toReversed()
  const placed = [...placeFrom('left', before), ...placeFrom('right', behind)]
  const list = (text: (picture: (typeof placed)[number]) => string) => placed.map(text).join(', ')
  const css = {
    'background-image': list(({ url }) => `url(${cssString(url)})`),
    // Of one value for all, Chromium takes none for the others in page margins.
    'background-repeat': list(() => 'no-repeat'),
    'background-size': list(({ width, height }) => `${width}px ${height}px`),
    'background-position': list(({ side, at }) => `${side} ${at}px center`),
    ...(before.length > 0 && { 'padding-left': `${widthOf(before)}px` }),
    ...(behind.length > 0 && { 'padding-right': `${widthOf(behind)}px` }),
  }
  for (const [property, value] of Object.entries(css)) style.setProperty(property, value)
}

/** Pictures one after the other; `at`: how far from a side of the box. */
function placeFrom(side: 'left' | 'right', pictures: Picture[]) {
  return pictures.map((picture, index) => ({ ...picture, side, at: widthOf(pictures.slice(0, index)) }))
}

function widthOf(pictures: Picture[]): number {
  return pictures.reduce((sum, { width }) => sum + width + GAP, 0)
}
