/**
 * Whether scripts of the document may be called by more than their timers, promises and the events of its loading: by a
 * frame, a message, a file of their own, a thread. Where they asked for nothing of that, all that they do by themselves is
 * done once the page's thread is free, and nobody waits for frames (`settle.ts`). What is noted is rather too much than too
 * little: it costs the time of two frames.
 */
import { replaceCalls } from './lockdown/intrinsics'
import { mayBeCalledLater, noteLaterCall } from './open-work'
import { LATER_CALLS } from './world-events'

/** Functions, and properties that are set, by the class that has them; `''` for the global ones. */
const ASKING: { [owner: string]: string[] } = {
  '': ['requestAnimationFrame', 'requestIdleCallback', 'postMessage', 'scroll', 'scrollBy', 'scrollTo'],
  Element: ['animate', 'scroll', 'scrollBy', 'scrollIntoView', 'scrollLeft', 'scrollTo', 'scrollTop'],
  HTMLElement: ['focus'],
  HTMLImageElement: ['decode', 'setAttribute', 'src', 'srcset'],
  HTMLScriptElement: ['src', 'text'],
  HTMLLinkElement: ['href'],
  HTMLCanvasElement: ['getContext', 'transferControlToOffscreen'],
  Document: ['open', 'startViewTransition'],
  History: ['back', 'forward', 'go'],
  PerformanceObserver: ['observe'],
  FontFace: ['load'],
  FontFaceSet: ['load'],
  MessagePort: ['postMessage', 'start'],
  BroadcastChannel: ['postMessage'],
  Scheduler: ['postTask', 'yield'],
  LockManager: ['request', 'query'],
  IDBFactory: ['open', 'deleteDatabase', 'databases'],
}

/** Notes the calls that scripts ask for from now on, and answers whether they did. */
export function installLaterCalls(): void {
  const world = globalThis as unknown as Record<string, { prototype: object } | undefined>
  for (const [owner, names] of Object.entries(ASKING)) {
    for (const name of names) {
      replaceCalls(owner ? world[owner]?.prototype : globalThis, name, (real) => (self, values) => {
        noteLaterCall()
        return real(self, values)
      })
    }
  }
  globalThis.addEventListener(LATER_CALLS, (event) => {
    if (mayBeCalledLater()) event.preventDefault()
  })
}
