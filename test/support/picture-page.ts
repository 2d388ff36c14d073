/** A page that one picture fills, for what is done to pictures. */
import { PDFDocument, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'

/** A page of one square inch that a picture fills; `samples` in RGB or grey, plain. `image` is what stands there now. */
export async function picturePage(width: number, height: number, samples: Uint8Array, space = 'DeviceRGB') {
  const document = await PDFDocument.create()
  const page = document.addPage([72, 72])
  const { context } = document
  const entries = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: space,
  }
  const image = context.register(context.flateStream(samples, entries))
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Im0: image } }))
  page.node.set(PDFName.of('Contents'), context.register(context.stream('q 72 0 0 72 0 0 cm /Im0 Do Q')))
  return { document, image: () => rawStream(context.lookup(image)), ref: image }
}

/** The same with a JPEG, and what its dictionary says besides. */
export async function jpegPage(width: number, height: number, jpeg: Uint8Array, more = {}) {
  const page = await picturePage(width, height, new Uint8Array())
  const { context } = page.document
  const dict = page.image().dict.clone(context)
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'))
  for (const [key, value] of Object.entries(more)) dict.set(PDFName.of(key), context.obj(value as never))
  context.assign(page.ref, PDFRawStream.of(dict, jpeg))
  return page
}

export function rawStream(object: PDFObject | undefined): PDFRawStream {
  if (!(object instanceof PDFRawStream)) throw new Error('no stream')
  return object
}
