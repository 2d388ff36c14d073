/** What pictures of a document's pages may be asked for. */
import { z } from 'zod'
import { pageSelection } from '../arrange/page-selection'

export const PICTURE_FORMATS = ['png', 'jpeg', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The pixels that one picture may have: all of them are in memory, those of JPEG and WebP twice. */
export const MAX_PIXELS = 4_500_000
/** The same of a PNG that is paid for, which is packed as it is drawn: a page of a screen may be long. */
export const MAX_PNG_PIXELS = 16_000_000
/** Megabytes that the pictures of one document may have together: all of them are in memory, and in a ZIP once more. */
export const MAX_PICTURES_MB = 24
/** Pictures of one document. */
export const MAX_PICTURES = 100

const MIN_DPI = 18
const MAX_DPI = 600
export const DEFAULT_DPI = 150

/** The description gives no default: generated clients would send it with every PDF, which has no dpi. */
export const dpiOption = z
  .number()
  .min(MIN_DPI)
  .max(MAX_DPI)
  .optional()
  .describe(
    `With a picture as \`output\`: dots per inch, ${DEFAULT_DPI} by default. A picture has at most ` +
      `${MAX_PIXELS / 1e6} megapixels (A4 at 200 dpi), a PNG ${MAX_PNG_PIXELS / 1e6}, and all together at most ${MAX_PICTURES_MB} MB.`,
  )

export const picturePagesOption = pageSelection
  .optional()
  .describe(
    `With a picture as \`output\`: the pages to draw, such as \`1-3, 5\`; all by default, ${MAX_PICTURES} at most.`,
  )

/** Pictures as they are asked for; without `pages` of all. A `width`, in pixels, counts in place of `dpi`. */
export type PictureRequest = {
  format: PictureFormat
  dpi: number
  width?: number
  pages?: string | undefined
}
