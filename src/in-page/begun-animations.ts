/** The animations of CSS that have begun. When one has ended by itself, nothing in the document tells of it any more. */
import { native } from './dom'
import { ENDED_ANIMATION, TELL_ENDED } from './world-events'

/** Of browsers of today, not yet of the library's types: the animation that an event is about. */
type OfAnimation = { readonly animation?: Animation | null }

const begun = new Set<Animation>()

/** Notes from now on which animations begin. */
export function watchAnimations(): void {
  window.addEventListener('animationstart', noteBegun, { capture: true })
}

/** The element names no more what has begun and ended between two frames, as on a busy machine. */
function noteBegun({ target, animation }: Event & OfAnimation): void {
  if (animation) begun.add(animation)
  else if (target instanceof Element) for (const own of native(target).getAnimations()) begun.add(own)
}

/** Has the document's own world watch from its first line on: ours comes late on a busy machine, and hears nothing while scripts are held. */
export function installAnimationWatch(): void {
  watchAnimations()
  // What the page puts in its place is none.
  const TellingEvent = AnimationEvent
  globalThis.addEventListener(TELL_ENDED, () => {
    for (const animation of takeNoted())
      globalThis.dispatchEvent(new TellingEvent(ENDED_ANIMATION, { animation } as AnimationEventInit))
  })
}

/** What has ended since the last call. */
export function takeEnded(): Animation[] {
  const ended = new Set(takeNoted())
  const note = ({ animation }: Event & OfAnimation) => {
    if (animation) ended.add(animation)
  }
  window.addEventListener(ENDED_ANIMATION, note)
  window.dispatchEvent(new Event(TELL_ENDED))
  window.removeEventListener(ENDED_ANIMATION, note)
  return [...ended]
}

function takeNoted(): Animation[] {
  const ended = [...begun].filter(({ playState }) => playState === 'finished')
  for (const animation of ended) begun.delete(animation)
  return ended
}
