/** The stamp on documents made with a test key: TEST from corner to corner of every page. */
import type { PDFDocument } from 'pdf-lib'
import { placeOverlay } from './overlay'
import { stampWord, type WordStamp } from './word-stamp'

const TEST: WordStamp = {
  word: ['T', 'E', 'S', 'T'],
  lineWidth: 0.15,
  place: (view, size) => placeOverlay(view, size, 45),
}

/** Stamps every page, as `stampWord` does. */
export async function stampTest(document: PDFDocument): Promise<void> {
  await stampWord(document, TEST)
}
