/** Makes a document smaller without a loss that can be seen: images, then duplicates, then the streams. */
import { type PDFContext, type PDFDocument, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { budgetOf, WorkLimitExceeded } from '../budget'
import { decodeStream, deflateStream, isPlainOrDeflated } from '../streams'
import { mergeDuplicates } from './duplicates'
import { reduceMask, reencodeImage, size } from './image'
import type { JpegCodec } from './jpeg'
import { printedSizes } from './usage'

/**
 * Re-encodes images above 150 dpi at their printed size, merges equal objects and deflates every stream again.
 * Each step keeps what it cannot make smaller; tags, links and text are not touched. `codec` is asked for only
 * when there is an image to re-encode, and images are decoded one after another, at most 8 megapixels each.
 */
export async function compress(document: PDFDocument, codec: () => Promise<JpegCodec>): Promise<void> {
  const { context } = document
  mergeDuplicates(context)
  await reduceImages(document, codec)
  await recompress(context)
}

async function reduceImages(document: PDFDocument, load: () => Promise<JpegCodec>) {
  const { context } = document
  let loaded: Promise<JpegCodec> | undefined
  const codec = () => {
    loaded ??= load()
    return loaded
  }
  const softMask = PDFName.of('SMask')
  for (const [ref, printed] of printedSizes(document.getPages())) {
    const image = context.lookup(ref)
    if (!(image instanceof PDFStream)) continue
    await budgetOf(context).takeTurns()
    const smaller = await reencodeImage(image, printed, codec).catch((error: unknown) => {
      if (error instanceof WorkLimitExceeded) throw error
      // A damaged image stays as it is; the codec that met it is not used again.
      loaded = undefined
    })
    if (!smaller) continue
    context.assign(ref, smaller)
    const maskRef = smaller.dict.get(softMask)
    const mask = context.lookup(maskRef)
    if (!(maskRef instanceof PDFRef) || !(mask instanceof PDFStream)) continue
    const { width, height } = size(smaller.dict)
    const reduced = reduceMask(mask, width, height)
    if (reduced) smaller.dict.set(softMask, context.register(reduced))
  }
}

/** To deflate a byte densely takes so many times as long as to inflate it. */
const DENSE = 10

async function recompress(context: PDFContext): Promise<void> {
  const work = budgetOf(context)
  const filter = PDFName.of('Filter')
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || !isPlainOrDeflated(object.dict)) continue
    // XMP stays readable for tools that do not parse the file (ISO 16684-1, and PDF/A-1 6.7.2 asks for it).
    if (object.dict.get(PDFName.of('Type')) === PDFName.of('Metadata')) continue
    const plain = readable(object)
    if (plain) work.charge('bytes', plain.length * DENSE)
    await work.takeTurns()
    const dense = plain && deflateStream(plain)
    if (!dense || dense.length >= object.contents.length) continue
    const dict = object.dict.clone()
    dict.set(filter, PDFName.of('FlateDecode'))
    context.assign(ref, PDFRawStream.of(dict, dense))
  }
}

/** A stream that inflates to more than we hold, or is damaged, stays as it is. */
function readable(stream: PDFRawStream): Uint8Array | undefined {
  try {
    return decodeStream(stream)
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw error
    return
  }
}
