/** Pictures of pages, drawn when there is memory for them, beside what else is finished in this isolate. */
import { isolateMemory } from '../memory/isolate-memory'
import { drawPages, type Picture } from '../pdf/pictures/draw-pages'
import type { PictureRequest } from '../pdf/pictures/picture-options'
import { pictureEngines } from './picture-engines'

/** An estimate of what drawing pictures holds: the engine's heap, and one picture. */
const PICTURE_BYTES = 64 << 20

/** Draws pages of a finished PDF, for nothing if it is a preview's. Throws as `drawPages`. */
export async function drawPictures(
  pdf: Uint8Array,
  { format, dpi, width, pages }: PictureRequest,
  { accountId, isPaid, signal }: { accountId: string; isPaid: boolean; signal: AbortSignal | undefined },
): Promise<Picture[]> {
  const request = { format, size: width === undefined ? { dpi } : { width }, pages }
  const draw = () => drawPages(pdf, request, { engines: pictureEngines, isPaid, accountId, signal })
  return await isolateMemory.finishing.run(PICTURE_BYTES, draw, { accountId, signal })
}

/**
 * Draws one page of a stored PDF as PNG, for nothing: what may be done for it is bounded accordingly. `read` is called
 * when there is memory for it. Throws as `drawPages`.
 */
export async function drawStoredPage(
  read: () => Promise<Uint8Array>,
  { page, width, accountId, signal }: { page: number; width: number; accountId: string; signal: AbortSignal },
): Promise<Picture> {
  const request = { format: 'png', size: { width }, pages: String(page) } as const
  const options = { engines: pictureEngines, isPaid: false, accountId, signal }
  const draw = async () => await drawPages(await read(), request, options)
  const [picture] = await isolateMemory.finishing.run(PICTURE_BYTES, draw, { accountId, signal })
  if (!picture) throw new Error('no page was drawn')
  return picture
}
