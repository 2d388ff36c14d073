/**
 * Who may have a slot of a browser, and who is next. Pure.
 *
 * A page may keep its slot for a minute, so what an account may take is bounded: one slot is left to an account that has
 * none. The more accounts there are, the smaller is each one's share. Only while nobody else is or lately was there may
 * the callers of one account have all slots. One whose documents are not known to be quick has the share that it would have
 * if another one printed all the time: that one may come at any moment and share the processor. If all slots are taken, an
 * account that has none is given one of an account that has several: the document there is printed again, in its turn.
 */

/**
 * Whether somebody waits for the answer (`caller`), the work can come back later (`queued`), or nobody pays for it
 * (`preview`).
 */
export type Urgency = 'caller' | 'queued' | 'preview'

/** One document: printed in a slot, or waiting for one. */
export type Claim = { accountId: string; urgency: Urgency }

export type Occupancy = {
  /** How many documents the browser prints at once. */
  count: number
  held: readonly Claim[]
  waiting: readonly Claim[]
  /** Accounts that had or wanted a slot lately, and whether their last document was done within a moment. */
  recent: ReadonlyMap<string, { isQuick: boolean }>
}

/**
 * Whether `claim` may have a slot now. An account has at most its share. Its queued work leaves one slot more than that.
 * The last slot is for callers whose account has none or is alone, and for queued work whose account has none if one
 * other account has all the rest. Previews have half of the slots together, and never the last.
 */
export function mayTakeSlot(claim: Claim, { count, held, waiting, recent }: Occupancy): boolean {
  const free = count - held.length
  if (free <= 0) return false
  const own = ownedBy(held, claim.accountId)
  const others = accountsOf([...held, ...waiting])
  others.delete(claim.accountId)
  const alone = others.size === 0 && [...recent.keys()].every((accountId) => accountId === claim.accountId)
  const mayHaveAll = alone && claim.urgency === 'caller'
  const isQuick = recent.get(claim.accountId)?.isQuick ?? false
  const company = isQuick ? others.size : Math.max(1, others.size)
  if (own.length >= (mayHaveAll ? count : shareOf(count, company))) return false
  const lastOne = free === 1 && count > 1
  if (lastOne && own.length > 0 && !mayHaveAll) return false
  if (claim.urgency === 'caller') return true
  const inBackground = own.filter(({ urgency }) => urgency !== 'caller').length
  if (inBackground >= Math.max(1, count - 2)) return false
  if (isPreview(claim)) return !lastOne && held.filter(isPreview).length < Math.max(1, Math.floor(count / 2))
  return !lastOne || accountsOf(held).size === 1
}

/**
 * A document in a slot. `startedAt`: milliseconds, absent before it came. `taken`: it was stopped for one that waits, and
 * holds the slot until its tab has closed.
 */
export type Holding = Claim & { startedAt?: number | undefined; taken?: boolean }

/**
 * A document that has run for less is soon over, and stopping it would gain little. Milliseconds. It is less if one
 * account has all slots: it was lent the last one, and most documents are over by then.
 */
const MIN_RUN_MS = { shared: 2000, lent: 300 }

/**
 * Which of the held slots is taken from its account for one that waits and has none, as an index into `held`; -1 if none
 * is. It is one of the account that has most, and at least two. Of its documents the newest has to go, so that the oldest
 * gets done. A preview is taken before any other document, and none waits so: nobody pays for it. None is taken while as
 * many are being freed already as accounts wait without one.
 */
export function slotToTake({ count, waiting }: Occupancy, held: readonly Holding[], now: number): number {
  const holders = accountsOf(held)
  const payers = accountsOf(held.filter((holding) => !isPreview(holding)))
  const kept = held.filter(({ taken }) => !taken)
  const without = accountsOf(waiting.filter((claim) => !isPreview(claim) && !payers.has(claim.accountId)))
  if (held.length < count || without.size <= held.length - kept.length) return -1
  const minRunMs = holders.size === 1 ? MIN_RUN_MS.lent : MIN_RUN_MS.shared
  const takeable = [...held.entries()].filter(([, holding]) => {
    const { accountId, startedAt = now, taken } = holding
    const [mayBeTaken, leastMs] = isPreview(holding)
      ? [true, MIN_RUN_MS.lent]
      : [ownedBy(kept, accountId).length > 1, minRunMs]
    return !taken && mayBeTaken && now - startedAt >= leastMs
  })
  const rank = (holding: Holding) => [
    isPreview(holding) ? 0 : 1,
    -ownedBy(kept, holding.accountId).length,
    -(holding.startedAt ?? now),
  ]
  const [taken] = takeable.sort(([, one], [, other]) => compare(rank(one), rank(other)))
  return taken?.[0] ?? -1
}

function isPreview({ urgency }: Claim): boolean {
  return urgency === 'preview'
}

/** How many of `count` slots an account may have beside `others` that have or want one. */
function shareOf(count: number, others: number): number {
  return Math.max(1, Math.min(count - 1, Math.ceil(count / (others + 1))))
}

const ORDER: Readonly<Record<Urgency, number>> = { caller: 0, queued: 1, preview: 2 }

/**
 * Which of the waiting claims is next, as an index; -1 if none may have a slot. Callers come before queued work, and that
 * before previews; then come
 * accounts with fewer slots, then accounts that were served longer ago (`lastServed`, any growing number), then who came
 * first.
 */
export function nextInLine(occupancy: Occupancy, lastServed: (accountId: string) => number): number {
  const { held, waiting } = occupancy
  const order = ({ accountId, urgency }: Claim) => [
    ORDER[urgency],
    ownedBy(held, accountId).length,
    lastServed(accountId),
  ]
  let next = -1
  let best: number[] = []
  for (const [index, claim] of waiting.entries()) {
    if (!mayTakeSlot(claim, occupancy)) continue
    const rank = order(claim)
    if (next < 0 || compare(rank, best) < 0) [next, best] = [index, rank]
  }
  return next
}

/**
 * Who has to leave a full line for a newcomer, as an index: the last claim of the account with the most, if that is at
 * least two more than the newcomer's account has; -1 if nobody.
 */
export function displacedBy(newcomer: Claim, line: readonly Claim[]): number {
  const own = ownedBy(line, newcomer.accountId).length
  const lengths = new Map<string, number>()
  for (const { accountId } of line) lengths.set(accountId, (lengths.get(accountId) ?? 0) + 1)
  const [longest, length] = [...lengths].sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return length > own + 1 ? line.findLastIndex(({ accountId }) => accountId === longest) : -1
}

function ownedBy(claims: readonly Claim[], accountId: string): Claim[] {
  return claims.filter((claim) => claim.accountId === accountId)
}

function accountsOf(claims: readonly Claim[]): Set<string> {
  return new Set(claims.map(({ accountId }) => accountId))
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
