/** Ends what this process has started, browsers and all that these have started too, when it ends. */
import os from 'node:os'
import { descendants, ifPresent } from './processes.mjs'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const LOOK_EVERY_MS = 500

/**
 * From now on, a signal ends this process and all below it. So does the end of its parent, if that is npm (which passes
 * SIGHUP to nobody) or set `PLATEN_ENDS_WITH_PARENT`. The shell between npm and this is replaced by `exec` in
 * package.json: it would keep a signal to itself. Only on Linux are children of children found; elsewhere they end by
 * themselves.
 */
export function endWithChildren() {
  process.on('exit', () => {
    for (const { pid } of descendants(process.pid)) ifPresent(() => process.kill(pid, 'SIGKILL'))
  })
  for (const signal of SIGNALS) process.on(signal, () => process.exit(128 + os.constants.signals[signal]))
  if (process.env.npm_lifecycle_event === undefined && !process.env.PLATEN_ENDS_WITH_PARENT) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(128 + os.constants.signals.SIGHUP)
  }, LOOK_EVERY_MS).unref()
}
