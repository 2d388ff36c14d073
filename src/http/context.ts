/** What every handler finds beside its request. */
import type { Context } from 'hono'
import type { Method } from '../accounts/rate-limit'
import type { Log } from '../log'
import type { WorkMemory } from '../memory/isolate-memory'
import type { Timings } from '../time/timings'

export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    log: Log
    timings: Timings
    /** What the request holds of the isolate's memory until its response. */
    memory: WorkMemory
    startedAt: number
    /** Of the problem that the response tells. */
    problemCode: string | undefined
    /** Set once the key is let in. */
    accountId: string | undefined
    /** What the request counts as, once its key is let in. */
    countedAs: Method | undefined
    /** Places of fields that the body has twice, once it is read. */
    repeatedFields: string[] | undefined
  }
}
export type AppContext = Context<AppEnv>

/** Origin of the addresses we give out. */
export function publicOrigin(c: AppContext): string {
  return c.env.PUBLIC_URL ? new URL(c.env.PUBLIC_URL).origin : new URL(c.req.url).origin
}

/** The part of the world a request comes from, by Cloudflare's continent code. */
export function regionOf(c: AppContext): string {
  const continent = (c.req.raw.cf as { continent?: string } | undefined)?.continent
  return continent ?? 'local'
}
