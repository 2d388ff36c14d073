/** What an image says of its samples (ISO 32000-2, 8.9.5). */
import { PDFArray, type PDFDict, PDFName, PDFStream } from 'pdf-lib'
import { numberAt } from '../../pdfa/objects'
import type { Size } from './row-reducer'

/** Zeros for what is no image. */
export function sizeOf(dict: PDFDict): Size {
  return { width: numberAt(dict, 'Width') ?? 0, height: numberAt(dict, 'Height') ?? 0 }
}

export function bitsOf(dict: PDFDict): number | undefined {
  return numberAt(dict, 'BitsPerComponent')
}

/** 1 or 3 for grey or RGB, by device or by profile; nothing for palettes, CMYK and the rest. */
export function colorComponents(dict: PDFDict): 1 | 3 | undefined {
  const space = dict.lookup(PDFName.of('ColorSpace'))
  if (space === PDFName.of('DeviceRGB')) return 3
  if (space === PDFName.of('DeviceGray')) return 1
  if (!(space instanceof PDFArray) || space.lookup(0) !== PDFName.of('ICCBased')) return
  const profile = space.lookup(1)
  const count = profile instanceof PDFStream ? numberAt(profile.dict, 'N') : undefined
  return count === 1 || count === 3 ? count : undefined
}

/** Bytes a pixel of an image in grey or RGB of 8 bits each; undefined for every other stream. */
export function channelsOf(dict: PDFDict): 1 | 3 | undefined {
  const isImage = dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')
  return isImage && bitsOf(dict) === 8 ? colorComponents(dict) : undefined
}
