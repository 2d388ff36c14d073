/** Draws over pages: where to put a box so that it looks right on each, and how to add it to the content. */
import { type PDFArray, PDFNumber, type PDFPage, type PDFRef } from 'pdf-lib'
import { decimal } from '../content-stream'
import { pageContent, setPageContent } from '../pdfa/objects'
import { readInTurns } from '../read-in-turns'
import { budgetOf } from '../work-budget'
import { encloseInlineImages } from './inline-images'
import { addResources } from './page-resources'

/** Share of the page's width and height that the turned box may take. */
const COVERAGE = 0.8
/** Share of the page's height that one line of text may take. */
const MAX_HEIGHT_SHARE = 0.2

export type Size = { width: number; height: number }
/** The visible part of a page in points, and by how much viewers turn it, clockwise. */
export type View = { left: number; bottom: number; width: number; height: number; rotation: number }

/**
 * The matrix that centres a box of `size` on a page, turned by `angle` degrees counter-clockwise as the reader
 * sees it, and as large as fits. The box's lower left corner is its origin.
 */
export function placeOverlay(view: View, size: Size, angle: number): number[] {
  const turned = view.rotation % 180 !== 0
  const seen = turned ? { width: view.height, height: view.width } : view
  const slope = radians(angle)
  const [cos, sin] = [Math.abs(Math.cos(slope)), Math.abs(Math.sin(slope))]
  const scale = Math.min(
    (COVERAGE * seen.width) / (size.width * cos + size.height * sin),
    (COVERAGE * seen.height) / (size.width * sin + size.height * cos),
    (MAX_HEIGHT_SHARE * Math.max(seen.width, seen.height)) / size.height,
  )
  const direction = radians(angle + view.rotation)
  const [a, b] = [scale * Math.cos(direction), scale * Math.sin(direction)]
  const [x, y] = [size.width / 2, size.height / 2]
  const centre = [view.left + view.width / 2, view.bottom + view.height / 2] as const
  return [a, b, -b, a, centre[0] - a * x + b * y, centre[1] - b * x - a * y]
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** What a viewer shows of the page: of the crop box what lies in the media box (14.11.2), which is all of it if none does. */
export function viewOf(page: PDFPage): View {
  const rotation = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360
  const [crop, media] = [page.getCropBox(), page.getMediaBox()]
  const left = Math.max(crop.x, media.x)
  const bottom = Math.max(crop.y, media.y)
  const width = Math.min(crop.x + crop.width, media.x + media.width) - left
  const height = Math.min(crop.y + crop.height, media.y + media.height) - bottom
  if (width > 0 && height > 0) return { left, bottom, width, height, rotation }
  return { left: media.x, bottom: media.y, width: media.width, height: media.height, rotation }
}

/** What content adds to a page: operators as Latin-1 text, and the resources that they name. */
export type Overlay = { content: string; resources: { category: string; name: string; value: PDFRef }[] }

/**
 * A page's content, shut away from what is drawn after it: as many `q` in front as the content takes away too many, and
 * behind it an end for all that it leaves open. `Q 0.00001 0 0 0.00001 0 0 cm q` gets no farther than those. What stands
 * after the last whole operation is left out: a text that is not closed would take in what follows it. Others have their
 * turn while it is read.
 */
export async function isolatedContent(page: PDFPage): Promise<string> {
  const content = pageContent(page)
  let [depth, lowest, marks, inText, whole] = [0, 0, 0, false, 0]
  await readInTurns(content, budgetOf(page.doc.context), ({ operator, end }) => {
    whole = end
    if (operator === 'q') depth++
    else if (operator === 'Q') lowest = Math.min(lowest, --depth)
    else if (operator === 'BMC' || operator === 'BDC') marks++
    else if (operator === 'EMC') marks = Math.max(0, marks - 1)
    else if (operator === 'BT' || operator === 'ET') inText = operator === 'BT'
  })
  const saved = 1 - lowest
  const ends = [
    inText ? 'ET' : '',
    ...Array<string>(marks).fill('EMC'),
    ...Array<string>(saved + depth).fill('Q'),
  ]
  return `${'q '.repeat(saved)}\n${content.slice(0, whole)}\n${ends.filter(Boolean).join(' ')}\n`
}

/**
 * Draws an overlay above all that the page shows, marked as an artifact (14.8.2.2), so that tagged documents stay
 * complete and readers do not read it aloud.
 */
export async function drawOver(page: PDFPage, { content, resources }: Overlay): Promise<void> {
  setPageContent(page, `${await isolatedContent(page)}${artifact(content)}`)
  for (const { category, name, value } of resources) addResources(page, category, { [name]: value })
}

/** Draws an overlay as `drawOver` does, below what the page shows too. */
export async function drawUnderAndOver(page: PDFPage, { content, resources }: Overlay): Promise<void> {
  const drawn = artifact(content)
  const enclosed = await encloseInlineImages(page, await isolatedContent(page))
  setPageContent(page, `${drawn}${enclosed}${drawn}`)
  for (const { category, name, value } of resources) addResources(page, category, { [name]: value })
}

/** Operations that no reader reads aloud. */
export function artifact(content: string): string {
  return `/Artifact BMC\nq\n${content}\nQ\nEMC\n`
}

/** Operands of `cm`; on a page that is a thousandth of a point wide they are small, and count all the same. */
export function matrixText(matrix: number[]): string {
  return matrix.map((value) => (Math.abs(value) < 0.001 ? smallNumber(value) : decimal(value))).join(' ')
}

/** A number with five digits that count, and no exponent, which PDF does not have. */
function smallNumber(value: number): string {
  if (value === 0) return '0'
  return value.toFixed(Math.min(100, 4 - Math.floor(Math.log10(Math.abs(value)))))
}

/** Red, green and blue of `#RRGGBB`, each from 0 to 1. */
export function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
}

/** A rectangle's size from its array. */
export function sizeOf(box: PDFArray): Size {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
    .asArray()
    .map((item) => (item instanceof PDFNumber ? item.asNumber() : 0))
  return { width: right - left, height: top - bottom }
}
