/**
 * Time among the document's scripts. It is real until the service asks to run ahead: then timers and animation frames
 * that are due within a while run at once, with clocks that show their time. So a chart's entrance is over and a screen
 * that shows for a second is gone, and nobody waited for it.
 */
import { countWork } from './count-work'
import { replaceCalls } from './lockdown/intrinsics'
import { requests, workEnded } from './open-work'
import { PAUSE_MS } from './patience'
import { areScriptsStill } from './stillness'
import { workersAnswered } from './workers'
import { CUT_SHORT, MORE_TIME, RAN_AHEAD, RUN_AHEAD } from './world-events'

/** How far scripts run ahead at once, and over the life of a document unless they are given more, in milliseconds of theirs. */
const MAX_AHEAD_MS = 2000
const MAX_TOTAL_MS = 6000
/** Time between two animation frames meanwhile: animations that go by the clock need no more of them. */
const FRAME_MS = 40
/** How long running ahead may take: our world is told if that was too little, which it is on a busy machine. */
const MAX_REAL_MS = 1000

type Timer = { due: number; period: number | undefined; call: () => void }

const timers = new Map<number, Timer>()
const frames = new Map<number, FrameRequestCallback>()
let ahead = 0
let maxAhead = MAX_TOTAL_MS

const { apply, construct } = Reflect
const realNow = performance.now.bind(performance)
const realDate = Date
const realDateNow = Date.now
const clear = globalThis.clearTimeout.bind(globalThis)
const cancel = globalThis.cancelAnimationFrame.bind(globalThis)
const realTimeout = globalThis.setTimeout.bind(globalThis)
// biome-ignore lint/security/noGlobalEval: for the page's own texts, under the page's policy
const evaluate = globalThis.eval
const report = globalThis.reportError.bind(globalThis)
const { port1, port2 } = new MessageChannel()

function now(): number {
  return realNow() + ahead
}

/** Installs the clocks and timers. */
export function installClock(): void {
  installTimers('setTimeout', false)
  installTimers('setInterval', true)
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    replaceCalls(globalThis, name, (real) => (_, values) => {
      timers.delete(Number(values[0]))
      return real(globalThis, values)
    })
  replaceCalls(globalThis, 'requestAnimationFrame', (real) => (_, values) => {
    const [callback] = values
    if (typeof callback !== 'function') return real(globalThis, values)
    const id = real(globalThis, [
      (time: number) => {
        frames.delete(id)
        if (!areScriptsStill()) callback(time + ahead)
      },
    ]) as number
    frames.set(id, callback as FrameRequestCallback)
    return id
  })
  replaceCalls(globalThis, 'cancelAnimationFrame', (real) => (_, values) => {
    frames.delete(Number(values[0]))
    return real(globalThis, values)
  })
  replaceCalls(
    Performance.prototype,
    'now',
    (real) => (self, values) => (real(self, values) as number) + ahead,
  )
  installDate()
  countWork()
  // One that looks at something again and again may have used up all that it had.
  globalThis.addEventListener(MORE_TIME, () => {
    maxAhead = Math.max(maxAhead, ahead + MAX_AHEAD_MS)
  })
  globalThis.addEventListener(RUN_AHEAD, async (event) => {
    event.preventDefault()
    const detail = await runAhead(event instanceof CustomEvent ? Number(event.detail) : 0)
    globalThis.dispatchEvent(new CustomEvent(RAN_AHEAD, { detail }))
  })
}

function installTimers(name: 'setTimeout' | 'setInterval', repeats: boolean): void {
  replaceCalls(globalThis, name, (real) => (_, values) => {
    const [handler, delay, ...given] = values
    const ms = Math.max(0, Number(delay) || 0)
    // What is no function is the text of a script, which has the global scope as the browser's own timers give it.
    const call = () =>
      typeof handler === 'function' ? apply(handler, globalThis, given) : evaluate(`${handler}`)
    const id = real(globalThis, [
      () => {
        const timer = timers.get(id)
        if (timer?.period !== undefined) timer.due = now() + timer.period
        else timers.delete(id)
        if (!areScriptsStill()) call()
      },
      ms,
    ]) as number
    timers.set(id, { due: now() + ms, period: repeats ? Math.max(1, ms) : undefined, call })
    return id
  })
}

function installDate(): void {
  const current = () => realDateNow() + Math.round(ahead)
  Object.defineProperty(realDate, 'now', { value: current, writable: true, configurable: true })
  const handler: ProxyHandler<DateConstructor> & { __proto__: null } = {
    __proto__: null,
    apply: () => new realDate(current()).toString(),
    construct: (real, values, target) => construct(real, values.length ? values : [current()], target),
  }
  const proxy: DateConstructor = new Proxy(realDate, handler)
  realDate.prototype.constructor = proxy
  Object.defineProperty(globalThis, 'Date', { value: proxy, writable: true, configurable: true })
}

/**
 * Waits for what scripts wait for, for requests so many milliseconds at the most, and runs what is due within
 * `MAX_AHEAD_MS`. Returns how much that was: 0 if the scripts had nothing to do.
 */
async function runAhead(maxRequestMs: number): Promise<number> {
  await workersAnswered(pause, realNow)
  let ran = Number(await workEnded(maxRequestMs, pause, realNow))
  const end = now() + Math.min(MAX_AHEAD_MS, maxAhead - ahead)
  const stopAt = realNow() + MAX_REAL_MS
  // Time does not run ahead of an answer.
  while (requests.open === 0) {
    const due = Math.min(firstDue(), frames.size > 0 ? now() + FRAME_MS : Number.POSITIVE_INFINITY)
    if (due > end) break
    if (realNow() >= stopAt) {
      globalThis.dispatchEvent(new CustomEvent(CUT_SHORT))
      break
    }
    ahead += Math.max(0, due - now())
    for (const [id, timer] of dueTimers()) ran += runTimer(id, timer)
    ran += runFrames()
    await nextTask()
  }
  return ran
}

function pause(): Promise<unknown> {
  return new Promise((resolve) => realTimeout(resolve, PAUSE_MS))
}

function firstDue(): number {
  let first = Number.POSITIVE_INFINITY
  for (const { due } of timers.values()) if (due < first) first = due
  return first
}

function dueTimers(): [number, Timer][] {
  const time = now()
  return [...timers].filter(([, { due }]) => due <= time).sort(([, a], [, b]) => a.due - b.due)
}

function runTimer(id: number, timer: Timer): number {
  if (timers.get(id) !== timer) return 0 // Another one cleared it.
  if (timer.period === undefined) {
    timers.delete(id)
    clear(id)
  } else timer.due = now() + timer.period
  attempt(timer.call)
  return 1
}

function runFrames(): number {
  const due = [...frames]
  for (const [id, callback] of due) {
    if (!frames.delete(id)) continue
    cancel(id)
    attempt(() => callback(now()))
  }
  return due.length
}

function attempt(call: () => void): void {
  try {
    call()
  } catch (error) {
    report(error)
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })
}
