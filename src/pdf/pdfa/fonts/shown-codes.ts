/** Which codes of which fonts a document's contents show (ISO 32000-1 9.4.3). */
import { type PDFDict, PDFName, PDFString } from 'pdf-lib'
import { hexDigits, operations, shownParts } from '../../content'
import type { Content } from '../contents'
import { dictAt, dictOf, nameAt } from '../objects'

/** `visible` codes are painted; `hidden` ones are only there to be searched for. Pages count from 1. */
export type ShownCodes = { visible: Set<number>; hidden: Set<number>; page: number }

type TextState = { font: PDFDict | undefined; mode: number }

const INVISIBLE = 3

/** Codes have two bytes in composite fonts, one in others. */
export function shownCodes(contents: { content: Content; text: string }[]): Map<PDFDict, ShownCodes> {
  const shown = new Map<PDFDict, ShownCodes>()
  for (const { content, text } of contents) collect(content, text, shown)
  return shown
}

function collect({ resources, page, work }: Content, text: string, shown: Map<PDFDict, ShownCodes>): void {
  const saved: TextState[] = []
  let state: TextState = { font: undefined, mode: 0 }
  for (const { operator, operands } of operations(text, work)) {
    if (operator === 'q') saved.push(state)
    else if (operator === 'Q') state = saved.pop() ?? state
    else if (operator === 'Tr') state = { ...state, mode: Number(operands[0]) }
    else if (operator === 'Tf') {
      const name = PDFName.of((operands[0] ?? '').slice(1))
      state = { ...state, font: dictOf(dictAt(resources, 'Font')?.lookup(name)) }
    } else if (state.font && ['Tj', 'TJ', "'", '"'].includes(operator)) {
      const codes = shown.get(state.font) ?? { visible: new Set(), hidden: new Set(), page: page + 1 }
      shown.set(state.font, codes)
      addCodes(operands.at(-1) ?? '', state, codes)
    }
  }
}

function addCodes(operand: string, { font, mode }: TextState, { visible, hidden }: ShownCodes): void {
  const codes = mode === INVISIBLE ? hidden : visible
  const width = font && nameAt(font, 'Subtype') === 'Type0' ? 2 : 1
  for (const part of shownParts(operand)) {
    const bytes = bytesOf(part)
    for (let at = 0; bytes && at + width <= bytes.length; at += width) {
      codes.add(width === 2 ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0))
    }
  }
}

/** The bytes of a string; undefined for a number. */
function bytesOf(part: string): Uint8Array | undefined {
  if (part.startsWith('(')) return PDFString.of(part.slice(1, part.endsWith(')') ? -1 : undefined)).asBytes()
  const digits = hexDigits(part)
  return digits === undefined
    ? undefined
    : new Uint8Array(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'))
}
