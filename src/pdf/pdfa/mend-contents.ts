/** What readers and validators could read otherwise than it is meant, written so that none does. */
import { type PDFDocument, type PDFPage, PDFStream } from 'pdf-lib'
import { latin1, writeOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { decodeStream } from '../streams'
import { allContentsOf, type Content, readContents } from './contents'
import { withoutSeemingEnd } from './hexadecimal-image'
import { arrayAt, pageContent, setPageContent } from './objects'

/**
 * Comments stand apart from operators, since some take `f%` for an operator of that name, no operands stand in front of an
 * inline image, since some take them for its entries, its data do not hold what some take for its end, and no text is
 * divided among the streams of a page (ISO 32000-1 7.8.2). Throws WorkLimitExceeded.
 */
export async function mendContents(doc: PDFDocument): Promise<void> {
  for (const page of doc.getPages()) if (dividesText(page)) setPageContent(page, pageContent(page))
  for await (const { content, text } of readContents(allContentsOf(doc))) {
    if (!MAY_HAVE_COMMENT.test(text) && !MAY_PRECEDE_IMAGE.test(text) && !MAY_SEEM_TO_END.test(text)) continue
    const separate = await separated(text, content)
    if (separate !== text) content.replace(separate)
  }
}

/** Whether a stream may end within a text; to join others changes nothing. */
function dividesText(page: PDFPage): boolean {
  const streams = arrayAt(page.node, 'Contents')
  const pieces = streams?.asArray().map((_, index) => streams.lookup(index)) ?? []
  return pieces.slice(0, -1).some((piece) => {
    const text = piece instanceof PDFStream ? latin1(decodeStream(piece)) : ''
    return text.lastIndexOf('(') > text.lastIndexOf(')')
  })
}

const MAY_HAVE_COMMENT = /[\w*'"]%/
/** The end of an operand, or a name, in front of an inline image. */
/** `EI` and a blank, where no operator ends. */
const MAY_SEEM_TO_END = /[!-~]EI[\0\t\n\f\r ]/
const MAY_PRECEDE_IMAGE = /[\])>\d]\s*BI|\/\w+\s+BI/

async function separated(text: string, { work }: Content): Promise<string> {
  const pieces: string[] = []
  let [from, last] = [0, 0]
  await readInTurns(text, work, (operation) => {
    const { operator, end } = operation
    const start = operator === 'BI' ? end - writeOperation(operation).length : last
    if (text.slice(last, start).trim() !== '') {
      pieces.push(text.slice(from, last))
      from = start
    }
    const image = operator === 'BI' ? (operation.operands[0] ?? '') : ''
    const whole = withoutSeemingEnd(image)
    if (whole !== image) {
      work.charge('bytes', whole.length)
      pieces.push(text.slice(from, start), writeOperation({ operator, operands: [whole] }))
      from = end
    }
    if (text[end] === '%') {
      pieces.push(text.slice(from, end))
      from = end
    }
    last = end
  })
  return [...pieces, text.slice(from)].join(' ')
}
