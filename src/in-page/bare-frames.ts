/**
 * Windows of frames without a document, which scripts put into a box to learn when its size changes (Chart.js before 2.7).
 * The sandbox forbids the real ones: a chart that only listens to one would not be drawn. What stands in for such a window
 * tells of changes of size and has nothing else. Whoever writes into a frame still finds no document there, which is an error.
 */
import { replaceGetter } from './lockdown/intrinsics'

const windows = new WeakMap<HTMLIFrameElement, EventTarget>()

/** Gives frames without a document a window that scripts can listen to. */
export function installBareFrames(): void {
  replaceGetter(HTMLIFrameElement.prototype, 'contentWindow', (real) => (self, values) => {
    const window = real(self, values)
    return window && self instanceof HTMLIFrameElement && isBare(self) ? standIn(self) : window
  })
}

function isBare(frame: HTMLIFrameElement): boolean {
  return !frame.hasAttribute('srcdoc') && /^(?:about:blank|javascript:|$)/i.test(frame.src)
}

function standIn(frame: HTMLIFrameElement): EventTarget {
  const known = windows.get(frame)
  if (known) return known
  const made: EventTarget & { onresize?: unknown } = new EventTarget()
  made.addEventListener('resize', (event) => {
    if (typeof made.onresize === 'function') made.onresize(event)
  })
  let size = sizeOf(frame)
  const observer = new ResizeObserver(() => {
    const now = sizeOf(frame)
    if (now !== size) made.dispatchEvent(new Event('resize'))
    size = now
  })
  observer.observe(frame)
  windows.set(frame, made)
  return made
}

function sizeOf(frame: HTMLIFrameElement): string {
  const { width, height } = frame.getBoundingClientRect()
  return `${width} ${height}`
}
