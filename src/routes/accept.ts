/**
 * The way in of everything that is charged, in the order of checks that decisions.md fixes: key, rate, body, shape,
 * what it refers to, plan, credits. A valid request makes one call to its account, an invalid one only authenticates,
 * so that 401 and 429 still come before what is wrong with the body.
 */
import type { AccountView, Begin } from '../credits/admission'
import { refusalProblem } from '../credits/refusal'
import { newId } from '../ids'
import { authenticate, type Caller, identify, setRate } from './caller'
import type { AppContext } from './context'

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
}

/** Reads, authenticates, holds; throws the Problem of the first check that fails. */
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
): Promise<Accepted<Request>> {
  const timings = c.get('timings')
  const caller = await identify(c)
  let request: Request
  try {
    request = await read(caller)
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
    }),
  )
  if (begun.outcome === 'refused') {
    setRate(c, begun.rate)
    throw refusalProblem(begun)
  }
  setRate(c, begun.account.rate)
  if (begun.outcome === 'replay') throw new Error('a replay without an idempotency key')
  return { request, caller, account: begun.account, taskId }
}
