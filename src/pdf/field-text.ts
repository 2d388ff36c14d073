/** Lays out the text of a field in time that grows with its length, whatever the size of its box. */
import type { PDFFont } from 'pdf-lib'
import { decimal } from './content-stream'

type TextBox = { width: number; height: number }
export type TextStyle = {
  /** In points; 0 fits the text into the box. */
  size: number
  align: 'left' | 'center' | 'right'
  layout: 'line' | 'paragraphs' | { cells: number }
  /** Paragraphs that are chosen, counted from 0. */
  chosen?: ReadonlySet<number>
}

const PADDING = 2
/** Sizes that a text is fitted with, in points. */
const MIN_SIZE = 4
const MAX_SIZE = 12
/** The line height and the part of it above the base line, as shares of the size. */
const LEADING = 1.2
const ASCENT = 0.9
const DESCENT = LEADING - ASCENT

/**
 * Operators of a text in a box whose lower left corner is the origin, without `BT` and the font; `bars` are the paths of what
 * stands behind chosen lines.
 */
export function layOutText(
  text: string,
  { width, height }: TextBox,
  { size, align, layout, chosen }: TextStyle,
  font: PDFFont,
): { size: number; content: string; bars: string[] } {
  const room = { width: Math.max(0, width - 2 * PADDING), height: Math.max(0, height - 2 * PADDING) }
  const widthOf = characterWidths(font)
  const show = (line: string, x: number, y: number) =>
    `1 0 0 1 ${decimal(x)} ${decimal(y)} Tm ${font.encodeText(line)} Tj`
  const indent = (line: string, fitted: number, wide: number) =>
    ({ left: 0, center: 0.5, right: 1 })[align] * (wide - widthOf(line) * fitted)

  if (layout === 'paragraphs') {
    const paragraphs = text.split(/\r\n|[\r\n]/)
    const fitted =
      size ||
      fittingSize((tried) => heightOf(wrap(paragraphs, room.width / tried, widthOf), tried), room.height)
    const lines = paragraphs.flatMap((paragraph, at) =>
      wrap([paragraph], room.width / fitted, widthOf).map((line) => ({ line, isChosen: chosen?.has(at) })),
    )
    const shown = lines.slice(0, Math.ceil(height / (LEADING * fitted)) + 1)
    const top = height - PADDING - ASCENT * fitted
    const baseline = (at: number) => top - at * LEADING * fitted
    const drawn = shown.map(({ line }, at) =>
      show(line, PADDING + indent(line, fitted, room.width), baseline(at)),
    )
    const bars = shown.flatMap(({ isChosen }, at) =>
      isChosen
        ? [`0 ${decimal(baseline(at) - DESCENT * fitted)} ${decimal(width)} ${decimal(LEADING * fitted)} re`]
        : [],
    )
    return { size: fitted, content: drawn.join('\n'), bars }
  }
  const line = text.replace(/\s/g, ' ')
  const baseline = (fitted: number) => height / 2 - 0.35 * fitted
  if (layout === 'line') {
    const most = Math.min(room.height / LEADING, room.width / (widthOf(line) || 1))
    const fitted = size || Math.min(MAX_SIZE, Math.max(MIN_SIZE, most))
    const x = PADDING + indent(line, fitted, room.width)
    return { size: fitted, content: show(line, x, baseline(fitted)), bars: [] }
  }
  const cell = width / layout.cells
  const fitted = size || Math.min(MAX_SIZE, Math.max(MIN_SIZE, room.height / LEADING))
  const drawn = [...line]
    .slice(0, layout.cells)
    .map((character, at) =>
      show(character, (at + 0.5) * cell - (widthOf(character) * fitted) / 2, baseline(fitted)),
    )
  return { size: fitted, content: drawn.join('\n'), bars: [] }
}

function heightOf(lines: string[], size: number): number {
  return lines.length * LEADING * size
}

/** The largest whole size at which the text is no higher than the box. */
function fittingSize(heightAt: (size: number) => number, most: number): number {
  for (let size = MAX_SIZE; size > MIN_SIZE; size--) if (heightAt(size) <= most) return size
  return MIN_SIZE
}

/** The width of a text at a size of 1, each character measured once. */
function characterWidths(font: PDFFont): (text: string) => number {
  const known = new Map<string, number>()
  const widthOf = (character: string) => {
    const width = known.get(character) ?? font.widthOfTextAtSize(character, 1)
    known.set(character, width)
    return width
  }
  return (text) => {
    let sum = 0
    for (const character of text) sum += widthOf(character)
    return sum
  }
}

/** Breaks at blanks, and within a word that is wider than a line. */
function wrap(paragraphs: string[], width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of paragraphs) {
    let parts: string[] = []
    let used = 0
    const endLine = () => {
      lines.push(parts.join('').trimEnd())
      parts = []
      used = 0
    }
    const add = (part: string, wide: number) => {
      if (parts.length > 0 && used + wide > width) endLine()
      parts.push(part)
      used += wide
    }
    for (const word of paragraph.replace(/\s/g, ' ').match(/[^ ]+ *| +/g) ?? []) {
      const wide = widthOf(word.trimEnd())
      if (wide <= width) {
        add(word.trimEnd(), wide)
        const blanks = word.slice(word.trimEnd().length)
        parts.push(blanks)
        used += widthOf(blanks)
      } else for (const character of word) add(character, widthOf(character))
    }
    endLine()
  }
  return lines
}
