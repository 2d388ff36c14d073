/** POSTs that cost nothing and hold nothing, done once under an `Idempotency-Key` like every other. */
import type { Scope } from '../credits/access'
import type { StoredAnswer } from '../credits/idempotency'
import { begin, readCall } from './accept'
import { type Caller, identify } from './caller'
import type { AppContext } from './context'
import { keepAnswer } from './idempotency'
import { send } from './reply'

/** Reads, authenticates, answers; a repeat gets the first answer. What throws may be tried again with the same key. */
export async function answerOnce<Request>(
  c: AppContext,
  { scope, read }: { scope: Scope; read: () => Promise<Request> },
  answer: (request: Request, caller: Caller) => Promise<{ status: number; body: unknown }>,
): Promise<Response> {
  const caller = await identify(c)
  const { request, idempotency } = await readCall(c, caller, { scope, read })
  const begun = await begin(c, caller, { needs: {}, work: [], idempotency }, scope)
  if (begun instanceof Response) return begun
  const { status, body } = await answer(request, caller).catch(async (problem: unknown) => {
    if (idempotency) await caller.account.forget(idempotency)
    throw problem
  })
  const stored: StoredAnswer = {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: { text: JSON.stringify(body) },
  }
  await keepAnswer(c, { caller, idempotency }, stored)
  return send(c, stored)
}
