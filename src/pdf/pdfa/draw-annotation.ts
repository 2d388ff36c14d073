/** What plain annotations look like that bring no appearance (ISO 32000-1 12.5.6), as content in page coordinates. */
import type { PDFDict } from 'pdf-lib'
import { decimal } from '../content-stream'
import { budgetOf } from '../work-budget'
import { arrayAt, dictAt, nameAt, numberAt, numbersOf } from './objects'

/** `multiplies`: drawn over text without hiding it. */
type Drawing = { content: string; multiplies: boolean }

/** Undefined for annotations that cannot be drawn without guessing, such as stamps and text with a look of its own. */
export function drawAnnotation(annotation: PDFDict): Drawing | undefined {
  const draw = PAINTERS[nameAt(annotation, 'Subtype') ?? '']
  if (!draw) return undefined
  return { content: draw(annotation), multiplies: nameAt(annotation, 'Subtype') === 'Highlight' }
}

type Painter = (annotation: PDFDict) => string

const PAINTERS: Record<string, Painter> = {
  Square: (annotation) => {
    const { left, bottom, width, height, line } = frameOf(annotation)
    return painted(
      annotation,
      `${numbers(left + line / 2, bottom + line / 2, width - line, height - line)} re`,
    )
  },
  Circle: (annotation) => painted(annotation, ellipse(frameOf(annotation))),
  Line: (annotation) => stroked(annotation, path(listOf(annotation, 'L'))),
  PolyLine: (annotation) => stroked(annotation, path(listOf(annotation, 'Vertices'))),
  Polygon: (annotation) => painted(annotation, `${path(listOf(annotation, 'Vertices'))} h`),
  Ink: (annotation) => {
    const strokes = arrayAt(annotation, 'InkList')
    const lists = (strokes?.asArray() ?? []).map((_, at) => {
      const stroke = strokes?.lookup(at)
      return stroke && 'asArray' in stroke ? charged(annotation, numbersOf(stroke as never)) : []
    })
    return stroked(annotation, lists.map(path).join(' '))
  },
  Highlight: (annotation) =>
    `${color(annotation, 'C', 'fill') ?? '1 1 0 rg'} ${quads(annotation)
      .map(([a, b, c, d]) => `${path([a, b, d, c].flat())} h`)
      .join(' ')} f`,
  Underline: (annotation) => lines(annotation, 0.07),
  Squiggly: (annotation) => lines(annotation, 0.07),
  StrikeOut: (annotation) => lines(annotation, 0.45),
  Redact: (annotation) => stroked(annotation, outline(annotation)),
  Text: (annotation) =>
    `${color(annotation, 'C', 'fill') ?? '1 1 0.6 rg'} 0 G 0.5 w ${outline(annotation)} B`,
  Caret: (annotation) => {
    const { left, bottom, width, height } = frameOf(annotation)
    const points = [left, bottom, left + width / 2, bottom + height, left + width, bottom]
    return `${color(annotation, 'C', 'fill') ?? '0 g'} ${path(points)} h f`
  },
  // Marks of a printer, and files that were taken out, show nothing of their own.
  PrinterMark: () => '',
  Watermark: () => '',
}

type Frame = { left: number; bottom: number; width: number; height: number; line: number }

function frameOf(annotation: PDFDict): Frame {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(arrayAt(annotation, 'Rect'))
  const differences = numbersOf(arrayAt(annotation, 'RD'))
  const [left = 0, bottom = 0, right = 0, top = 0] = differences
  return {
    left: Math.min(a, c) + left,
    bottom: Math.min(b, d) + bottom,
    width: Math.abs(c - a) - left - right,
    height: Math.abs(d - b) - bottom - top,
    line: lineWidth(annotation),
  }
}

/** The width of the border; one that is 0 is not drawn. */
function lineWidth(annotation: PDFDict): number {
  const style = numberAt(dictAt(annotation, 'BS'), 'W')
  return style ?? numbersOf(arrayAt(annotation, 'Border'))[2] ?? 1
}

function painted(annotation: PDFDict, shape: string): string {
  const fill = color(annotation, 'IC', 'fill')
  const line = lineWidth(annotation)
  const stroke = line > 0 ? (color(annotation, 'C', 'stroke') ?? '0 G') : undefined
  const operator = fill && stroke ? 'B' : fill ? 'f' : stroke ? 'S' : 'n'
  return [fill, stroke, `${decimal(line)} w`, shape, operator].filter(Boolean).join(' ')
}

function stroked(annotation: PDFDict, shape: string): string {
  return `${color(annotation, 'C', 'stroke') ?? '0 G'} ${decimal(lineWidth(annotation))} w ${shape} S`
}

const OPERATORS: Record<string, Record<number, string>> = {
  fill: { 1: 'g', 3: 'rg', 4: 'k' },
  stroke: { 1: 'G', 3: 'RG', 4: 'K' },
}

/** A colour of grey, RGB or CMYK by its length; undefined for none. */
function color(annotation: PDFDict, key: string, use: 'fill' | 'stroke'): string | undefined {
  const values = numbersOf(arrayAt(annotation, key))
  const operator = OPERATORS[use]?.[values.length]
  return operator && `${numbers(...values)} ${operator}`
}

function outline(annotation: PDFDict): string {
  const { left, bottom, width, height } = frameOf(annotation)
  return `${numbers(left, bottom, width, height)} re`
}

/** Four Bézier curves. */
function ellipse({ left, bottom, width, height, line }: Frame): string {
  const [rx, ry] = [(width - line) / 2, (height - line) / 2]
  const [x, y] = [left + width / 2, bottom + height / 2]
  const [kx, ky] = [0.5523 * rx, 0.5523 * ry]
  return [
    `${numbers(x + rx, y)} m`,
    `${numbers(x + rx, y + ky, x + kx, y + ry, x, y + ry)} c`,
    `${numbers(x - kx, y + ry, x - rx, y + ky, x - rx, y)} c`,
    `${numbers(x - rx, y - ky, x - kx, y - ry, x, y - ry)} c`,
    `${numbers(x + kx, y - ry, x + rx, y - ky, x + rx, y)} c h`,
  ].join(' ')
}

function path(points: number[]): string {
  const steps: string[] = []
  for (let at = 0; at + 1 < points.length; at += 2)
    steps.push(`${numbers(points[at] ?? 0, points[at + 1] ?? 0)} ${at === 0 ? 'm' : 'l'}`)
  return steps.join(' ')
}

type Point = [number, number]

/** The corners of the marked words: left and right above, left and right below, as writers have them. */
function quads(annotation: PDFDict): [Point, Point, Point, Point][] {
  const points = listOf(annotation, 'QuadPoints')
  const found: [Point, Point, Point, Point][] = []
  for (let at = 0; at + 7 < points.length; at += 8) {
    const point = (index: number): Point => [points[at + 2 * index] ?? 0, points[at + 2 * index + 1] ?? 0]
    found.push([point(0), point(1), point(2), point(3)])
  }
  return found
}

/** Lines through the marked words, `share` of their height above their feet. */
function lines(annotation: PDFDict, share: number): string {
  const drawn = quads(annotation).map(([leftTop, rightTop, left, right]) => {
    const between = (foot: Point, head: Point): Point => [
      foot[0] + share * (head[0] - foot[0]),
      foot[1] + share * (head[1] - foot[1]),
    ]
    return path([between(left, leftTop), between(right, rightTop)].flat())
  })
  return stroked(annotation, drawn.join(' '))
}

function listOf(annotation: PDFDict, key: string): number[] {
  return charged(annotation, numbersOf(arrayAt(annotation, key)))
}

function charged(annotation: PDFDict, list: number[]): number[] {
  budgetOf(annotation.context).charge('objects', list.length)
  return list
}

function numbers(...values: number[]): string {
  return values.map(decimal).join(' ')
}
