/** Reads the font programs that a file embeds, each once. */
import type { PDFDict, PDFStream } from 'pdf-lib'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { nameAt, numberAt, streamAt } from '../objects'
import { parseCff } from './cff'
import type { FontProgram } from './font-program'
import { parseSfnt } from './sfnt'
import { isEncryptedInDigits, parseType1 } from './type1'

type Kind = 'FontFile' | 'FontFile2' | 'FontFile3'
type Known = WeakMap<PDFStream, { program: FontProgram | undefined }>

const known: Record<Kind, Known> = {
  FontFile: new WeakMap(),
  FontFile2: new WeakMap(),
  FontFile3: new WeakMap(),
}

/**
 * The program that a font descriptor embeds; undefined if there is none or it cannot be read. Descriptors that share one
 * read it once. Throws WorkLimitExceeded.
 */
export function programOf(descriptor: PDFDict | undefined): FontProgram | undefined {
  for (const kind of ['FontFile2', 'FontFile3', 'FontFile'] as const) {
    const stream = streamAt(descriptor, kind)
    if (!stream) continue
    const found = known[kind].get(stream) ?? { program: readProgram(stream, kind) }
    known[kind].set(stream, found)
    return found.program
  }
  return undefined
}

function readProgram(stream: PDFStream, kind: Kind): FontProgram | undefined {
  const work = budgetOf(stream.dict.context)
  const isSfnt = kind === 'FontFile2' || nameAt(stream.dict, 'Subtype') === 'OpenType'
  try {
    const bytes = decodeStream(stream)
    if (kind === 'FontFile') return isBareType1(stream, bytes) ? parseType1(bytes, work) : undefined
    return isSfnt ? parseSfnt(bytes, work) : parseCff(bytes, work)
  } catch (error) {
    // Offsets that lead out of the program, or a program that is too large.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const SEGMENT = 0x80

/** A Type 1 program is embedded without the heads of its segments, and with its encrypted part in bytes and the length of it (9.9). */
function isBareType1({ dict }: PDFStream, bytes: Uint8Array): boolean {
  return bytes[0] !== SEGMENT && (numberAt(dict, 'Length2') ?? 0) > 0 && !isEncryptedInDigits(bytes)
}
