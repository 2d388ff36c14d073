/** Processor time of a service's processes, by what they are. Linux only: it reads `/proc`. */
import fs from 'node:fs'
import { descendants, ifPresent, listProcesses } from '../scripts/processes.mjs'

/** What `/proc` counts in: `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux. */
const TICK_MS = 10
/** A process that ends is counted as it was seen last: Chromium's parents do not add up their children's time. */
const LOOK_MS = 100

/**
 * Counts what all processes below `pid`, and it itself, use from now on. `stop` returns milliseconds for each of
 * `documents`: `chromium`, `workerd`, and the rest (`node`: Miniflare and its relay).
 */
export function countCpu(pid) {
  /** @type {Map<number, { kind: string, first: number, last: number }>} */
  const seen = new Map()
  const own = listProcesses().find((each) => each.pid === pid) ?? { pid, name: 'node' }
  const look = (isFirst = false) => {
    for (const each of [own, ...descendants(pid)]) {
      const last = ticks(each.pid)
      const before = seen.get(each.pid)
      if (before) before.last = Math.max(before.last, last)
      else seen.set(each.pid, { kind: kindOf(each.name ?? ''), first: isFirst ? last : 0, last })
    }
  }
  look(true)
  const timer = setInterval(look, LOOK_MS)
  return {
    stop(documents) {
      clearInterval(timer)
      look()
      const used = { chromium: 0, workerd: 0, node: 0 }
      for (const { kind, first, last } of seen.values()) used[kind] += ((last - first) * TICK_MS) / documents
      return used
    },
  }
}

function kindOf(name) {
  if (/chrom|headless/i.test(name)) return 'chromium'
  return /workerd/.test(name) ? 'workerd' : 'node'
}

/** User and system time of a process; 0 if it has ended. */
function ticks(pid) {
  const stat = ifPresent(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) || 0) + (Number(fields[12]) || 0)
}
