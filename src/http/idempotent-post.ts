/** POSTs that cost nothing and hold nothing, done once under an `Idempotency-Key` like every other. */
import type { Handler } from 'hono'
import type { z } from 'zod'
import type { Reply } from '../accounts/reply'
import type { Scope } from '../accounts/scopes'
import { authenticate, type Caller } from './auth'
import { begin } from './begin-work'
import type { AppContext, AppEnv } from './context'
import { IDEMPOTENCY_KEY } from './document-responses'
import { idempotentCall, keepReply, replay } from './idempotency-key'
import { respond } from './responses'
import { type Description, type JsonResponse, json, route } from './route'

/** The body of the reply, and what `X-Warnings` says. */
type Done<Body> = { body: Body; warnings?: string[] | undefined }

/**
 * A route whose work is done once under an `Idempotency-Key`: authenticates, reads the body, does the work and keeps the
 * reply; a repeat gets the first reply. After an error the same key may be tried again.
 */
export function idempotentRoute<Result extends z.ZodType, Body extends z.ZodType>(
  {
    scope,
    body: schema,
    response: { status, description, schema: result, example, headers },
    ...rest
  }: Omit<Description<Body>, 'responses' | 'idempotencyKey' | 'query'> & {
    scope: Scope
    body: Body
    response: JsonResponse<Result>
  },
  work: (
    c: AppContext,
    sent: { request: z.output<Body>; path: (name: string) => string; caller: Caller },
  ) => Promise<Done<NoInfer<z.input<Result>>>>,
): Handler<AppEnv> {
  const described = {
    ...rest,
    idempotencyKey: IDEMPOTENCY_KEY,
    body: schema,
    responses: { [status]: json(description, { schema: result, example }, headers) },
  }
  return route(described, async (c, { body, path }) => {
    const caller = await authenticate(c, scope)
    const request = await body()
    const idempotency = idempotentCall(c, caller, request)
    const begun = await begin(c, caller, { scope, needs: {}, work: [], idempotency })
    if (begun.outcome === 'replay') return await replay(c, begun)
    const done = await work(c, { request, path, caller }).catch(async (problem: unknown) => {
      if (idempotency) await caller.account.forget(idempotency)
      throw problem
    })
    const reply: Reply = { kind: 'json', status, body: done.body, facts: { warnings: done.warnings } }
    await keepReply(c, caller, { idempotency, reply })
    return respond(c, reply)
  })
}
