/** How far shown text runs, from its font's widths (ISO 32000-1 9.2.4, 9.7.4.3). */
import type { PDFDict } from 'pdf-lib'
import { hexDigits, shownParts } from '../content-stream'
import { descendantOf } from './fonts/glyph-finder'
import { numbersIn, widthsByCid } from './fonts/widths'
import { arrayAt, nameAt, numberAt, numbersOf } from './objects'

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
  const list = numbersIn(font, arrayAt(font, 'Widths'))
  const scale = numbersOf(arrayAt(font, 'FontMatrix'))[0] ?? 0.001
  const widths = new Map(list.map((width, index) => [first + index, width]))
  return { widths, codeLength: list.length > 0 ? 1 : 0, scale, missing: 0 }
}

function readWide(font: PDFDict): Font {
  const descendant = descendantOf(font)
  const { widths, fallback } = descendant ? widthsByCid(descendant) : { widths: new Map(), fallback: 1000 }
  return { widths, codeLength: 2, scale: 0.001, missing: fallback }
}
