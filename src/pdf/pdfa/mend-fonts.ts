/** Mends embedded fonts by what the document shows in them, which takes a look at all contents. */
import type { PDFDocument } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { readAllContents } from './contents'
import { listGlyphs } from './font-descriptors'
import { shownText } from './fonts/shown-codes'
import { mendCompact } from './mend-compact'
import { mendTrueType } from './mend-true-type'
import { mendType3 } from './mend-type3'

/** Returns whether any font was changed. Throws WorkLimitExceeded. */
export async function mendFonts(doc: PDFDocument, part: 1 | 2 | 3 | undefined): Promise<boolean> {
  const { fonts } = await shownText(await readAllContents(doc))
  let isChanged = false
  for (const [font, shown] of fonts) {
    if (mendTrueType(font, shown, part) || mendCompact(font, shown) || mendType3(font, shown))
      isChanged = true
    await budgetOf(doc.context).takeTurns()
  }
  if (isChanged && part === 1) listGlyphs(doc.context)
  return isChanged
}
