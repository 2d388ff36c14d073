/** What a request asks of objects and stores that may be far away, and how much of it one after the other. */
import { env } from 'cloudflare:test'

export type FarCall = { name: string; start: number; end: number }

type Bound = Record<string, unknown>

/** What is asked next, where nobody was asked yet. */
const STUBS = new Set(['ACCOUNT.get', 'POOL.get', 'DB.prepare', 'DB.bind'])

/**
 * The calls of the Worker while `use` lasts, which is given the names of those that were begun; its objects' own calls, and
 * those that have not ended, are left out. Waits until the Worker asks no more, so that what it does after its response is
 * not counted with the next one.
 */
export async function farCalls(use: (begun: readonly string[]) => Promise<unknown>): Promise<FarCall[]> {
  const calls: FarCall[] = []
  const begun: string[] = []
  const underWay = new Set<unknown>()
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
          underWay.add(call)
          const ended = () => {
            underWay.delete(call)
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
    const used = await use(begun)
    isOver = true
    if (used instanceof Response) await used.arrayBuffer()
    await restOf(begun, underWay)
  } finally {
    isOver = true
    Object.assign(env, found)
  }
  return calls
}

/** Resolves when nothing is under way and nothing more was begun for a while. */
async function restOf(begun: readonly string[], underWay: ReadonlySet<unknown>): Promise<void> {
  for (let known = -1; known !== begun.length || underWay.size > 0; ) {
    known = begun.length
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

/** The most calls that came one after the other. */
export function longestChain(calls: readonly FarCall[]): FarCall[] {
  const chain: FarCall[] = []
  for (const call of calls.toSorted((one, other) => one.end - other.end))
    if (call.start > (chain.at(-1)?.end ?? -1)) chain.push(call)
  return chain
}
