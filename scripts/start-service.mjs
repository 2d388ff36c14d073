/** `npm start` of a folder, as benchmarks and tests start it beside themselves. */
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a start may take: the first one on a slow machine fetches a browser and bundles the service. */
const MAX_START_MS = 300_000

/**
 * Starts the service of the release in `folder`, in a process group of its own, and waits until it is up. Throws its
 * output if it ends before, or is not up in time; then it is ended.
 */
export async function startService(folder, env) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const until = Date.now() + MAX_START_MS
  while (!output.includes('Platen is up')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service ended:\n${output}`)
    if (Date.now() > until) {
      process.kill(-child.pid, 'SIGKILL')
      throw new Error(`the service was not up after ${MAX_START_MS / 1000} s:\n${output}`)
    }
    await pause(50)
  }
  return { child, exited, output: () => output }
}
