/** The entries of inline images (ISO 32000-1 8.9.7). */
import { unescapePdfName } from '../../text/pdf-name'
import { atoms, tokens } from '../content-stream'

/** Short names that stand for those of image XObjects (ISO 32000-1 table 93). */
const WHOLE: Record<string, string> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
}

export type InlineImageEntry = {
  /** The whole name, without its escapes and its slash. */
  key: string
  /** The names, without their escapes, and the numbers and texts of the value. */
  values: string[]
}

/** The entries of an image, the operand of `BI`, in order: one may be there twice, and readers differ in which they take. */
export function inlineImageEntries(image: string): InlineImageEntry[] {
  const entries: InlineImageEntry[] = []
  let key: string | undefined
  for (const token of tokens(image)) {
    if (token === 'ID') break
    if (key === undefined) {
      const name = unescapePdfName(token).slice(1)
      key = WHOLE[name] ?? name
    } else {
      entries.push({
        key,
        values: [...atoms(token)].map((one) => (one.startsWith('/') ? unescapePdfName(one) : one)),
      })
      key = undefined
    }
  }
  return entries
}

/** Whether an image of this part may have so many bits a component (ISO 19005-1 6.2.4, ISO 19005-2 6.2.8). */
export function isBits(bits: number, part: number | undefined): boolean {
  return [1, 2, 4, 8].includes(bits) || (bits === 16 && part !== 1)
}
