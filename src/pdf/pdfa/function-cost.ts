/** What functions and shadings take to compute (ISO 32000-1 7.10 and 8.7.4.5), as so many plainly painted pixels. */
import { PDFArray, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { decodeStream } from '../streams'
import type { WorkBudget } from '../work-budget'
import { arrayAt, dictOf, numberAt } from './objects'

/** Bytes of a PostScript calculator that take as long as a pixel. */
const BYTES_A_PIXEL = 24
/** PDFium computes so many colours of an axial or radial shading, and looks them up. */
const STEPS = 256
/** A patch of a mesh is painted in small pieces, each of them a path. */
const MESH = 8
const MAX_DEPTH = 8

/** One evaluation. A list of functions counts all; one that is stitched counts all of its parts. */
export function functionCost(value: PDFObject | undefined, work: WorkBudget, depth = 0): number {
  work.charge('objects')
  if (depth > MAX_DEPTH) return 0
  if (value instanceof PDFArray) return sum(value, work, depth)
  const dict = dictOf(value)
  const type = numberAt(dict, 'FunctionType')
  if (type === 4 && value instanceof PDFStream) return decodeStream(value).length / BYTES_A_PIXEL
  if (type === 3) return 1 + sum(arrayAt(dict, 'Functions'), work, depth)
  // A sampled function reads two neighbours for each of its inputs.
  if (type === 0) return 2 ** Math.min(30, (arrayAt(dict, 'Domain')?.size() ?? 2) / 2)
  return 1
}

function sum(list: PDFArray | undefined, work: WorkBudget, depth: number): number {
  let total = 0
  for (let at = 0; at < (list?.size() ?? 0); at++) total += functionCost(list?.lookup(at), work, depth + 1)
  return total
}

/** A shading over so many pixels. */
export function shadingCost(shading: PDFObject | undefined, area: number, work: WorkBudget): number {
  const dict = dictOf(shading)
  const type = numberAt(dict, 'ShadingType') ?? 0
  const once = functionCost(dict?.lookup(PDFName.of('Function')), work)
  if (type === 1) return area * (1 + once)
  if (type === 2 || type === 3) return 2 * area + STEPS * once
  if (type >= 4 && shading instanceof PDFStream)
    return MESH * area + MESH * decodeStream(shading).length * (1 + once)
  return area
}
