/**
 * What a printer needs beyond the page that is left after trimming: its boxes (ISO 32000-2, 14.11.2), content that ends
 * where the bleed does, and marks outside it in the ink of all plates (8.6.6.4).
 */
import type { PDFDocument, PDFPage } from 'pdf-lib'
import { decimal } from '../content-stream'
import { setPageContent } from '../pdfa/objects'
import { budgetOf } from '../work-budget'
import { artifact, isolatedContent, type Size } from './overlay'
import { addResources, unusedName } from './page-resources'

/** What is beyond the pages of a document. Lengths in inches; `outset`: how far its sheets reach beyond its pages. */
export type PrinterMarks = { bleed: number; outset: number; crop: boolean; cross: boolean }

const MM = 72 / 25.4
/** Marks leave the bleed alone by as much, are as long and as thin. */
const GAP = 1 * MM
const LENGTH = 6 * MM
const LINE_WIDTH = 0.25
/** A registration mark: a circle, and a cross through it. */
const RADIUS = 1.6 * MM
const ARM = 2.6 * MM

/** Sets the boxes of all pages and draws their marks, as artifacts. */
export async function markTrim(document: PDFDocument, marks: PrinterMarks): Promise<void> {
  const pages = document.getPages()
  const work = budgetOf(document.context)
  const outset = marks.outset * 72
  const bleed = marks.bleed * 72
  const name = unusedName(pages, 'ColorSpace', 'Registration')
  const ink = marks.crop || marks.cross ? registrationInk(document) : undefined
  for (const page of pages) {
    const { width, height } = page.getSize()
    const trim = { width: width - 2 * outset, height: height - 2 * outset }
    const edge = outset - bleed
    page.setTrimBox(outset, outset, trim.width, trim.height)
    page.setBleedBox(edge, edge, trim.width + 2 * bleed, trim.height + 2 * bleed)
    if (ink) {
      await drawOutside(
        page,
        [edge, edge, trim.width + 2 * bleed, trim.height + 2 * bleed],
        [
          `/${name} CS 1 SCN ${LINE_WIDTH} w 0 J`,
          ...(marks.crop ? cropMarks(trim, { outset, bleed }) : []),
          ...(marks.cross ? registrationMarks(trim, { outset, bleed }) : []),
        ],
      )
      addResources(page, 'ColorSpace', { [name]: ink })
    }
    work.countPages(1)
    await work.takeTurns()
  }
}

/** The page's content, cut at `box` (left, bottom, width, height), and `lines` beside it. */
async function drawOutside(page: PDFPage, box: number[], lines: string[]): Promise<void> {
  const cut = `q\n${box.map(decimal).join(' ')} re W n\n${await isolatedContent(page)}Q\n`
  setPageContent(page, `${cut}${artifact(lines.join('\n'))}`)
}

/** All plates print it; a screen shows it in black. */
function registrationInk({ context }: PDFDocument) {
  const tint = context.register(context.obj({ FunctionType: 2, Domain: [0, 1], C0: [1], C1: [0], N: 1 }))
  return context.register(context.obj(['Separation', 'All', 'DeviceGray', tint]))
}

type Beyond = { outset: number; bleed: number }

/** At each corner two lines, at which the sheet is cut. */
function cropMarks(trim: Size, { outset, bleed }: Beyond): string[] {
  const from = bleed + GAP
  const edges = { left: outset, right: outset + trim.width, bottom: outset, top: outset + trim.height }
  const lines = []
  for (const [x, across] of [
    [edges.left, -1],
    [edges.right, 1],
  ] as const) {
    for (const [y, up] of [
      [edges.bottom, -1],
      [edges.top, 1],
    ] as const) {
      lines.push(line([x + across * from, y], [x + across * (from + LENGTH), y]))
      lines.push(line([x, y + up * from], [x, y + up * (from + LENGTH)]))
    }
  }
  return lines
}

/** In the middle of each side, by which plates are laid over each other. */
function registrationMarks(trim: Size, { outset, bleed }: Beyond): string[] {
  const away = bleed + GAP + LENGTH / 2
  const middle = [outset + trim.width / 2, outset + trim.height / 2] as const
  const centres = [
    [outset - away, middle[1]],
    [outset + trim.width + away, middle[1]],
    [middle[0], outset - away],
    [middle[0], outset + trim.height + away],
  ] as const
  return centres.flatMap(([x, y]) => [
    line([x - ARM, y], [x + ARM, y]),
    line([x, y - ARM], [x, y + ARM]),
    circle(x, y, RADIUS),
  ])
}

function line(from: readonly [number, number], to: readonly [number, number]): string {
  return `${from.map(decimal).join(' ')} m ${to.map(decimal).join(' ')} l S`
}

/** Of four curves, each a quarter. */
function circle(x: number, y: number, radius: number): string {
  const k = 0.5523 * radius
  const point = (dx: number, dy: number) => `${decimal(x + dx)} ${decimal(y + dy)}`
  return [
    `${point(radius, 0)} m`,
    `${point(radius, k)} ${point(k, radius)} ${point(0, radius)} c`,
    `${point(-k, radius)} ${point(-radius, k)} ${point(-radius, 0)} c`,
    `${point(-radius, -k)} ${point(-k, -radius)} ${point(0, -radius)} c`,
    `${point(k, -radius)} ${point(radius, -k)} ${point(radius, 0)} c S`,
  ].join(' ')
}
