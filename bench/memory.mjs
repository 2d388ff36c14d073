/** What a process and those it started hold in memory, as Linux counts it. */
import fs from 'node:fs'

/**
 * The processes under `ancestor` whose command is `command` (`workerd`), or all of them; looked up again at each
 * question. Values are in megabytes.
 */
export function memoryUnder(ancestor, command) {
  const sum = (file, field) =>
    descendants(ancestor, command).reduce((total, pid) => {
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
      for (const pid of descendants(ancestor, command)) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
    },
  }
}

function descendants(ancestor, command) {
  const processes = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [, name, parent] = /\((.*)\) \S (\d+)/.exec(read(`/proc/${pid}/stat`)) ?? []
      return name === undefined ? [] : [{ pid: Number(pid), name, parent: Number(parent) }]
    })
  const under = (pid) =>
    processes.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...under(one.pid)])
  return under(ancestor)
    .filter(({ name }) => command === undefined || name === command)
    .map(({ pid }) => pid)
}

/** A file of /proc; empty if its process has ended meanwhile. */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
