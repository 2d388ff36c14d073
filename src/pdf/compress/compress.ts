/** Makes a document smaller without a loss that can be seen: duplicates, then fonts and images, then the streams. */
import {
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  UnsupportedEncodingError,
} from 'pdf-lib'
import { DEFLATE_COST, decodeStream, deflateStream, isLossless } from '../streams'
import { budgetOf, shareBudget, WorkLimitExceeded } from '../work-budget'
import { mergeDuplicates } from './duplicates'
import { channelsOf, sizeOf } from './image/image-dict'
import type { JpegCodec } from './jpeg'
import { predictRows } from './png-predictor'
import { printedSizes } from './printed-sizes'
import { reduceMask, reencodeImage } from './reencode-image'
import { subsetFonts } from './subset-fonts'

/**
 * Re-encodes images above 150 dpi at their printed size, merges equal objects and deflates every stream again.
 * Each step keeps what it cannot make smaller; tags, links and text are not touched. `codec` is asked for only
 * when there is an image to re-encode, and images are decoded one after another: JPEGs of more than 4 megapixels in
 * bands, others as samples of at most 32 MB. Fonts lose the glyphs that are not shown, unless they must list them
 * (`listsGlyphs`, PDF/A-1).
 */
export async function compress(
  document: PDFDocument,
  codec: () => Promise<JpegCodec>,
  { listsGlyphs = false }: { listsGlyphs?: boolean } = {},
): Promise<void> {
  const { context } = document
  mergeDuplicates(context)
  const packed = listsGlyphs ? undefined : await subsetFontsWithinShare(document)
  await reduceImages(document, codec)
  await recompress(context, packed)
}

/** Of the document's budget, for what fonts show: contents that take more, or cannot be read, leave fonts whole. */
const SUBSET_SHARE = 1 / 4

async function subsetFontsWithinShare(document: PDFDocument): Promise<Set<PDFRef> | undefined> {
  const { context } = document
  const budget = budgetOf(context)
  shareBudget(context, budget.portion(SUBSET_SHARE))
  try {
    return await subsetFonts(document)
  } catch (error) {
    if (!(error instanceof WorkLimitExceeded || error instanceof UnsupportedEncodingError)) throw error
    return undefined
  } finally {
    shareBudget(context, budget)
  }
}

async function reduceImages(document: PDFDocument, load: () => Promise<JpegCodec>) {
  const { context } = document
  let loaded: Promise<JpegCodec> | undefined
  const codec = () => {
    loaded ??= load()
    return loaded
  }
  const softMask = PDFName.of('SMask')
  for (const [ref, printed] of await printedSizes(document.getPages())) {
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
    const reduced = reduceMask(mask, sizeOf(smaller.dict))
    if (reduced) smaller.dict.set(softMask, context.register(reduced))
  }
}

/** Of the document's budget, for streams that are deflated again: those beyond it stay as they came. */
const RECOMPRESS_SHARE = 1 / 3
/** So many times smaller than its bytes, a stream has nothing left to lose. */
const DENSE = 200

/** `packed` are as dense as they can be. */
async function recompress(context: PDFContext, packed: ReadonlySet<PDFRef> | undefined): Promise<void> {
  const work = budgetOf(context)
  const share = work.portion(RECOMPRESS_SHARE)
  const filter = PDFName.of('Filter')
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || packed?.has(ref) || !isLossless(object.dict)) continue
    // XMP stays readable for tools that do not parse the file (ISO 16684-1, and PDF/A-1 6.7.2 asks for it).
    if (object.dict.get(PDFName.of('Type')) === PDFName.of('Metadata')) continue
    const plain = readable(object)
    await work.takeTurns()
    if (!plain || plain.length > object.contents.length * DENSE) continue
    const cost = plain.length * DEFLATE_COST * (isImageOf(object.dict, plain) ? 2 : 1)
    if (![share, work].every((budget) => budget.allows('bytes', cost))) continue
    share.charge('bytes', cost)
    work.charge('bytes', cost)
    const dict = object.dict.clone()
    dict.set(filter, PDFName.of('FlateDecode'))
    dict.delete(PDFName.of('DecodeParms'))
    const dense = deflated(dict, plain)
    const [before, after] = [object.dict.sizeInBytes(), dict.sizeInBytes()]
    if (dense.length + after < object.contents.length + before)
      context.assign(ref, PDFRawStream.of(dict, dense))
  }
}

/** The shorter of plain and predicted samples, deflated; `dict` says how an image was predicted. */
function deflated(dict: PDFDict, plain: Uint8Array): Uint8Array {
  const dense = deflateStream(plain)
  const channels = channelsOf(dict)
  if (!channels || !isImageOf(dict, plain)) return dense
  const { width } = sizeOf(dict)
  const predicted = deflateStream(predictRows(plain, { width, channels }))
  if (predicted.length >= dense.length) return dense
  const parameters = { Predictor: 15, Colors: channels, Columns: width }
  dict.set(PDFName.of('DecodeParms'), dict.context.obj(parameters))
  return predicted
}

/** Whether these are all samples of an image in grey or RGB of 8 bits. */
function isImageOf(dict: PDFDict, plain: Uint8Array): boolean {
  const { width, height } = sizeOf(dict)
  return plain.length === width * height * (channelsOf(dict) ?? Number.NaN)
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
