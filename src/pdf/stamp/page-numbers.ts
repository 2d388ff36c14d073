/** Page numbers, drawn on every page as an artifact. */
import type { PDFDocument } from 'pdf-lib'
import { z } from 'zod'
import { normalized } from '../../text/normalized'
import { decimal } from '../content-stream'
import { addLatinFont, missingCharacters } from '../latin-font'
import { budgetOf } from '../work-budget'
import { drawOver, matrixText, type Overlay, type View, viewOf } from './overlay'
import { unusedName } from './page-resources'
import { importLines, LINE_FONT_SIZE, type LineStyle, linesHtml, type PrintLines } from './printed-lines'

const POSITIONS = [
  ...['top-left', 'top-center', 'top-right'],
  ...['bottom-left', 'bottom-center', 'bottom-right'],
] as [string, ...string[]]

const settings = z.strictObject({
  format: z
    .string()
    .max(100)
    .transform((text) => normalized(text, 'NFC'))
    .refine((text) => /\{pages?\}/.test(text), 'must have {page} or {pages} in it')
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line, without control characters')
    .optional()
    .describe('With `{page}` and `{pages}`, in any script; `{page} / {pages}` by default.'),
  position: z.enum(POSITIONS).optional().describe('`bottom-center` by default.'),
  size: z.number().min(4).max(72).optional().describe('Points; 10 by default.'),
  margin: z.number().min(0).max(10).optional().describe('Inches from the edges; 0.4 by default.'),
  first: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Number of the first page that has one; 1 by default.'),
  skip: z.int().min(0).max(1000).optional().describe('Pages in front that have none; 0 by default.'),
})

export const pageNumbersOption = z.union([z.boolean(), settings])
export type PageNumbers = z.output<typeof settings>

/** The settings; undefined if no numbers are wanted. */
export function pageNumbersOf(
  option: z.output<typeof pageNumbersOption> | undefined,
): PageNumbers | undefined {
  if (option === undefined || option === false) return undefined
  return option === true ? {} : option
}

/** The number of a page as it is drawn: its width in points, and the content at a matrix whose origin begins its baseline. */
type Label = { width: number; content: (matrix: number[]) => string; resources: Overlay['resources'] }

/**
 * Draws upright as the reader sees the page. `{pages}` is the number of the last page. Letters that the standard Latin
 * set lacks are set by the browser. Throws `document_invalid` with the characters that no font has.
 */
export async function stampPageNumbers(
  document: PDFDocument,
  numbers: PageNumbers,
  print: PrintLines,
): Promise<void> {
  const { format = '{page} / {pages}', position = 'bottom-center', size = 10, first = 1, skip = 0 } = numbers
  const margin = (numbers.margin ?? 0.4) * 72
  const pages = document.getPages()
  const last = first + pages.length - skip - 1
  const numbered = pages.slice(skip)
  const texts = numbered.map((_, index) =>
    format.replaceAll('{page}', String(first + index)).replaceAll('{pages}', String(last)),
  )
  const align = alignOf(position)
  const isLatin = missingCharacters(format) === ''
  const labels = isLatin
    ? latinLabels(document, texts, size)
    : await printedLabels(document, texts, { size, align, print })
  for (const [index, page] of numbered.entries()) {
    const label = labels[index]
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
    await budgetOf(document.context).takeTurns()
  }
}

function alignOf(position: string): LineStyle['align'] {
  return position.endsWith('left') ? 'left' : position.endsWith('right') ? 'right' : 'center'
}

function latinLabels(document: PDFDocument, texts: string[], size: number): Label[] {
  const font = addLatinFont(document)
  const name = unusedName(document.getPages(), 'Font', 'PageNumbers')
  const resources = [{ category: 'Font', name, value: font.ref }]
  return texts.map((text) => ({
    width: font.widthOfTextAtSize(text, size),
    content: (matrix) =>
      `BT\n0 g\n/${name} ${decimal(size)} Tf\n${matrixText(matrix)} Tm\n${font.encodeText(text)} Tj\nET`,
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
  { size, align, print }: { size: number; align: LineStyle['align']; print: PrintLines },
): Promise<Label[]> {
  if (texts.length === 0) return []
  const printed = await print(linesHtml(texts, { color: '#000000', weight: 400, align }))
  const pointer = '/options/page_numbers/format'
  const { forms, size: box } = await importLines(document, printed, { lines: texts, pointer, print })
  const name = unusedName(document.getPages(), 'XObject', 'PageNumber')
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
