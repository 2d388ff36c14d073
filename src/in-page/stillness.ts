/**
 * Holds the document's scripts still once it is to be repaired. A repair gives boxes other sizes, and the print gives the
 * window another one: grids that draw what is in sight, and tables that hide columns where there is little room, would
 * draw themselves again, some time after the audit has looked.
 */
import { replaceCalls } from './lockdown/intrinsics'
import { noteLaterCall } from './open-work'
import { HOLD_STILL } from './world-events'

let isStill = false
const { apply, construct } = Reflect

/** What happens to boxes and to the window. Window listeners of ours are the first, and see all of these before any other. */
const EVENTS = [
  ...['resize', 'orientationchange', 'scroll', 'scrollend'],
  ...['animationstart', 'animationend', 'animationcancel', 'animationiteration'],
  ...['transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'],
]

/** Whether scripts are held: nothing calls them then but the browser, before it prints. */
export function areScriptsStill(): boolean {
  return isStill
}

/** Has scripts be held from when they are told to (`holdScriptsStill`). */
export function installStillness(): void {
  const stop = (event: Event) => {
    if (isStill) event.stopImmediatePropagation()
  }
  for (const type of EVENTS) globalThis.addEventListener(type, stop, { capture: true })
  for (const type of ['resize', 'scroll', 'scrollend'])
    globalThis.visualViewport?.addEventListener(type, stop)
  const listen = EventTarget.prototype.addEventListener
  replaceCalls(globalThis, 'matchMedia', (real) => (self, values) => {
    const list = real(self, values)
    if (list instanceof MediaQueryList) apply(listen, list, ['change', stop])
    return list
  })
  for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'] as const)
    holdObserver(name)
  globalThis.addEventListener(HOLD_STILL, () => {
    isStill = true
  })
}

function holdObserver(name: 'ResizeObserver' | 'IntersectionObserver' | 'MutationObserver'): void {
  const Real = globalThis[name] as new (...values: unknown[]) => object
  const handler: ProxyHandler<typeof Real> & { __proto__: null } = {
    __proto__: null,
    construct(_, values, target) {
      const [callback, ...more] = values as unknown[]
      if (typeof callback !== 'function') return construct(Real, values, target) as object
      // Of changes it is told before the thread is free.
      if (name !== 'MutationObserver') noteLaterCall()
      const held = function (this: unknown, ...told: unknown[]) {
        if (!isStill) apply(callback, this, told)
      }
      return construct(Real, [held, ...more], target) as object
    },
  }
  const made = new Proxy(Real, handler)
  Object.defineProperty(Real.prototype, 'constructor', { value: made, writable: true, configurable: true })
  Object.defineProperty(globalThis, name, { value: made, writable: true, configurable: true })
}
