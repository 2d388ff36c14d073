/** What a request asks of objects and stores that may be far away, and how much of it one after the other. */
import { env } from 'cloudflare:test'

export type FarCall = { name: string; start: number; end: number }

type Bound = Record<string, unknown>

/** What is asked next, where nobody was asked yet. */
const STUBS = new Set(['ACCOUNT.get', 'POOL.get', 'DB.prepare', 'DB.bind'])

/**
 * The calls of the Worker while `use` lasts, which is given the names of those that were begun; its objects' own calls, and
 * those that have not ended, are left out.
 */
export async function farCalls(use: (begun: readonly string[]) => Promise<unknown>): Promise<FarCall[]> {
  const calls: FarCall[] = []
  const begun: string[] = []
  let moment = 0
  let isOver = false
  /** `target`, whose methods are counted. */
  const watched = (target: object, name: string): object =>
    new Proxy(target, {
      get(_, key) {
        const value = (target as Record<string | symbol, unknown>)[key]
        if (typeof value !== 'function') return value
        return (...words: unknown[]) => {
          const call = { name: `${name}.${String(key)}`, start: moment++ }
          begun.push(call.name)
          // What a stub gives for a name takes `apply` for a name too.
          const result: unknown = Reflect.apply(value, target, words)
          if (STUBS.has(`${name}.${String(key)}`)) return watched(result as object, name)
          if (key === 'idFromName') return result
          const answer = result as Promise<unknown>
          const ended = () => {
            if (!isOver) calls.push({ ...call, end: moment++ })
          }
          answer.then(ended, ended)
          return result
        }
      },
    })
  const found = { ...(env as unknown as Bound) }
  for (const name of ['ACCOUNT', 'POOL', 'DB', 'FILES', 'JOBS'])
    Object.assign(env, { [name]: watched(found[name] as object, name) })
  try {
    await use(begun)
  } finally {
    isOver = true
    Object.assign(env, found)
  }
  return calls
}

/** The most calls that came one after the other. */
export function longestChain(calls: readonly FarCall[]): FarCall[] {
  const chain: FarCall[] = []
  for (const call of calls.toSorted((one, other) => one.end - other.end))
    if (call.start > (chain.at(-1)?.end ?? -1)) chain.push(call)
  return chain
}
