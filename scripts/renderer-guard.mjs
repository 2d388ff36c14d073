/**
 * Keeps documents that use much of this machine from stopping the others, as nothing else does where the browser runs
 * beside us: the more processor time a renderer process has used without a rest, the lower is its priority, and one that
 * takes too much memory is ended. Linux only; elsewhere nothing is guarded.
 */
import fs from 'node:fs'
import os from 'node:os'
import { ifPresent, processIds } from './processes.mjs'

/** Half of it passes on average before a page is slowed down that begins with all its might. */
const LOOK_EVERY_MS = 100
/** A renderer is a copy of another process at first, under that one's name. */
const LOOKS_AT_NEW = 6
/** Ticks of `/proc/…/stat` in a second, on every Linux that Node runs on. */
const TICKS = 100
/** Priority is lowered by one step for so much processor time: a document of one page ends before the third step. */
const SECONDS_A_STEP = 0.025
/**
 * A renderer rests if it ran for a smaller share than this of the time of the last two looks, as one does that prints small
 * documents one after another. Time for which it waited for a processor is left out: else the lower its priority, the less it would
 * seem to rest. What it used then does not count: a priority cannot be raised again, and a tab may stay for fifty documents.
 */
const RESTING_SHARE = 0.6
/** Of so much time, in milliseconds, it is said whether it rested: between two bursts one that waits long has no time of its own. */
const MIN_OWN_MS = 100
const LOWEST_PRIORITY = 19
/** Of memory; no Linux has smaller ones. */
const PAGE_BYTES = 4096
/** What Chromium itself allows a page is four times as much, and several pages are printed at once. */
const MAX_RENDERER_BYTES = 2 * 1024 ** 3

/**
 * Looks after the renderers among the descendants of this process, whose priority they begin with, until the returned
 * function is called. No priority is lowered further than to `lowest`.
 */
export function guardRenderers({ maxBytes = MAX_RENDERER_BYTES, lowest = LOWEST_PRIORITY } = {}) {
  if (process.platform !== 'linux') return () => {}
  /** @type {Map<number, Seen>} */
  const known = new Map()
  const timer = setInterval(() => lookAtAll(known, { maxBytes, lowest }), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Of a process at first: its ticks without a rest, and the steps by which its priority was lowered. */
const NEW = { looks: 0, renderer: false, restless: 0, steps: 0 }

/** @typedef {{ ranMs: number, ownMs: number }} Look for how long its main thread had run by then, and had not waited for a processor */
/** @typedef {typeof NEW & { ticks: number, last: Look, former: Look }} Seen `ticks` at the last look */

function lookAtAll(known, limits) {
  const pids = processIds()
  const present = new Set(pids)
  for (const pid of known.keys()) if (!present.has(pid)) known.delete(pid)
  for (const pid of pids) {
    const seen = known.get(pid) ?? ifPresent(() => newlySeen(pid))
    if (!seen) continue
    known.set(pid, seen)
    if (!seen.renderer && seen.looks++ < LOOKS_AT_NEW) seen.renderer = isOurRenderer(pid)
    if (seen.renderer) ifPresent(() => lookAt(pid, seen, limits))
  }
}

/** @returns {Seen} what it used before does not count: where looks come late, it may have rested meanwhile */
function newlySeen(pid) {
  const look = lookAtMainThread(pid)
  return { ...NEW, ticks: statOf(pid).ticks, last: look, former: look }
}

/** One renderer, as it stands now. */
function lookAt(pid, seen, { maxBytes, lowest }) {
  const { ticks, pages } = statOf(pid)
  if (pages * PAGE_BYTES > maxBytes) return process.kill(pid, 'SIGKILL')
  const look = lookAtMainThread(pid)
  const [ranMs, ownMs] = [look.ranMs - seen.former.ranMs, look.ownMs - seen.former.ownMs]
  if (ownMs < MIN_OWN_MS) return
  if (ranMs > RESTING_SHARE * ownMs) seen.restless += ticks - seen.ticks
  Object.assign(seen, { ticks, former: seen.last, last: look })
  const own = os.getPriority()
  const steps = Math.min(lowest - own, Math.floor(seen.restless / TICKS / SECONDS_A_STEP))
  if (steps <= seen.steps) return
  seen.steps = steps
  // Linux has a priority for each thread.
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    ifPresent(() => os.setPriority(Number(thread), Math.max(own + steps, os.getPriority(Number(thread)))))
  }
}

/** @returns {Look} by `schedstat` (Linux), which counts from the beginning of the process */
function lookAtMainThread(pid) {
  const [ran = 0, waited = 0] = fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
  return { ranMs: ran / 1e6, ownMs: performance.now() - waited / 1e6 }
}

function isOurRenderer(pid) {
  const command = ifPresent(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  if (!command.includes('--type=renderer')) return false
  for (let above = pid; above > 1; ) {
    if (above === process.pid) return true
    const child = above
    above = ifPresent(() => statOf(child).parent) ?? 0
  }
  return false
}

/** Parent, used processor time in ticks and resident pages of a process (proc(5)). Its name may hold any character. */
function statOf(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0] = fields.slice(11)
  return { parent, ticks: user + system, pages: fields[21] ?? 0 }
}
