/** Lines of text at the edges of pages, drawn as artifacts: page numbers, and what a caller stamps. */
import type { PDFDocument, PDFPage } from 'pdf-lib'
import { z } from 'zod'
import { decimal } from '../content-stream'
import { addLatinFont, missingCharacters } from '../latin-font'
import { budgetOf } from '../work-budget'
import { channelsOf, drawOver, matrixText, type Overlay, type View, viewOf } from './overlay'
import { unusedName } from './page-resources'
import { importLines, LINE_FONT_SIZE, type LineStyle, linesHtml, type PrintLines } from './printed-lines'

const POSITIONS = [
  ...['top-left', 'top-center', 'top-right'],
  ...['bottom-left', 'bottom-center', 'bottom-right'],
] as [string, ...string[]]

/** Where a line stands and how large it is, as callers say it; what is missing is said by `describe`. */
export const placement = {
  position: z.enum(POSITIONS).optional(),
  size: z.number().min(4).max(72).optional(),
  margin: z.number().min(0).max(10).optional().describe('Inches from the edges; 0.4 by default.'),
}

export type LinePlace = {
  position: string
  /** Points. */
  size: number
  /** Inches. */
  margin: number
  /** `#RRGGBB`. */
  color: string
}

/** A line as it is drawn: its width in points, and the content at a matrix whose origin begins its baseline. */
type Label = { width: number; content: (matrix: number[]) => string; resources: Overlay['resources'] }

type LinesToDraw = LinePlace & {
  /** The text of each page. */
  texts: readonly string[]
  print: PrintLines
  /** Where the caller wrote them. */
  pointer: string
}

/**
 * Draws a line on each page, upright as the reader sees the page. Letters that the standard Latin set lacks are set by
 * the browser. Throws `document_invalid` with the characters that no font has.
 */
export async function drawLines(pages: readonly PDFPage[], lines: LinesToDraw): Promise<void> {
  const [first] = pages
  if (!first) return
  const { position, size, texts } = lines
  const margin = lines.margin * 72
  const align = alignOf(position)
  const distinct = [...new Set(texts)]
  const isLatin = missingCharacters(distinct.join('')) === ''
  const labels = isLatin
    ? latinLabels(first.doc, distinct, lines)
    : await printedLabels(first.doc, distinct, { ...lines, align })
  const labelOf = new Map(distinct.map((text, index) => [text, labels[index]]))
  for (const [index, page] of pages.entries()) {
    const label = labelOf.get(texts[index] ?? '')
    if (!label) continue
    const view = viewOf(page)
    const seen = view.rotation % 180 === 0 ? view : { width: view.height, height: view.width }
    const left = {
      left: margin,
      right: seen.width - margin - label.width,
      center: (seen.width - label.width) / 2,
    }
    const y = position.startsWith('top') ? seen.height - margin - size : margin
    const content = label.content(uprightMatrix(view, left[align], y))
    await drawOver(page, { content, resources: label.resources })
    await budgetOf(page.doc.context).takeTurns()
  }
}

function alignOf(position: string): LineStyle['align'] {
  return position.endsWith('left') ? 'left' : position.endsWith('right') ? 'right' : 'center'
}

function latinLabels(document: PDFDocument, texts: string[], { size, color }: LinePlace): Label[] {
  const font = addLatinFont(document)
  const name = unusedName(document.getPages(), 'Font', 'Lines')
  const resources = [{ category: 'Font', name, value: font.ref }]
  return texts.map((text) => ({
    width: font.widthOfTextAtSize(text, size),
    content: (matrix) =>
      `BT\n${fill(color)}\n/${name} ${decimal(size)} Tf\n${matrixText(matrix)} Tm\n${font.encodeText(text)} Tj\nET`,
    resources,
  }))
}

/** Points a CSS pixel. */
const POINTS = 0.75
/** How far the baseline of a printed line is above its lower edge, as a share of its size: about so in most fonts. */
const BASELINE = 0.28

async function printedLabels(
  document: PDFDocument,
  texts: string[],
  { size, color, align, pointer, print }: LinesToDraw & Pick<LineStyle, 'align'>,
): Promise<Label[]> {
  const printed = await print(linesHtml(texts, { color, weight: 400, align }))
  const { forms, size: box } = await importLines(document, printed, { lines: texts, pointer, print })
  const name = unusedName(document.getPages(), 'XObject', 'Line')
  const scale = size / (LINE_FONT_SIZE * POINTS)
  return forms.map((value) => ({
    width: box.width * scale,
    content: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => {
      const drop = BASELINE * size
      const matrix = [a, b, c, d].map((each) => each * scale)
      return `${matrixText([...matrix, e - c * drop, f - d * drop])} cm\n/${name} Do`
    },
    resources: [{ category: 'XObject', name, value }],
  }))
}

/** Where a point is on the page that the reader sees turned clockwise by `rotation`, and how its text stands. */
function uprightMatrix({ left, bottom, width, height, rotation }: View, x: number, y: number): number[] {
  switch (rotation) {
    case 90:
      return [0, 1, -1, 0, left + width - y, bottom + x]
    case 180:
      return [-1, 0, 0, -1, left + width - x, bottom + height - y]
    case 270:
      return [0, -1, 1, 0, left + y, bottom + height - x]
    default:
      return [1, 0, 0, 1, left + x, bottom + y]
  }
}

/** The operation that fills with a colour: one of gray is right whatever the file's output intent. */
function fill(color: string): string {
  const [red = 0, ...others] = channelsOf(color)
  if (others.every((channel) => channel === red)) return `${decimal(red)} g`
  return `${[red, ...others].map(decimal).join(' ')} rg`
}
