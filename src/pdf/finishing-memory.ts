/** What finishing takes of an isolate's memory. */
import { maxPartBytes } from './arrange/split'
import { type FinishInput, type FinishPlan, filesOf, needsNoFinishing } from './finish-plan'
import { MAX_CONTENTS } from './pdfa/contents'
import { partOf } from './pdfa/level'

/**
 * An estimate of the memory that finishing takes, in bytes: the parsed objects are several times the file, the
 * result stands beside them, and re-encoding or flattening holds one image as pixels, checking conformance all
 * contents. Nothing if the file passes through.
 */
export function finishBytes(input: FinishInput, plan: FinishPlan): number {
  if (needsNoFinishing(input, plan)) return 0
  const printed = input instanceof Uint8Array ? input.length : 0
  const files = [...filesOf(input, plan), ...plan.embed].reduce((sum, { bytes }) => sum + bytes.length, 0)
  const rasteriser = partOf(plan.conform?.level) === 1 ? 64 << 20 : 0
  const image = plan.compress ? 40 << 20 : 0
  const contents = plan.conform ? contentsBytes(printed, files) : 0
  const zip = plan.split ? 2 * maxPartBytes(plan.split, files) : 0
  return parsedBytes(printed + files) + zip + Math.max(rasteriser, image, contents)
}

/** No more comes of a byte by Flate, the one filter of the browser's own contents. */
const MAX_INFLATION = 1032

/** What the contents of the pages take as text. Those of callers' files may be compressed several times. */
function contentsBytes(printed: number, files: number): number {
  return files > 0 ? MAX_CONTENTS : Math.min(MAX_CONTENTS, MAX_INFLATION * printed)
}

/**
 * An estimate of the memory that looking through a caller's PDF takes, in bytes; `MAX_CONTENTS` more if its pages are
 * read.
 */
export function parsedBytes(fileBytes: number): number {
  return 4 * fileBytes
}
