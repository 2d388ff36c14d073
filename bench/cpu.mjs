/** Processor time of a service's processes, by what they are. Linux only: it reads `/proc`. */
import fs from 'node:fs'
import { descendants, ifPresent } from '../scripts/processes.mjs'

/** What `/proc` counts in: `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux. */
const TICK_MS = 10

/**
 * Milliseconds that all processes below `pid`, and it itself, have used so far, those that have ended included:
 * `chromium`, `workerd`, and the rest (`node`: Miniflare and its relay).
 */
export function cpuOf(pid) {
  const used = { chromium: 0, workerd: 0, node: 0 }
  for (const each of [{ pid, name: 'node' }, ...descendants(pid)])
    used[kindOf(each.name ?? '')] += ticks(each.pid) * TICK_MS
  return used
}

/** What was used between two looks, for each of `documents`. */
export function cpuBetween(before, after, documents) {
  return Object.fromEntries(
    Object.keys(after).map((kind) => [kind, (after[kind] - before[kind]) / documents]),
  )
}

function kindOf(name) {
  if (/chrom/i.test(name)) return 'chromium'
  return /workerd/.test(name) ? 'workerd' : 'node'
}

/** User and system time of a process and of its children that have ended. */
function ticks(pid) {
  const stat = ifPresent(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return fields.slice(11, 15).reduce((sum, value) => sum + (value || 0), 0)
}
