/** The processes of this machine as Linux lists them, in `/proc`. */
import fs from 'node:fs'

/** All processes with their names and parents; elsewhere than on Linux none are found. */
export function listProcesses() {
  if (!fs.existsSync('/proc/self/stat')) return []
  return processIds().map((pid) => {
    const text = ifPresent(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(text) ?? []
    return { pid, name, parent: Number(parent) }
  })
}

/** All processes below one. */
export function descendants(ancestor) {
  const processes = listProcesses()
  const below = (pid) =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  return below(ancestor)
}

/** Ids of all processes. Linux only. */
export function processIds() {
  return fs.readdirSync('/proc').map(Number).filter(Number.isInteger)
}

/** What `look` returns; undefined if it throws: processes and threads come and go between two looks. */
export function ifPresent(look) {
  try {
    return look()
  } catch {
    return undefined
  }
}
