/**
 * The way in of everything that is charged, in the order of checks that decisions.md fixes: key, rate, body, shape,
 * what it refers to, plan, credits. A valid request makes one call to its account, an invalid one only authenticates,
 * so that 401 and 429 still come before what is wrong with the body.
 */
import type { AccountView, Begin } from '../credits/admission'
import type { IdempotentCall } from '../credits/idempotency'
import { refusalProblem } from '../credits/refusal'
import { newId } from '../ids'
import { authenticate, type Caller, describeAccount, identify, setRate } from './caller'
import type { AppContext } from './context'
import { idempotentCall, replay } from './idempotency'

export type Work = {
  kind: string
  /** What it costs, in credits. */
  credits: number
  /** The hold ends by itself after this time. */
  leaseMs: number
  synchronous: boolean
  needs: Begin['needs']
}

export type Accepted<Request> = {
  request: Request
  caller: Caller
  account: AccountView
  taskId: string
  credits_charged: number
  /** Whether a repeat may ask for the same answer. */
  idempotent: boolean
}

/**
 * Reads, authenticates, recalls, holds; throws the Problem of the first check that fails. Answers a `Response` where
 * the request was answered before under the same idempotency key.
 */
export async function accept<Request>(
  c: AppContext,
  {
    read,
    work,
  }: {
    /** Reads and validates the body; throws 413, 415, 400 or 404. */
    read: (caller: Caller) => Promise<Request>
    work: (request: Request) => Work
  },
): Promise<Accepted<Request> | Response> {
  const timings = c.get('timings')
  const caller = await identify(c)
  let request: Request
  let idempotency: IdempotentCall | undefined
  try {
    request = await read(caller)
    idempotency = idempotentCall(c, request)
  } catch (problem) {
    await timings.measure('auth', () => authenticate(c, 'render'))
    throw problem
  }
  const { needs, ...hold } = work(request)
  const taskId = newId('tsk')
  const begun = await timings.measure('auth', async () =>
    caller.account.begin({
      call: { keyHash: caller.keyHash, scope: 'render', method: 'POST' },
      needs,
      work: [{ taskId, ...hold }],
      idempotency,
    }),
  )
  if (begun.outcome === 'refused') {
    setRate(c, begun.rate)
    throw refusalProblem(begun)
  }
  describeAccount(c, begun.account)
  if (begun.outcome === 'replay') return await replay(c, begun.answer)
  const { account, credits_charged } = begun
  return { request, caller, account, taskId, credits_charged, idempotent: idempotency !== undefined }
}
