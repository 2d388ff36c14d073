/** Page numbers, drawn on every page as an artifact. */
import type { PDFDocument } from 'pdf-lib'
import { z } from 'zod'
import { normalized } from '../../text/normalized'
import { drawLines, placement } from './margin-lines'
import type { PrintLines } from './printed-lines'

const settings = z.strictObject({
  format: z
    .string()
    .max(100)
    .transform((text) => normalized(text, 'NFC'))
    .refine((text) => /\{pages?\}/.test(text), 'must have {page} or {pages} in it')
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line, without control characters')
    .optional()
    .describe('With `{page}` and `{pages}`, in any script; `{page} / {pages}` by default.'),
  position: placement.position.describe('`bottom-center` by default.'),
  size: placement.size.describe('Points; 10 by default.'),
  margin: placement.margin,
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

/** Draws them as `drawLines` does. `{pages}` is the number of the last page. */
export async function stampPageNumbers(
  document: PDFDocument,
  numbers: PageNumbers,
  print: PrintLines,
): Promise<void> {
  const { format = '{page} / {pages}', position = 'bottom-center', size = 10, margin = 0.4 } = numbers
  const { first = 1, skip = 0 } = numbers
  const pages = document.getPages()
  const last = first + pages.length - skip - 1
  const numbered = pages.slice(skip)
  const texts = numbered.map((_, index) =>
    format.replaceAll('{page}', String(first + index)).replaceAll('{pages}', String(last)),
  )
  const pointer = '/options/page_numbers/format'
  await drawLines(numbered, { texts, position, size, margin, color: '#000000', print, pointer })
}
