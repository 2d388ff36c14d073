/** Lines that a caller has stamped on the pages of finished files: "PAID", "Received 26 November". */
import type { PDFDocument } from 'pdf-lib'
import { z } from 'zod'
import { pageSelection, selectPages } from '../arrange/page-selection'
import { stampColor, stampedText } from '../finishing-options'
import { drawLines, placement } from './margin-lines'
import type { PrintLines } from './printed-lines'

/** Stamps of one file: each reads all content again. */
const MAX_STAMPS = 4

const stamp = z
  .strictObject({
    text: stampedText.describe('What is written, on one line, in any script.'),
    position: placement.position.describe('`top-right` by default.'),
    size: placement.size.describe('Points; 12 by default.'),
    margin: placement.margin,
    color: stampColor.optional().describe('`#RRGGBB`; `#000000` by default.'),
    pages: pageSelection.optional().describe('Such as `1` or `2-`; all by default.'),
  })
  .meta({ id: 'Stamp' })

export const stampOption = z.union([stampedText, stamp, z.array(stamp).max(MAX_STAMPS)])
export type Stamp = z.output<typeof stamp>

/** The stamps that are asked for; an empty text is none. */
export function stampsOf(option: z.output<typeof stampOption> | undefined): Stamp[] {
  if (option === undefined) return []
  const stamps = typeof option === 'string' ? [{ text: option }] : [option].flat()
  return stamps.filter(({ text }) => text !== '')
}

/** Draws them above all that the pages show, as `drawLines` does. Returns warnings of pages that are not there. */
export async function stampTexts(
  document: PDFDocument,
  stamps: readonly Stamp[],
  print: PrintLines,
): Promise<string[]> {
  const pages = document.getPages()
  const warnings: string[] = []
  for (const {
    text,
    position = 'top-right',
    size = 12,
    margin = 0.4,
    color = '#000000',
    pages: chosen,
  } of stamps) {
    const { indices, missing } = selectPages(chosen ?? '1-', pages.length)
    const targets = [...new Set(indices)].flatMap((index) => pages[index] ?? [])
    const place = { position, size, margin, color }
    await drawLines(targets, { ...place, texts: targets.map(() => text), print, pointer: '/options/stamp' })
    warnings.push(...missing.map((page) => `stamp: the document has no page ${page}`))
  }
  return warnings
}
