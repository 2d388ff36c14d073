/** Pictures of a document's pages as the file that is delivered: the picture itself, or a ZIP of several. */
import { zipOf } from '../pdf/arrange/split'
import type { Picture } from '../pdf/pictures/draw-pages'
import type { PictureFormat } from '../pdf/pictures/picture-options'
import { fileNameFor, type StoredFile } from '../storage/stored-files'

const ENDINGS: Record<PictureFormat, string> = { png: '.png', jpeg: '.jpg', webp: '.webp' }

/** `name` is the document's; its ending is replaced. */
export async function pictureFile(
  pictures: readonly Picture[],
  { format, name }: { format: PictureFormat; name: string | undefined },
): Promise<StoredFile> {
  const stem = name?.replace(/\.(?:pdf|png|jpe?g|webp|zip)$/i, '')
  const ending = ENDINGS[format]
  const [first, ...others] = pictures
  if (first && others.length === 0) {
    const fileName = fileNameFor(stem, ending, 'document')
    return { bytes: first.bytes, contentType: `image/${format}`, fileName }
  }
  const digits = String(Math.max(...pictures.map(({ page }) => page))).length
  const files = pictures.map(({ page, bytes }) => ({
    name: `page-${String(page).padStart(digits, '0')}${ending}`,
    bytes,
  }))
  const bytes = await zipOf(files, new Date())
  return { bytes, contentType: 'application/zip', fileName: fileNameFor(stem, '.zip', 'pages') }
}
