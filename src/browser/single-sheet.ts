/** A document on one sheet: the page is given the document's height, and more of it while there is a second page. */
import type { CallInPage } from '../in-page/contract'
import type { Paper } from '../in-page/paper-types'
import { pieces, readPrint } from './furnished-pages'

/** Prints with more and more below, in CSS pixels: on paper lines may break elsewhere than in the window. */
const MORE = [1, 40, 400]

/** A page, and the paper with the scale that it is printed at. */
export type SheetPage = {
  paper: Paper
  callInPage: CallInPage
  resize: (viewport: { width: number; height: number }) => Promise<void>
}

/** What a repair may take more, in CSS pixels. */
export const SPARE_ROOM = 400

export type SheetPrint = {
  print: (part?: { pageRanges: string }) => Promise<AsyncGenerator<Uint8Array>>
  /** Pages that are wanted in the end; empty for all. */
  pageRanges: string
  /** Gets a line if one sheet is too little. */
  warnings: string[]
}

/** Gives the page the document's height, and some `more`. Returns the sheet's height, with its margins. */
export async function fitSheet(
  { paper, callInPage, resize }: SheetPage,
  more = 0,
): Promise<{ height: number; isCut: boolean }> {
  const fitted = await callInPage('fitSheet', paper, more)
  if (!('resize' in fitted)) return fitted
  await resize(fitted.resize)
  const again = await callInPage('fitSheet', paper, more)
  // A window cannot be of every width.
  return 'resize' in again ? { height: paper.height, isCut: false } : again
}

/** Prints until all is on one page. Returns the file. */
export async function printOnOneSheet(
  page: SheetPage,
  { print, pageRanges, warnings }: SheetPrint,
): Promise<AsyncGenerator<Uint8Array>> {
  for (let attempt = 0; ; attempt++) {
    const { isCut } = await fitSheet(page, MORE[attempt])
    const { kept, printed } = await readPrint(await print({ pageRanges: '' }))
    if (printed.count > 1 && !isCut && attempt < MORE.length - 1) continue
    if (printed.count > 1)
      warnings.push(
        `single_page: the document is on ${printed.count} sheets, since ${isCut ? 'it is longer than 10 metres' : 'its end is not where the screen shows it'}`,
      )
    return kept && pageRanges === '' ? pieces(kept) : await print({ pageRanges })
  }
}
