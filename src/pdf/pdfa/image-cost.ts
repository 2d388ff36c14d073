/** What it costs to decode the pictures of a content, in pixels. */
import type { PDFStream } from 'pdf-lib'
import type { WorkBudget } from '../work-budget'
import { codedSize } from './coded-image'
import { functionCost } from './function-cost'
import { arrayAt, numberAt, streamAt } from './objects'

/** Pixels of a picture's own and of its masks: all are decoded, however small it is drawn. Throws as `codedSize`. */
export function imageCost(image: PDFStream, work: WorkBudget, isPaid: boolean): number {
  const space = arrayAt(image.dict, 'ColorSpace')
  const tint = space && space.size() > 3 ? functionCost(space.lookup(3), work) : 0
  const masks = [streamAt(image.dict, 'SMask'), streamAt(image.dict, 'Mask')]
  return masks.reduce(
    (sum, mask) => sum + (mask ? decodingCost(mask, isPaid) : 0),
    decodingCost(image, isPaid, tint),
  )
}

function decodingCost(image: PDFStream, isPaid: boolean, tint = 0): number {
  const coded = codedSize(image, isPaid)
  const width = Math.max(numberAt(image.dict, 'Width') ?? 0, coded?.width ?? 0)
  const height = Math.max(numberAt(image.dict, 'Height') ?? 0, coded?.height ?? 0)
  return width * height * ((coded?.weight ?? 1) + tint)
}
