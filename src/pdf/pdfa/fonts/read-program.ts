/** Reads the font programs that a file embeds, each once. */
import type { PDFDict } from 'pdf-lib'
import { decodeStream } from '../../streams'
import { nameAt, streamAt } from '../objects'
import { parseCff } from './cff'
import type { FontProgram } from './font-program'
import { parseSfnt } from './sfnt'
import { parseType1 } from './type1'

const known = new WeakMap<PDFDict, { program: FontProgram | undefined }>()

/** The program that a font descriptor embeds; undefined if there is none or it cannot be read. Each is read once. */
export function programOf(descriptor: PDFDict | undefined): FontProgram | undefined {
  if (!descriptor) return undefined
  const found = known.get(descriptor) ?? { program: readProgram(descriptor) }
  known.set(descriptor, found)
  return found.program
}

function readProgram(descriptor: PDFDict): FontProgram | undefined {
  const [type1, trueType, other] = ['FontFile', 'FontFile2', 'FontFile3'].map((key) =>
    streamAt(descriptor, key),
  )
  try {
    if (trueType) return parseSfnt(decodeStream(trueType))
    if (other) {
      const bytes = decodeStream(other)
      return nameAt(other.dict, 'Subtype') === 'OpenType' ? parseSfnt(bytes) : parseCff(bytes)
    }
    return type1 && parseType1(decodeStream(type1))
  } catch (error) {
    // Offsets that lead out of the program.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
