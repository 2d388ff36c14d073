/** What left the service during a test: heard by the trap, and told by the log. */
import { inject, onTestFinished, vi } from 'vitest'
import { hostile } from '../net/hostile-addresses'
import type { Report } from '../net/servers'

const { site, trap } = inject('origins')

/** What reached the server that nothing may reach. */
export async function trapped(): Promise<string[]> {
  return (await (await fetch(`${site}/report`)).json<Report>()).trapped
}

type Line = { event: string; origin?: string; status?: number; refused?: string; purpose?: string }

/** The log's lines of outgoing requests from now to the end of the test. */
export function hearOutgoing(): Line[] {
  const lines: Line[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((text) => {
    const line: Line = JSON.parse(String(text))
    if (line.event === 'outgoing_request') lines.push(line)
  })
  onTestFinished(() => spy.mockRestore())
  return lines
}

/** Every hostile address of the table, and each spelling of a host in it with the trap's port. */
export function hostileAddresses(): string[] {
  const all = hostile.flatMap(({ addresses }) => addresses)
  return [...new Set([...all, ...all.flatMap(atTrap)])]
}

/** Spellings of the machine itself that lead to the trap where anything is let through. */
function atTrap(address: string): string[] {
  const { port } = new URL(trap)
  const [, host] = /^http:\/\/([^/\\?#@:[\]\s]+|\[[^\]]*\])\/$/.exec(address) ?? []
  return host ? [`http://${host}:${port}/spelled`] : []
}

/** `all` in pieces of at most `size`. */
export function chunks<Item>(all: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
