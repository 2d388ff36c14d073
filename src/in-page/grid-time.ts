/** How long data grids may take, counted in frames: on a busy machine a frame takes longer, and a grid needs as many of them. */
import { MAX_FRAME_MS, nextFrame } from './ready'

/** What a frame counts, in milliseconds. */
const FRAME_MS = 16
/** For all grids of a document, in milliseconds. */
const MAX_MS = 6000

let spentMs = 0
let isEnded = false
let isCutShort = false

/** What was spent up to now, in milliseconds. */
export function spentOnGridsMs(): number {
  return spentMs
}

/** Waits for a frame. */
export async function frameOfGrid(): Promise<void> {
  spentMs += (await nextFrame()) ? FRAME_MS : MAX_FRAME_MS
}

/** Whether a grid may go on; if not, it is noted that one was cut short. */
export function mayReadOn(): boolean {
  if (isEnded || spentMs >= MAX_MS) isCutShort = true
  return !isCutShort
}

/** Whether a grid could not be read to its end. */
export function wereGridsCutShort(): boolean {
  return isCutShort
}

/** As the contract says. */
export function endGrids(): void {
  isEnded = true
}
