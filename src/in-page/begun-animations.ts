/** The animations of CSS that have begun. When one has ended by itself, nothing in the document tells of it any more. */
import { native } from './dom'

const begun = new Set<Animation>()

/** Notes from now on which animations begin. */
export function watchAnimations(): void {
  window.addEventListener('animationstart', noteBegun, { capture: true })
}

function noteBegun({ target }: Event): void {
  if (!(target instanceof Element)) return
  for (const animation of native(target).getAnimations()) begun.add(animation)
}

/** Those that have ended since the last call. */
export function takeEnded(): Animation[] {
  const ended = [...begun].filter(({ playState }) => playState === 'finished')
  for (const animation of ended) begun.delete(animation)
  return ended
}
