/** The glyphs that a subset of a font lists beside its program (ISO 19005-1 6.3.5, ISO 19005-2 6.2.11.4.2). */
import type { PDFDict } from 'pdf-lib'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { textAt } from '../annotations'
import { dictAt, nameAt, streamAt } from '../objects'
import type { FontProgram } from './font-program'
import { glyphsByCid } from './glyph-finder'
import { programOf } from './read-program'

/** The key of a font's list: `CharSet` names glyphs, `CIDSet` numbers them; undefined for fonts that have none. */
export function listKeyOf(font: PDFDict): 'CharSet' | 'CIDSet' | undefined {
  const subtype = nameAt(font, 'Subtype')
  if (subtype === 'Type1' || subtype === 'MMType1') return 'CharSet'
  return subtype?.startsWith('CIDFontType') ? 'CIDSet' : undefined
}

/** The names or CIDs that the list of a font has; undefined without a list that can be read. Throws WorkLimitExceeded. */
export function listedGlyphs(font: PDFDict): Set<string | number> | undefined {
  const descriptor = dictAt(font, 'FontDescriptor')
  const key = listKeyOf(font)
  if (key === 'CharSet') {
    const names = textAt(descriptor, 'CharSet')?.split('/').slice(1)
    return names && new Set(names.map((name) => name.trim()))
  }
  const bits = key && streamAt(descriptor, 'CIDSet')
  return bits && new Set(cidsIn(decodeStream(bits)))
}

/**
 * The names or CIDs of the glyphs in a font's program, `.notdef` left out; undefined if it cannot be read. Throws
 * WorkLimitExceeded.
 */
export function heldGlyphs(font: PDFDict): Set<string | number> | undefined {
  const program = programOf(dictAt(font, 'FontDescriptor'))
  const key = listKeyOf(font)
  if (!program || !key) return undefined
  if (key === 'CIDSet') return new Set(heldCids(font, program))
  return program.glyphNames && new Set(program.glyphNames().filter((name) => name !== '.notdef'))
}

/** More than a CID can be. */
const CIDS = 65_536
/** What it costs to look for one, in operators. */
const CID_COST = 1 / 32

function heldCids(font: PDFDict, program: FontProgram): number[] {
  budgetOf(font.context).charge('operators', CIDS * CID_COST)
  const glyphOf = glyphsByCid(font, program)
  const cids: number[] = []
  for (let cid = 1; cid < CIDS; cid++) {
    const glyph = glyphOf(cid)
    if (glyph && glyph < program.glyphs) cids.push(cid)
  }
  return cids
}

/** The bytes of a `CIDSet`: a bit for each CID, the first the highest of its byte. `.notdef` is always there. */
export function cidSetOf(cids: Set<string | number>): Uint8Array {
  const all = [0, ...[...cids].map(Number)]
  const bits = new Uint8Array((all.reduce((most, cid) => Math.max(most, cid), 0) >> 3) + 1)
  for (const cid of all) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7))
  return bits
}

function cidsIn(bits: Uint8Array): number[] {
  const cids: number[] = []
  for (let cid = 1; cid < Math.min(CIDS, 8 * bits.length); cid++)
    if (((bits[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0) cids.push(cid)
  return cids
}
