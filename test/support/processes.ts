/** The processes that a service started, as `/proc` has them. */
import fs from 'node:fs'
import { descendants as processesBelow } from '../../scripts/processes.mjs'

/** Resolves when it is so, or after `patienceMs`. */
export async function until(isDone: () => boolean, patienceMs = 110_000): Promise<void> {
  for (const endsAt = Date.now() + patienceMs; !isDone() && Date.now() < endsAt; )
    await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Name and state. */
function statOf(pid: number): [name: string, state: string] | undefined {
  try {
    const [, name = '', state = ''] = /\((.*)\) (\S)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return [name, state]
  } catch {
    return undefined
  }
}

/** Ids of all processes below one. Linux only. */
export const descendants = (ancestor: number): number[] => processesBelow(ancestor).map(({ pid }) => pid)

/** Its command's name, empty if there is no such process. */
export function nameOf(pid: number): string {
  return statOf(pid)?.[0] ?? ''
}

/** What has ended and is only not waited for is not alive. */
export function isAlive(pid: number): boolean {
  return ![undefined, 'Z', 'X'].includes(statOf(pid)?.[1])
}

/** The session in which a process was started; the scheduler shares processors out between these. Linux only. */
export function sessionOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name: state, parent, group, session.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
}
