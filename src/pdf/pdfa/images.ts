/** Images of a PDF/A-1 file have no soft masks (ISO 19005-1 6.4). */
import { type PDFContext, type PDFDict, PDFName, type PDFStream } from 'pdf-lib'
import { decodeStream, MAX_STREAM_BYTES } from '../streams'
import { dictOf, flateStream, nameAt, numberAt, streamAt } from './objects'

/** Soft masks that only show or hide become stencils, which part 1 allows; those that hide nothing go. */
export function hardenMasks(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const image = dictOf(object)
    const mask = streamAt(image, 'SMask')
    if (image && mask && nameAt(image, 'Subtype') === 'Image') harden(context, image, mask)
  }
}

function harden(context: PDFContext, image: PDFDict, mask: PDFStream): void {
  const alphas = plainSamples(mask)
  if (!alphas?.every((alpha) => alpha === 0 || alpha === 255)) return
  image.delete(PDFName.of('SMask'))
  if (alphas.every((alpha) => alpha === 255)) return
  const [width = 0, height = 0] = [numberAt(mask.dict, 'Width'), numberAt(mask.dict, 'Height')]
  const stencil = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ImageMask: true,
    BitsPerComponent: 1,
  })
  image.set(
    PDFName.of('Mask'),
    context.register(flateStream(context, stencilBits(alphas, width, height), stencil)),
  )
}

/** The samples of an 8-bit mask stored plainly; undefined for every other. */
function plainSamples(mask: PDFStream): Uint8Array | undefined {
  const { dict } = mask
  const isPlain = nameAt(dict, 'Filter') === 'FlateDecode' && !dict.has(PDFName.of('DecodeParms'))
  const isDirect = !dict.has(PDFName.of('Decode')) && !dict.has(PDFName.of('Matte'))
  if (!isPlain || !isDirect || numberAt(dict, 'BitsPerComponent') !== 8) return undefined
  const size = (numberAt(dict, 'Width') ?? 0) * (numberAt(dict, 'Height') ?? 0)
  if (size > MAX_STREAM_BYTES) return undefined
  const samples = decodeStream(mask)
  return samples.length === size ? samples : undefined
}

/** One bit a pixel, rows filled to whole bytes; 1 hides (ISO 32000-1 8.9.6.3). */
function stencilBits(alphas: Uint8Array, width: number, height: number): Uint8Array {
  const row = (width + 7) >> 3
  const bits = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alphas[y * width + x] !== 0) continue
      const at = y * row + (x >> 3)
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bits
}
