/** How much text a document shows. */
import { PDFName, PDFString } from 'pdf-lib'
import { hexDigits, shownParts } from '../content-stream'
import type { Content } from '../pdfa/contents'
import { SHOW } from '../pdfa/fonts/shown-codes'
import { dictAt, dictOf, nameAt } from '../pdfa/objects'
import { readInTurns } from '../read-in-turns'

/** Codes that are shown, visible or not; what is drawn several times counts once. Throws WorkLimitExceeded. */
export async function countShownCodes(
  contents: readonly { content: Content; text: string }[],
): Promise<number> {
  let count = 0
  for (const { content, text } of contents) {
    let width = 1
    await readInTurns(text, content.work, ({ operator, operands }) => {
      if (operator === 'Tf') {
        const font = dictAt(content.resources, 'Font')?.lookup(PDFName.of((operands[0] ?? '').slice(1)))
        width = nameAt(dictOf(font), 'Subtype') === 'Type0' ? 2 : 1
      } else if (SHOW.has(operator)) {
        for (const part of shownParts(operands.at(-1) ?? '')) count += Math.floor(byteLength(part) / width)
      }
    })
    await content.work.takeTurns()
  }
  return count
}

function byteLength(part: string): number {
  if (part.startsWith('('))
    return PDFString.of(part.slice(1, part.endsWith(')') ? -1 : undefined)).asBytes().length
  return Math.ceil((hexDigits(part)?.length ?? 0) / 2)
}
