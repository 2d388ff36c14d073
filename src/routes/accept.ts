/**
 * The way in of everything that is charged, in the order of checks that docs/decisions/answers.md fixes: key, rate, body, shape,
 * what it refers to, plan, credits. A valid request makes one call to its account, an invalid one only authenticates,
 * so that 401 and 429 still come before what is wrong with the body.
 *
 * What an earlier identical request made is looked up before the hold, so that it is there at a balance of zero too.
 */
import type { Scope } from '../credits/access'
import type { AccountView, Begin, BeginResult } from '../credits/admission'
import type { IdempotentCall } from '../credits/idempotency'
import { persist } from '../credits/reach'
import { refusalProblem } from '../credits/refusal'
import { newId } from '../ids'
import { admit, type Caller, describeAccount, setRate } from './caller'
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
  /** Names the file that the work makes: of several requests with the same one, one does the work. */
  cacheKey?: string | undefined
  /** Whether a file that is found is delivered by a task of its own, which is held for too, at no cost. */
  taskWhenFound?: boolean | undefined
}

export type Accepted<Request, Found = never> = {
  request: Request
  caller: Caller
  account: AccountView
  taskId: string
  credits_charged: number
  /** The call that a repeat may ask the same answer of. */
  idempotency: IdempotentCall | undefined
  /** What an earlier identical request made; it costs nothing then. */
  found: Found | undefined
}

/** Waits between two looks for a file that another request is making, in milliseconds. */
const WAITS_MS = [15, 25, 40, 60, 100, 150, 250, 400]

/**
 * Reads, authenticates, recalls, holds; throws the Problem of the first check that fails. Answers a `Response` where
 * the request was answered before under the same idempotency key.
 */
export async function accept<Request, Found = never>(
  c: AppContext,
  caller: Caller,
  {
    read,
    asked,
    work,
    find = async () => undefined,
  }: {
    /** Reads and validates the body; throws 413, 415, 400 or 404. */
    read: () => Promise<Request>
    /** What the caller sent, by which an idempotent repeat is told from another request. */
    asked?: (request: Request) => unknown
    work: (request: Request) => Work
    /** Looks up what an earlier identical request made. */
    find?: (request: Request) => Promise<Found | undefined>
  },
): Promise<Accepted<Request, Found> | Response> {
  const { request, idempotency } = await readCall(c, caller, { scope: 'render', read, asked })
  const { needs, taskWhenFound, ...hold } = work(request)
  const taskId = newId('tsk')
  const common = { request, caller, taskId, idempotency }
  for (;;) {
    const found = await find(request)
    const piece = { taskId, ...hold, ...(found !== undefined && { credits: 0 }) }
    const held = found === undefined || taskWhenFound ? [piece] : []
    const begun = await begin(c, caller, { needs, work: held, idempotency })
    if (begun instanceof Response) return begun
    const { account, credits_charged, underWay } = begun
    if (!underWay) return { ...common, account, found, credits_charged }
    const made = await soon(() => find(request))
    // With an idempotency key the account must hear of the call once more, to remember its answer.
    if (made !== undefined && !idempotency) return { ...common, account, found: made, credits_charged: 0 }
  }
}

/**
 * Reads a request and its idempotency key. What is wrong with them is thrown only when the account has admitted the
 * caller and `refuse` found nothing that comes first.
 */
export async function readCall<Request>(
  c: AppContext,
  caller: Caller,
  {
    scope,
    read,
    asked = (request) => request,
    refuse = () => undefined,
  }: {
    scope: Scope
    read: () => Promise<Request>
    /** What the caller sent, by which an idempotent repeat is told from another request. */
    asked?: ((request: Request) => unknown) | undefined
    /** Throws what the plan refuses of a request that is wrong. */
    refuse?: (account: AccountView) => void
  },
): Promise<{ request: Request; idempotency: IdempotentCall | undefined }> {
  try {
    const request = await read()
    return { request, idempotency: idempotentCall(c, asked(request)) }
  } catch (problem) {
    refuse(await c.get('timings').measure('auth', () => admit(c, caller, scope)))
    throw problem
  }
}

/** Asks the account to begin work: all of it is held, or a Problem is thrown, or a repeat is answered. */
export async function begin(
  c: AppContext,
  caller: Caller,
  what: Pick<Begin, 'needs' | 'work' | 'idempotency'>,
  scope: Scope = 'render',
): Promise<{ account: AccountView; credits_charged: number; underWay: boolean } | Response> {
  const call: Begin = { call: { keyHash: caller.keyHash, scope, method: 'POST' }, ...what }
  const begun: BeginResult = await c
    .get('timings')
    .measure('auth', () => persist(async () => caller.account.begin(call)))
  if (begun.outcome === 'refused') {
    setRate(c, begun.rate)
    throw refusalProblem(begun)
  }
  describeAccount(c, begun.account)
  if (begun.outcome === 'replay') return await replay(c, begun.answer)
  const underWay = begun.outcome === 'under_way'
  return { account: begun.account, credits_charged: underWay ? 0 : begun.credits_charged, underWay }
}

/** Looks again and again for a little while. */
async function soon<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
  for (const wait of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}
