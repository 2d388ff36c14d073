/** Milliseconds of a core that `work` takes in this thread: what other processes and threads do meanwhile is not counted. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
