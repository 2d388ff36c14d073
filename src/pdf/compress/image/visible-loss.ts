/** How far a picture that was encoded may be from what it was made of (at its printed size). */
import type { JpegRaster } from '../jpeg'
import { lightnessOf } from './row-reducer'

/** Pixels of a block that is compared, across and down. */
const BLOCK = 8
/**
 * The error (root of its mean square, of 255) that a block may have: this much where it is flat, and this share of its
 * own contrast (standard deviation) more, since what is busy hides errors.
 */
const MAX_ERROR = { flat: 5, ofContrast: 0.15 }
/** Of all blocks, how many may have more. */
const MAX_WORSE = 0.01

/** Whether no more than one block in a hundred differs so much that it may be seen. Both have the same size. */
export function looksAlike(original: JpegRaster, made: JpegRaster): boolean {
  const { width, height } = original
  if (made.width !== width || made.height !== height) return false
  let [worse, all] = [0, 0]
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      all++
      if (isWorse(original, made, { left, top })) worse++
    }
  return worse <= MAX_WORSE * all
}

function isWorse(original: JpegRaster, made: JpegRaster, { left, top }: { left: number; top: number }) {
  const [right, bottom] = [Math.min(left + BLOCK, original.width), Math.min(top + BLOCK, original.height)]
  let [sum, squares, errors] = [0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let at = 4 * (y * original.width + left); at < 4 * (y * original.width + right); at += 4) {
      const was = lightnessAt(original, at)
      sum += was
      squares += was * was
      errors += (was - lightnessAt(made, at)) ** 2
    }
  const count = (right - left) * (bottom - top)
  const contrast = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return Math.sqrt(errors / count) > MAX_ERROR.flat + MAX_ERROR.ofContrast * contrast
}

function lightnessAt({ data }: JpegRaster, at: number): number {
  return lightnessOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
}
