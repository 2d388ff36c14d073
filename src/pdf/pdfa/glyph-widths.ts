/** How far shown text runs, from its font's widths (ISO 32000-1 9.2.4, 9.7.4.3). */
import { PDFArray, type PDFDict, PDFNumber } from 'pdf-lib'
import { hexDigits, shownParts } from '../content'
import { arrayAt, dictOf, nameAt, numberAt, numbersOf } from './objects'

/** Returns the width of shown strings; reads each font once. */
export class GlyphWidths {
  private readonly known = new Map<PDFDict, Font>()

  /**
   * The width of the operand of `Tj` or `TJ` at a font size of 1, or undefined if it cannot be told: fonts with
   * other codes than Chromium's, and strings written as text.
   */
  of(font: PDFDict | undefined, operand: string): number | undefined {
    if (!font || operand.includes('(')) return undefined
    const { widths, codeLength, scale, missing } = this.read(font)
    if (codeLength === 0) return undefined
    let width = 0
    for (const part of shownParts(operand)) {
      const hex = hexDigits(part)
      if (hex === undefined) width -= (Number(part) || 0) / 1000
      else {
        for (let at = 0; at < hex.length; at += 2 * codeLength) {
          const code = Number.parseInt(hex.slice(at, at + 2 * codeLength), 16)
          width += (widths.get(code) ?? missing) * scale
        }
      }
    }
    return width
  }

  private read(font: PDFDict): Font {
    const known = this.known.get(font)
    if (known) return known
    const isWide = nameAt(font, 'Subtype') === 'Type0' && nameAt(font, 'Encoding')?.startsWith('Identity-')
    const made = isWide ? readWide(font) : readSimple(font)
    this.known.set(font, made)
    return made
  }
}

/** `codeLength` in bytes, 0 where unknown; `scale` from the font's units to a size of 1. */
type Font = { widths: Map<number, number>; codeLength: number; scale: number; missing: number }

function readSimple(font: PDFDict): Font {
  const first = numberAt(font, 'FirstChar') ?? 0
  const list = numbersOf(arrayAt(font, 'Widths'))
  const scale = numbersOf(arrayAt(font, 'FontMatrix'))[0] ?? 0.001
  const widths = new Map(list.map((width, index) => [first + index, width]))
  return { widths, codeLength: list.length > 0 ? 1 : 0, scale, missing: 0 }
}

const MAX_CID = 65_535
/** Widths that ranges may set in one font, those set again included: a sound one sets each CID once. */
const MAX_WIDTHS = 4 * MAX_CID

/** `W` lists `first [widths…]` and `first last width`. */
function readWide(font: PDFDict): Font {
  const descendant = dictOf(arrayAt(font, 'DescendantFonts')?.lookup(0))
  const list = arrayAt(descendant, 'W')
  const widths = new Map<number, number>()
  let left = MAX_WIDTHS
  for (let at = 0; list && at + 1 < list.size(); ) {
    const first = numberOf(list.lookup(at))
    const second = list.lookup(at + 1)
    if (second instanceof PDFArray) {
      for (const [index, width] of numbersOf(second).entries()) widths.set(first + index, width)
      at += 2
    } else {
      const width = numberOf(list.lookup(at + 2))
      const last = Math.min(numberOf(second), MAX_CID)
      for (let code = Math.max(0, first); code <= last && left > 0; code++, left--) widths.set(code, width)
      at += 3
    }
  }
  return { widths, codeLength: 2, scale: 0.001, missing: numberAt(descendant, 'DW') ?? 1000 }
}

function numberOf(value: unknown): number {
  return value instanceof PDFNumber ? value.asNumber() : 0
}
