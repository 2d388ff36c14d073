/** What moves by itself in a document, brought to its end. */
import { document } from './true-document'

/** Finishes the CSS and script animations that have an end, and returns them. */
export function finishAnimations(): Animation[] {
  // All are asked before any is finished: to ask one that CSS made has the browser style the page again, if it has changed.
  const finished = document.getAnimations().filter(isRunningToAnEnd)
  for (const animation of finished) animation.finish()
  return finished
}

function isRunningToAnEnd({ effect, playState, timeline, playbackRate }: Animation): boolean {
  const end = effect?.getComputedTiming().endTime
  if (playState !== 'running' || timeline !== document.timeline) return false
  return typeof end === 'number' && Number.isFinite(end) && playbackRate > 0
}

/** Animations that drawings have of their own. */
export const SMIL = 'animate,animateTransform,animateMotion,set'
/** Seconds; what repeats without end is then somewhere, as at any other time. */
const SMIL_END = 10

/** Shows drawings as their own animations (SMIL) leave them. */
export function finishDrawings(): void {
  const drawings = new Set<SVGSVGElement>()
  for (const part of document.querySelectorAll<SVGElement>(SMIL)) {
    const drawing = part.ownerSVGElement
    if (drawing && !drawing.ownerSVGElement) drawings.add(drawing)
  }
  for (const drawing of drawings) drawing.setCurrentTime(SMIL_END)
}
