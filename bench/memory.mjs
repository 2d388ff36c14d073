/** What a process and those it started hold in memory, as Linux counts it. */
import fs from 'node:fs'
import { descendants, ifPresent } from '../scripts/processes.mjs'

/**
 * The processes under `ancestor` whose command is `command` (`workerd`), or all of them; looked up again at each
 * question. Values are in megabytes.
 */
export function memoryUnder(ancestor, command) {
  const sum = (file, field) =>
    idsUnder(ancestor, command).reduce((total, pid) => {
      const [, kilobytes = 0] = new RegExp(`${field}:\\s+(\\d+)`).exec(read(`/proc/${pid}/${file}`)) ?? []
      return total + Number(kilobytes) / 1024
    }, 0)
  return {
    /** What they hold; pages that several share count in each. */
    resident: () => sum('status', 'VmRSS'),
    /** What they hold; of shared pages each has its part. */
    proportional: () => sum('smaps_rollup', 'Pss'),
    /** The most that each has held since `forgetPeak`. */
    peak: () => sum('status', 'VmHWM'),
    forgetPeak() {
      for (const pid of idsUnder(ancestor, command)) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
    },
  }
}

/** Ids of the processes that are meant. */
function idsUnder(ancestor, command) {
  return descendants(ancestor)
    .filter(({ name }) => command === undefined || name === command)
    .map(({ pid }) => pid)
}

/** A file of /proc; empty if its process has ended meanwhile. */
function read(file) {
  return ifPresent(() => fs.readFileSync(file, 'utf8')) ?? ''
}
