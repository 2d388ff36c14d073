/** Leaves out of a program in the Compact Font Format what a document does not show (Adobe Technical Note 5176). */

import { OP, readDict, readIndex } from '../pdfa/fonts/cff'
import type { WorkBudget } from '../work-budget'

const END_OF_GLYPH = 14

/**
 * The program with all its glyphs, of which only `used` and `.notdef` draw anything. What they leave free is zeros, which
 * deflate to nothing: so no offset changes. Undefined for what is no such program. Throws WorkLimitExceeded.
 */
export function blankCff(
  bytes: Uint8Array,
  used: ReadonlySet<number>,
  work: WorkBudget,
): Uint8Array | undefined {
  try {
    return blank(bytes, used, work)
  } catch (error) {
    // An offset leads out of the program.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isForExperts = ([offset = 0]: number[] = []) => offset === 1 || offset === 2

function blank(bytes: Uint8Array, used: ReadonlySet<number>, work: WorkBudget): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = { bytes, view, work }
  const tops = readIndex(file, readIndex(file, view.getUint8(2)).end)
  const top = readDict(tops.item(0) ?? new Uint8Array(), work)
  const start = top.get(OP.charStrings)?.[0]
  if (!start || (top.get(OP.charstringType)?.[0] ?? 2) !== 2) return undefined
  // We do not know the names of the sets for experts, nor which codes they have.
  if (isForExperts(top.get(OP.charset)) || isForExperts(top.get(OP.encoding))) return undefined
  const glyphs = readIndex(file, start)
  if (glyphs.count === 0 || glyphs.end > bytes.length) return undefined
  const made = bytes.slice()
  const offsetSize = view.getUint8(start + 2)
  const base = start + 2 + (glyphs.count + 1) * offsetSize
  let offset = 1
  for (let glyph = 0; glyph <= glyphs.count; glyph++) {
    for (let byte = 0; byte < offsetSize; byte++)
      made[start + 3 + glyph * offsetSize + byte] = Math.floor(offset / 256 ** (offsetSize - 1 - byte)) & 255
    if (glyph === glyphs.count) break
    const drawing = glyphs.item(glyph) ?? new Uint8Array()
    const isKept = glyph === 0 || used.has(glyph) || drawing.length === 0
    const piece = isKept ? drawing : Uint8Array.of(END_OF_GLYPH)
    made.set(piece, base + offset)
    offset += piece.length
  }
  // Glyphs that share their bytes would need more room than there is.
  if (base + offset > glyphs.end) return undefined
  made.fill(0, base + offset, glyphs.end)
  return made
}
