/**
 * Characters that no font covers. Chromium prints them as glyph 0, which the standards forbid
 * (ISO 19005-1 6.3.8, ISO 19005-2 and -3 6.2.11.8, ISO 14289-1 7.21.8): such a glyph becomes the box of a Type 3
 * font of the same width, which stands for U+FFFD. A box in text that is not painted is only room. In fonts of others
 * glyph 0 may be a character (`move-glyph-zero.ts`): it stays one.
 *
 * Known gap: each content begins with text that is painted, so that a form drawn inside `3 Tr` without a mode of its own
 * has visible boxes.
 */
import { type PDFContext, type PDFDict, type PDFDocument, PDFName, type PDFRef } from 'pdf-lib'
import { decimal, hexDigits, shownParts, writeOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { ContentLines } from './content-lines'
import { type Content, contentsOf, readContents } from './contents'
import { GlyphWidths } from './glyph-widths'
import { isGlyphZeroCharacter, moveGlyphZero } from './move-glyph-zero'
import { dictAt, dictOf, ensureDict, flateStream, nameAt } from './objects'
import { toUnicode } from './to-unicode'

/** Replaces glyph 0 everywhere in the document where it is no character. Returns how many glyphs were replaced. */
export async function replaceMissingGlyphs(doc: PDFDocument): Promise<number> {
  const boxes = new Boxes(doc.context)
  const widths = new GlyphWidths()
  const zeros = new Zeros()
  let replaced = 0
  for await (const { content, text } of readContents(contentsOf(doc))) {
    if (!mayShowGlyphZero(text)) continue
    const result = await replaceIn(text, content, { boxes, widths, zeros })
    if (result.replaced > 0) content.replace(result.text)
    replaced += result.replaced
  }
  for (const font of zeros.shown) moveGlyphZero(font)
  return replaced
}

/** The fonts whose glyph 0 is a character, each asked once. */
class Zeros {
  private readonly known = new Map<PDFDict, boolean>()
  /** Those that show it. */
  readonly shown = new Set<PDFDict>()

  /** Whether the glyph 0 that is shown in a font is a character. */
  isCharacter(font: PDFDict): boolean {
    const isKnown = this.known.get(font) ?? isGlyphZeroCharacter(font)
    this.known.set(font, isKnown)
    if (isKnown) this.shown.add(font)
    return isKnown
  }
}

/** Whether a content stream shows glyph 0. */
export async function findMissingGlyphs(text: string, content: Content): Promise<boolean> {
  if (!mayShowGlyphZero(text)) return false
  const fonts: (Font | undefined)[] = []
  let font: Font | undefined
  return await readInTurns(text, content.work, ({ operator, operands }) => {
    if (operator === 'q') fonts.push(font)
    if (operator === 'Q') font = fonts.pop()
    if (operator === 'Tf') font = fontNamed(content.resources, operands)
    return font?.dict !== undefined && isShow(operator) && split(operands).includes(MISSING)
  })
}

/** Whether any hexadecimal string holds four zeros where a code of two bytes begins: dismisses most content. */
function mayShowGlyphZero(text: string): boolean {
  let close = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', close)) {
    close = text.indexOf('>', open)
    if (close < 0) return false
    for (let at = open + 1; at < close; at += 4) {
      if (text.charCodeAt(at) === ZERO && text.startsWith('0000', at)) return true
    }
  }
  return false
}

const ZERO = 48

type Font = { name: string; size: string; dict: PDFDict | undefined }

/** Text rendering modes that paint nothing (ISO 32000-1 9.3.6): Type 3 fonts, as the boxes are, are painted in all. */
const UNPAINTED = new Set([3, 7])

type TextState = { font?: Font; mode: number }

async function replaceIn(
  text: string,
  { resources, work }: Content,
  { boxes, widths, zeros }: { boxes: Boxes; widths: GlyphWidths; zeros: Zeros },
) {
  const lines = new ContentLines()
  const saved: TextState[] = []
  let state: TextState = { mode: 0 }
  let replaced = 0
  await readInTurns(text, work, (operation) => {
    const { operator, operands } = operation
    if (operator === 'q') saved.push(state)
    if (operator === 'Q') state = saved.pop() ?? state
    if (operator === 'Tf') state = { ...state, font: fontNamed(resources, operands) }
    if (operator === 'Tr') state = { ...state, mode: Number(operands[0]) }
    const { font, mode } = state
    const pieces = font?.dict && isShow(operator) ? split(operands) : []
    if (!font?.dict || !resources || !pieces.includes(MISSING) || zeros.isCharacter(font.dict)) {
      lines.add(writeOperation(operation))
      return
    }
    const box = boxes.nameIn(resources, 1000 * (widths.of(font.dict, MISSING) ?? 1))
    for (const piece of pieces) {
      if (piece !== MISSING) lines.add(`[${piece}] TJ`)
      else {
        work.charge('operators', 3)
        const code = UNPAINTED.has(mode) ? '02' : '01'
        lines.add(`/${box} ${font.size} Tf <${code}> Tj /${font.name} ${font.size} Tf`)
        replaced++
      }
    }
  })
  return { text: lines.text(), replaced }
}

const isShow = (operator: string) => operator === 'Tj' || operator === 'TJ'
const MISSING = '<0000>'

/** The operands of a show operator as runs for `TJ`, each glyph 0 a piece of its own. */
function split(operands: string[]): string[] {
  const pieces: string[] = []
  let run: string[] = []
  const close = () => {
    if (run.length > 0) pieces.push(run.join(' '))
    run = []
  }
  for (const part of shownParts(operands[0] ?? '')) {
    const hex = hexDigits(part)
    if (hex === undefined) {
      run.push(part)
      continue
    }
    let known = ''
    for (let at = 0; at < hex.length; at += 4) {
      const code = hex.slice(at, at + 4)
      if (code !== '0000') known += code
      else {
        if (known) run.push(`<${known}>`)
        known = ''
        close()
        pieces.push(MISSING)
      }
    }
    if (known) run.push(`<${known}>`)
  }
  close()
  return pieces
}

/** The font a `Tf` names, if its codes are glyph numbers of two bytes: in other fonts code 0 is a character. */
function fontNamed(resources: PDFDict | undefined, operands: string[]): Font {
  const [name = '', size = '1'] = operands
  const found = dictOf(dictAt(resources, 'Font')?.lookup(PDFName.of(name.slice(1))))
  const isWide = nameAt(found, 'Subtype') === 'Type0' && nameAt(found, 'Encoding')?.startsWith('Identity-')
  return { name: name.slice(1), size, dict: isWide ? found : undefined }
}

const REPLACEMENT = 0xfffd
const MEANINGS: [number, number][] = [
  [1, REPLACEMENT],
  [2, REPLACEMENT],
]

/** The box fonts of one document, one for each width: code 1 is the box, code 2 as much room without one. */
class Boxes {
  private readonly fonts = new Map<number, PDFRef>()

  constructor(private readonly context: PDFContext) {}

  /** Makes the font of this width available under the answered name. */
  nameIn(resources: PDFDict, width: number): string {
    const name = `Missing${decimal(width).replace('.', '_')}`
    const font = this.fonts.get(width) ?? this.context.register(this.font(width))
    this.fonts.set(width, font)
    ensureDict(resources, 'Font').set(PDFName.of(name), font)
    return name
  }

  private font(width: number): PDFDict {
    const { context } = this
    const margin = Math.min(80, width / 4)
    const glyph = (drawing: string) =>
      context.register(flateStream(context, `${decimal(width)} 0 d0 ${drawing}`))
    const outline = `${decimal(margin)} 0 ${decimal(width - 2 * margin)} 700 re S`
    return context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, -100, width, 800],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      FirstChar: 1,
      LastChar: 2,
      Widths: [width, width],
      Resources: {},
      Encoding: { Type: 'Encoding', Differences: [1, 'box', 'room'] },
      CharProcs: { box: glyph(`40 w ${outline}`), room: glyph('') },
      ToUnicode: context.register(flateStream(context, toUnicode(MEANINGS, 1))),
    })
  }
}
