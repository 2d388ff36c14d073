/** Which codes of which fonts a document's contents show (ISO 32000-1 9.4.3). */
import { type PDFDict, PDFName, PDFRef, PDFString } from 'pdf-lib'
import { hexDigits, latin1, type Operation, shownTexts } from '../../content-stream'
import { readInTurns } from '../../read-in-turns'
import type { WorkBudget } from '../../work-budget'
import type { Content } from '../contents'
import { arrayAt, dictAt, dictOf, nameAt } from '../objects'

/** `visible` codes are painted; `hidden` ones are only there to be searched for. Pages count from 1. */
export type ShownCodes = { visible: Set<number>; hidden: Set<number>; page: number }

export type ShownText = {
  fonts: Map<PDFDict, ShownCodes>
  /** Pages (counted from 1) that paint text in a font that cannot be told. */
  fontless: Set<number>
}

type ReadContent = { content: Content; text: string }
type TextState = { font: PDFDict | undefined; mode: number }

const INVISIBLE = 3
const FRESH: TextState = { font: undefined, mode: 0 }
/** The operators that show text. */
export const SHOW = new Set(['Tj', 'TJ', "'", '"'])

/** What a code costs beside the operator that shows it, in operators. */
const CODE_COST = 1 / 8
/** The same of one that a font has not shown before: it is kept, looked up and measured. */
const NEW_CODE_COST = 4

/**
 * Codes have two bytes in composite fonts, one in others. Fonts are set by `Tf` and `gs`, and a form has that in which
 * it is drawn. Others have their turn between contents. Throws WorkLimitExceeded.
 */
export async function shownText(contents: ReadContent[]): Promise<ShownText> {
  return await new TextReader(contents).read(contents)
}

class TextReader {
  private readonly fonts = new Map<PDFDict, ShownCodes>()
  private readonly forms: Map<PDFRef, ReadContent>
  /** Contents that show text in no font of their own. */
  private readonly fontless = new Set<ReadContent>()
  /** Contents that show text, or draw forms, in the font that they are drawn in. */
  private readonly inheriting = new Set<ReadContent>()
  private readonly drawn = new Map<ReadContent, Record<'visible' | 'hidden', Set<PDFDict>>>()
  private readonly open: { form: ReadContent; state: TextState }[] = []

  constructor(contents: ReadContent[]) {
    this.forms = new Map(
      contents.flatMap((each): [PDFRef, ReadContent][] =>
        each.content.ref ? [[each.content.ref, each]] : [],
      ),
    )
  }

  async read(contents: ReadContent[]): Promise<ShownText> {
    for (const each of contents) {
      if (await this.collect(each, FRESH)) this.fontless.add(each)
      await each.content.work.takeTurns()
    }
    const stillFontless = new Set<ReadContent>()
    for (let next = this.open.pop(); next; next = this.open.pop()) {
      const { form, state } = next
      if (!this.inheriting.has(form)) continue
      if (await this.collect(form, state)) stillFontless.add(form)
      else this.fontless.delete(form)
      await form.content.work.takeTurns()
    }
    const pages = [...this.fontless, ...stillFontless].map(({ content }) => content.page + 1)
    return { fonts: this.fonts, fontless: new Set(pages) }
  }

  /** Collects what a content shows if it begins in a state. Returns whether some of it is painted in no font. */
  private async collect(read: ReadContent, start: TextState): Promise<boolean> {
    const { resources, work } = read.content
    const saved: TextState[] = []
    let state = start
    let isFontless = false
    await readInTurns(read.text, work, ({ operator, operands }) => {
      if (operator === 'q') saved.push(state)
      else if (operator === 'Q') state = saved.pop() ?? state
      else if (operator === 'Tr') state = { ...state, mode: Number(operands[0]) }
      else if (operator === 'Tf' || operator === 'gs')
        state = { ...state, font: fontSetBy({ operator, operands }, resources, state.font) }
      else if (operator === 'Do') this.draw(read, operands[0], state)
      else if (SHOW.has(operator)) isFontless = this.show(read, operands.at(-1) ?? '', state) || isFontless
    })
    if (isFontless) this.inheriting.add(read)
    return isFontless
  }

  private draw(from: ReadContent, operand = '', state: TextState): void {
    const value = dictAt(from.content.resources, 'XObject')?.get(PDFName.of(operand.slice(1)))
    const form = value instanceof PDFRef ? this.forms.get(value) : undefined
    if (!form) return
    if (!state.font) {
      this.inheriting.add(from)
      return
    }
    const drawn = this.drawn.get(form) ?? { visible: new Set(), hidden: new Set() }
    this.drawn.set(form, drawn)
    const fonts = drawn[state.mode === INVISIBLE ? 'hidden' : 'visible']
    if (fonts.has(state.font)) return
    fonts.add(state.font)
    this.open.push({ form, state })
  }

  /** Returns whether something is painted in no font. */
  private show({ content }: ReadContent, operand: string, { font, mode }: TextState): boolean {
    if (!font) return mode !== INVISIBLE && hasCodes(operand)
    const codes = this.fonts.get(font) ?? { visible: new Set(), hidden: new Set(), page: content.page + 1 }
    this.fonts.set(font, codes)
    addCodes(operand, font, mode === INVISIBLE ? codes.hidden : codes.visible, content.work)
    return false
  }
}

function named(resources: PDFDict | undefined, category: string, operand = '') {
  return dictAt(resources, category)?.lookup(PDFName.of(operand.slice(1)))
}

/** The font after a `Tf`, or a `gs`: a graphics state may set the font too (8.4.5). */
export function fontSetBy(
  { operator, operands }: Operation,
  resources: PDFDict | undefined,
  current: PDFDict | undefined,
): PDFDict | undefined {
  if (operator === 'Tf') return dictOf(named(resources, 'Font', operands[0]))
  const font = arrayAt(dictOf(named(resources, 'ExtGState', operands[0])), 'Font')
  return font ? dictOf(font.lookup(0)) : current
}

export function hasCodes(operand: string): boolean {
  for (const text of shownTexts(operand)) if (bytesOf(text).length > 0) return true
  return false
}

/** Adds the codes that an operand of `SHOW` has in a font. Throws WorkLimitExceeded. */
export function addCodes(operand: string, font: PDFDict, codes: Set<number>, work: WorkBudget): void {
  const width = nameAt(font, 'Subtype') === 'Type0' ? 2 : 1
  let cost = 0
  for (const text of shownTexts(operand)) {
    const bytes = bytesOf(text)
    cost += CODE_COST * Math.max(1, bytes.length / width)
    // Half a code stands for no glyph.
    if (bytes.length % width > 0) codes.add(0)
    for (let at = 0; at + width <= bytes.length; at += width) {
      const code = width === 2 ? bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1) : bytes.charCodeAt(at)
      if (codes.has(code)) continue
      cost += NEW_CODE_COST
      codes.add(code)
    }
  }
  work.charge('operators', cost)
}

/** The bytes of a string, one character each. */
function bytesOf(text: string): string {
  if (text.startsWith('(')) {
    const written = text.slice(1, text.endsWith(')') ? -1 : undefined)
    return written.includes('\\') ? latin1(PDFString.of(written).asBytes()) : written
  }
  const digits = hexDigits(text) ?? ''
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1')
}
