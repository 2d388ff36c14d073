/** One page of a document as a file of its own. */
import type { PDFDict } from 'pdf-lib'
import { writePdf } from '../write/write-pdf'
import type { Box } from './geometry'
import { flateStream } from './objects'

/**
 * The page alone, without annotations, as a file for the rasteriser. It is written of the document's own objects: copies
 * of its fonts and images would take as much memory again.
 */
export function singlePage(media: Box, resources: PDFDict, content: string): Uint8Array {
  const { context } = resources
  const { trailerInfo, largestObjectNumber } = context
  const pages = context.nextRef()
  const contents = context.register(flateStream(context, content))
  const page = context.obj({
    Type: 'Page',
    Parent: pages,
    Resources: resources,
    MediaBox: [...media],
    Contents: contents,
  })
  const leaf = context.register(page)
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [leaf], Count: 1 }))
  const root = context.register(context.obj({ Type: 'Catalog', Pages: pages }))
  try {
    context.trailerInfo = { Root: root }
    return writePdf(context, { objectStreams: false })
  } finally {
    context.trailerInfo = trailerInfo
    for (const ref of [pages, contents, leaf, root]) context.delete(ref)
    context.largestObjectNumber = largestObjectNumber
  }
}
