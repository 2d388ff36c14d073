/** POSTs that cost nothing and hold nothing, done once under an `Idempotency-Key` like every other. */

import type { Reply } from '../accounts/reply'
import type { Scope } from '../accounts/scopes'
import { begin } from './admission'
import { authenticate, type Caller } from './auth'
import type { AppContext } from './context'
import { idempotentCall, keepReply, replay } from './idempotency'
import { respond } from './responses'

/** Authenticates, reads, answers; a repeat gets the first answer. What throws may be tried again with the same key. */
export async function handleOnce<Request>(
  c: AppContext,
  { scope, read }: { scope: Scope; read: () => Promise<Request> },
  answer: (request: Request, caller: Caller) => Promise<{ status: number; body: unknown }>,
): Promise<Response> {
  const caller = await authenticate(c, scope)
  const request = await read()
  const idempotency = idempotentCall(c, caller, request)
  const begun = await begin(c, caller, { scope, needs: {}, work: [], idempotency })
  if (begun.outcome === 'replay') return await replay(c, begun)
  const { status, body } = await answer(request, caller).catch(async (problem: unknown) => {
    if (idempotency) await caller.account.forget(idempotency)
    throw problem
  })
  const reply: Reply = { kind: 'json', status, body, facts: {} }
  await keepReply(c, caller, { idempotency, reply })
  return respond(c, reply)
}
