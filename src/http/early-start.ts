/**
 * A document may be printed while its account is still asked whether it may begin. What is printed so is neither answered,
 * stored, charged nor filled with fetched files before the account has held its price (`begun` of `RunDeps`), and is dropped if
 * the account refuses. So nothing is ever given away; what a refusal costs is a little of a browser's time, which this bounds:
 * only for a key that was let begin work here a moment ago, with credits for many more, and for a few documents at once.
 */
import type { BeginResult } from '../accounts/admission'
import type { PlanName } from '../accounts/plans'
import type { Charge } from '../accounts/reply'
import type { Caller } from './auth'
import { chargeOf } from './begin-work'
import type { TaskOwner } from './task-facts'
import { isCaller, type KeyHolder } from './with-caller'

/** So long after it last let a key begin work is an account expected to do so again, in milliseconds. */
const EXPECTED_MS = 5_000
/** How many documents as dear as this one the account must have had credits for. */
const MIN_DOCUMENTS_LEFT = 20
/** Documents of a key that may be printed at once before their account has answered. */
const MAX_AHEAD = 4
const MAX_KEYS = 10_000

type Expected = { at: number; plan: PlanName; creditsLeft: number; ahead: number }

/** The account answered, and otherwise than was expected: the document is begun once more, or refused. */
class NotAsExpected extends Error {}

export class EarlyStarts {
  /** By the key's hash, the oldest first. */
  readonly #expected = new Map<string, Expected>()

  /**
   * The plan that the account is expected to have, if a document of `credits` may be begun before it has answered; `end` is to
   * be called when it has.
   */
  begin(keyHash: string, credits: number, now: number): { plan: PlanName; end: () => void } | undefined {
    const expected = this.#expected.get(keyHash)
    if (!expected || now < expected.at || now >= expected.at + EXPECTED_MS) return undefined
    if (expected.ahead >= MAX_AHEAD || expected.creditsLeft < MIN_DOCUMENTS_LEFT * credits) return undefined
    expected.ahead++
    return {
      plan: expected.plan,
      end: () => {
        expected.ahead--
      },
    }
  }

  /** Remembers what the account said when a key was to begin work; absent if that failed. */
  learn(keyHash: string, said: BeginResult | undefined, now: number): void {
    const ahead = this.#expected.get(keyHash)
    this.#expected.delete(keyHash)
    if (said?.outcome !== 'go' || said.restriction) return
    const { plan, credits_left: creditsLeft } = said.account
    // Those that are ahead count on in the same object.
    this.#expected.set(keyHash, Object.assign(ahead ?? { ahead: 0 }, { at: now, plan, creditsLeft }))
    if (this.#expected.size <= MAX_KEYS) return
    const [oldest] = this.#expected.keys()
    if (oldest !== undefined) this.#expected.delete(oldest)
  }
}

/** Of this isolate. */
const earlyStarts = new EarlyStarts()

/** A document that is begun before its account has answered: whose it is taken for, and what ends it. */
type EarlyStart = {
  owner: TaskOwner
  /** What the account has held. Rejects with its refusal, or as `NotAsExpected`. */
  charge: Promise<Charge>
  /** Aborted when `charge` rejects. */
  dropped: AbortSignal
}

/** Begins a document of `credits` early, if the account is expected to let it begin; `beginning` is its answer. */
export function expectToBegin(
  caller: Caller | KeyHolder,
  credits: number,
  beginning: Promise<BeginResult>,
): EarlyStart | undefined {
  const { accountId, mode } = caller
  const keyHash = isCaller(caller) ? caller.keyHash : caller.call.keyHash
  const early = earlyStarts.begin(keyHash, credits, Date.now())
  beginning
    .catch(() => undefined)
    .then((said) => {
      early?.end()
      earlyStarts.learn(keyHash, said, Date.now())
    })
  if (!early) return undefined
  const owner = { accountId, mode, plan: early.plan }
  const dropped = new AbortController()
  const charge = beginning.then((said) => chargeAsExpected(said, owner))
  charge.catch((reason: unknown) => dropped.abort(reason))
  return { owner, charge, dropped: dropped.signal }
}

/** What the account held for a document that was begun for `owner`. Throws `NotAsExpected` if that was a mistake. */
function chargeAsExpected(said: BeginResult, { mode, plan }: TaskOwner): Charge {
  if (said.outcome !== 'go' || said.restriction || said.account.plan !== plan || said.account.mode !== mode)
    throw new NotAsExpected()
  return chargeOf(said)
}

/** What to do about a failure: `again` if the document was begun on a mistake. */
export function ifMistaken<Result>(again: () => Promise<Result>): (error: unknown) => Promise<Result> {
  return async (error) => {
    if (error instanceof NotAsExpected) return await again()
    throw error
  }
}
