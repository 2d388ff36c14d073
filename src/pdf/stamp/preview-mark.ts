/** The mark on previews: a small PREVIEW in the lower right corner of every page, as its reader sees it. */
import type { PDFDocument } from 'pdf-lib'
import type { Size, View } from './overlay'
import { stampWord, type WordStamp } from './word-stamp'

/** Points on a page of A4 and smaller ones, where the word takes at most this share of the width and height. */
const WIDTH = 54
const MAX_SHARE = 0.4
/** Distance from the edges in points, or this share of a small page. */
const DISTANCE = 9
const DISTANCE_SHARE = 0.03
/** The shorter side of A4 in points. On a larger page, which is made smaller to be read, all of it grows with that side. */
const FULL_SIDE = 595

const PREVIEW: WordStamp = {
  word: ['P', 'R', 'E', 'V', 'I', 'E', 'W'],
  lineWidth: 0.6,
  place: placeInCorner,
}

/** Marks every page, as `stampWord` does. */
export async function markPreview(document: PDFDocument): Promise<void> {
  await stampWord(document, PREVIEW)
}

/** The matrix that puts a box into the corner that is the lower right one for the reader. */
function placeInCorner({ left, bottom, width, height, rotation }: View, size: Size): number[] {
  const seen = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  const shorter = Math.min(seen.width, seen.height)
  const growth = Math.max(1, shorter / FULL_SIDE)
  const scale = Math.min(
    (growth * WIDTH) / size.width,
    (MAX_SHARE * seen.width) / size.width,
    (MAX_SHARE * seen.height) / size.height,
  )
  const distance = Math.min(growth * DISTANCE, DISTANCE_SHARE * shorter)
  const [x, y] = [seen.width - distance - scale * size.width, distance]
  const turn = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))]
  // The corner of the page that is the lower left one for the reader, who sees the page turned clockwise.
  const originX = rotation === 90 || rotation === 180 ? left + width : left
  const originY = rotation === 180 || rotation === 270 ? bottom + height : bottom
  return [
    scale * cos,
    scale * sin,
    -scale * sin,
    scale * cos,
    originX + x * cos - y * sin,
    originY + x * sin + y * cos,
  ]
}
