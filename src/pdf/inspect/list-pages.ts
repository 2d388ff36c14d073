/** Sizes of pages, as runs of pages that are alike. */
import type { PDFDocument, PDFPage } from 'pdf-lib'
import { arrayAt, numberAt, numbersOf } from '../pdfa/objects'
import { viewOf } from '../stamp/overlay'

type Box = [left: number, bottom: number, right: number, top: number]
const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'] as const

export type PageFacts = {
  /** The first and the last page of the run, from 1. */
  from: number
  to: number
  /** As a viewer shows it, in points. */
  width: number
  height: number
  /** Degrees clockwise. */
  rotation: number
  /** Those that the page states, in its own units. */
  boxes: Partial<Record<(typeof BOXES)[number], Box>>
  user_unit: number
}

/** The runs in order. */
export function pagesOf(document: PDFDocument): PageFacts[] {
  const runs: PageFacts[] = []
  for (const [index, page] of document.getPages().entries()) {
    const facts = factsOf(page)
    const last = runs.at(-1)
    if (last && JSON.stringify({ ...last, from: 0, to: 0 }) === JSON.stringify({ ...facts, from: 0, to: 0 }))
      last.to = index + 1
    else runs.push({ ...facts, from: index + 1, to: index + 1 })
  }
  return runs
}

function factsOf(page: PDFPage): PageFacts {
  const unit = numberAt(page.node, 'UserUnit') ?? 1
  const { width, height, rotation } = viewOf(page)
  const [across, up] = rotation % 180 === 0 ? [width, height] : [height, width]
  const boxes: PageFacts['boxes'] = {}
  for (const key of BOXES) {
    const box = arrayAt(page.node, key)
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(box)
    if (box) boxes[key] = [left, bottom, right, top]
  }
  return {
    ...{ from: 0, to: 0, width: rounded(across * unit), height: rounded(up * unit) },
    rotation,
    boxes,
    user_unit: unit,
  }
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100
}
