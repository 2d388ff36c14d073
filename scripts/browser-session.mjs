/**
 * Has the browsers that Miniflare starts stay in the session of this process. Miniflare begins a new one for each, and Linux
 * shares processors out between sessions before it looks at priorities within them (`sched_autogroup_enabled`): pages
 * that never rest had as much of the machine as all of the service, however low their priority (`renderer-guard.mjs`).
 * Browsers end with this process all the same (`end-children.mjs`), and what a browser has started ends with it.
 */
import childProcess from 'node:child_process'

/** `launcher` is the file that Miniflare starts as a browser; undefined if it looks for one by itself. */
export function keepBrowsersInSession(launcher) {
  const { spawn } = childProcess
  const spawnHere = (file, words, options) =>
    spawn(file, words, file === launcher ? { ...options, detached: false } : options)
  // Miniflare has no option for it, and takes `spawn` from this object each time.
  childProcess.spawn = /** @type {typeof spawn} */ (spawnHere)
}
