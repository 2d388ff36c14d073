/** How large each image is printed, which decides how many pixels it needs. */
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFPage, PDFRef, PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { decodeStream } from '../streams'
import { budgetOf, WorkLimitExceeded } from '../work-budget'

/** The largest width and height an image has anywhere, in points. */
export type PrintedSize = { width: number; height: number }

type Matrix = [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Forms within forms within patterns: deeper than this nobody draws, and a cycle ends here. */
const MAX_DEPTH = 12

/** Follows the matrices through page contents, forms and tiling patterns. Images met nowhere are not listed. */
export async function printedSizes(pages: PDFPage[]): Promise<Map<PDFRef, PrintedSize>> {
  const sizes = new Map<PDFRef, PrintedSize>()
  for (const page of pages) {
    const resources = page.node.Resources()
    if (!resources || !drawsImages(resources, new Set())) continue
    const unit = page.node.lookup(PDFName.of('UserUnit'))
    const scale = unit instanceof PDFNumber ? unit.asNumber() : 1
    const base: Matrix = [scale, 0, 0, scale, 0, 0]
    try {
      await walk(pageContents(page), resources, base, base, sizes, MAX_DEPTH)
    } catch (error) {
      if (error instanceof WorkLimitExceeded) throw error
      // A page that cannot be read to its end keeps the images that were not met.
    }
  }
  return sizes
}

/** A page's content streams as one (7.8.2: they are divided only between tokens). */
function pageContents(page: PDFPage): string {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
  const parts = streams
    .map((item) => page.doc.context.lookup(item))
    .filter((item) => item instanceof PDFStream)
  return parts.map((part) => latin1(decodeStream(part))).join('\n')
}

/** Looks through each dictionary once: forms share their resources, and lead back to one another. */
function drawsImages(resources: PDFDict, seen: Set<PDFDict>): boolean {
  if (seen.has(resources)) return false
  seen.add(resources)
  return [...members(resources, 'XObject'), ...members(resources, 'Pattern')].some(([, , stream]) => {
    if (isImage(stream)) return true
    const own = stream.dict.lookup(PDFName.of('Resources'))
    return own instanceof PDFDict && drawsImages(own, seen)
  })
}

function members(resources: PDFDict, category: string): [PDFName, PDFRef, PDFStream][] {
  const dict = resources.lookup(PDFName.of(category))
  if (!(dict instanceof PDFDict)) return []
  return dict.entries().flatMap(([name, ref]): [PDFName, PDFRef, PDFStream][] => {
    const stream = ref instanceof PDFRef ? dict.context.lookup(ref) : undefined
    return ref instanceof PDFRef && stream instanceof PDFStream ? [[name, ref, stream]] : []
  })
}

function isImage(stream: PDFStream): boolean {
  return stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')
}

/** `base` is the page's own space, which patterns are placed in, whatever the matrix is where they are used. */
async function walk(
  contents: string,
  resources: PDFDict,
  start: Matrix,
  base: Matrix,
  sizes: Map<PDFRef, PrintedSize>,
  depth: number,
): Promise<void> {
  if (depth === 0) return
  const objects = new Map(
    members(resources, 'XObject').map(([name, ref, stream]) => [name.asString(), { ref, stream }]),
  )
  let matrix = start
  const saved: Matrix[] = []
  await readInTurns(contents, budgetOf(resources.context), ({ operator, operands }) => {
    if (operator === 'q') saved.push(matrix)
    else if (operator === 'Q') matrix = saved.pop() ?? start
    else if (operator === 'cm') matrix = multiply(toMatrix(operands.map(Number)), matrix)
    else if (operator === 'Do') {
      const object = objects.get(operands[0] ?? '')
      if (object && isImage(object.stream)) recordSize(sizes, object.ref, matrix)
      else if (object) return walkInto(object.stream, resources, matrix, base, sizes, depth)
    }
    return undefined
  })
  for (const [, , pattern] of members(resources, 'Pattern'))
    await walkInto(pattern, resources, base, base, sizes, depth)
}

async function walkInto(
  stream: PDFStream,
  outer: PDFDict,
  matrix: Matrix,
  base: Matrix,
  sizes: Map<PDFRef, PrintedSize>,
  depth: number,
): Promise<void> {
  const own = stream.dict.lookup(PDFName.of('Resources'))
  const placed = stream.dict.lookup(PDFName.of('Matrix'))
  const inner = placed instanceof PDFArray ? toMatrix(numbers(placed)) : identity
  await walk(
    latin1(decodeStream(stream)),
    own instanceof PDFDict ? own : outer,
    multiply(inner, matrix),
    base,
    sizes,
    depth - 1,
  )
}

function recordSize(sizes: Map<PDFRef, PrintedSize>, ref: PDFRef, [a, b, c, d]: Matrix) {
  const known = sizes.get(ref) ?? { width: 0, height: 0 }
  sizes.set(ref, {
    width: Math.max(known.width, Math.hypot(a, b)),
    height: Math.max(known.height, Math.hypot(c, d)),
  })
}

function numbers(array: PDFArray): number[] {
  return array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : 0))
}

function toMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[]): Matrix {
  return [a, b, c, d, e, f]
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ]
}
