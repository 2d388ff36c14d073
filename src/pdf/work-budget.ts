/**
 * What finishing one document may cost: work that is counted, never time, since a deployed clock stands still while we
 * compute. The limits are set so that a document that reaches one has taken about 20 s of one core
 * (docs/decisions/finishing-budget.md has the measurements).
 *
 * The budget belongs to the objects of a document, and every step finds it there. Attachments, the watermark and the
 * saved file that is checked share that of the document they are for.
 */
import type { PDFContext } from 'pdf-lib'
import { Problem } from '../errors'
import { turns } from '../memory/isolate-turns'
import { rejectOnAbort, sleep } from '../time/waiting'

export const MAX_WORK = {
  pages: 10_000,
  /** Objects looked at or copied, each time one is. */
  objects: 60_000_000,
  /** Operators of content streams read, each time one is. */
  operators: 30_000_000,
  /** Bytes inflated and deflated. */
  bytes: 2 ** 30,
  /** Pixels painted, each time one is, and more for those that take more (`pdfa/painting-cost.ts`). */
  pixels: 1_600_000_000,
} as const

/** Operators of one content stream: a page's are in memory together while it is flattened. */
const MAX_STREAM_OPERATORS = 1_000_000

/** Characters of one operand in a content stream, inline images left out: such as an array of texts with their places. */
const MAX_OPERAND = 1 << 20

export type WorkKind = keyof typeof MAX_WORK

const REMEDIES: Record<WorkKind, string> = {
  pages: 'Split the document.',
  objects: 'Split the document, or leave out attachments.',
  operators: 'Split the document, or simplify its drawings.',
  bytes: 'Split the document, or leave out attachments.',
  pixels: 'PDF/A-2b needs no flattening: ask for that, or split the document.',
}

/** The document would cost more than it may. */
export class WorkLimitExceeded extends Problem {
  /** `of` is what the work was counted in: the whole document, if it is not given. */
  constructor(kind: WorkKind, counted: number, most: number = MAX_WORK[kind], of = 'this document') {
    const [count, limit] = [counted, most].map((value) => Math.ceil(value).toLocaleString('en'))
    const detail = `Finishing ${of} takes too much work: ${count} ${kind} of at most ${limit}. ${REMEDIES[kind]}`
    super('document_invalid', { detail })
  }
}

/** Nanoseconds that one unit takes, roughly: they decide only when others get their turn. */
const NANOSECONDS: Record<WorkKind, number> = {
  pages: 1_000,
  objects: 300,
  operators: 600,
  bytes: 8,
  pixels: 12,
}
/** The same for a page that is read, copied, drawn over or written, its few objects included. */
const PAGE_NANOSECONDS = 500_000
/** Work after which others get their turn, by these figures; and while other accounts have work in the isolate. */
const TURN = 50_000_000
const SHARED_TURN = { paid: 20_000_000, unpaid: 10_000_000 }

export class WorkBudget {
  /**
   * `limits` are those of a whole document if they are not given. `signal` ends the work where others have their turn;
   * `accountId` is whose work it is, `payment` whether anybody pays for it.
   */
  constructor(
    private readonly limits: Readonly<Record<WorkKind, number>> = MAX_WORK,
    private readonly signal?: AbortSignal,
    private readonly accountId?: string,
    private readonly payment: 'paid' | 'unpaid' = 'paid',
  ) {}

  readonly #spent: Record<WorkKind, number> = { pages: 0, objects: 0, operators: 0, bytes: 0, pixels: 0 }
  #turn = 0

  /** Counts work before or while it is done. Throws WorkLimitExceeded. */
  charge(kind: WorkKind, amount = 1): void {
    this.#spent[kind] += amount
    this.#turn += amount * NANOSECONDS[kind]
    // What is no number is no less than too much.
    if (!(this.#spent[kind] <= this.limits[kind]))
      throw new WorkLimitExceeded(kind, this.#spent[kind], this.limits[kind])
  }

  /** Refuses a content stream that is too long by itself. Throws WorkLimitExceeded. */
  checkStream(operators: number): void {
    if (operators > MAX_STREAM_OPERATORS)
      throw new WorkLimitExceeded('operators', operators, MAX_STREAM_OPERATORS, 'one page of this document')
  }

  /** Refuses an operand that is too long: it is read in one piece. Throws WorkLimitExceeded. */
  checkOperand(characters: number): void {
    if (characters > MAX_OPERAND)
      throw new WorkLimitExceeded('bytes', characters, MAX_OPERAND, 'one operand of this document')
  }

  /** Whether so much work may still be done; for steps that can leave something as it is. */
  allows(kind: WorkKind, amount: number): boolean {
    return this.#spent[kind] + amount <= this.limits[kind]
  }

  /** A budget for work that may be left undone, or that nobody pays for: a share of the limits, and no more than is left of them. */
  portion(share: number, payment = this.payment): WorkBudget {
    const limits = { ...this.limits }
    for (const kind of Object.keys(limits) as WorkKind[])
      limits[kind] = Math.max(0, Math.min(share * this.limits[kind], this.limits[kind] - this.#spent[kind]))
    return new WorkBudget(limits, this.signal, this.accountId, payment)
  }

  /** What was counted so far. */
  get spent(): Readonly<Record<WorkKind, number>> {
    return this.#spent
  }

  /** Charges for work that is done later. Returns what `countDone` takes once it is done. */
  chargeAhead(kind: WorkKind, amount: number): number {
    const before = this.#turn
    this.charge(kind, amount)
    this.#turn = before
    return amount * NANOSECONDS[kind]
  }

  /** Counts work towards the next turn that was charged ahead and is done now. */
  countDone(ahead: number): void {
    this.#turn += ahead
  }

  /** Counts pages that were handled as a whole towards the next turn; what they may cost is counted by other units. */
  countPages(count: number): void {
    this.#turn += count * PAGE_NANOSECONDS
  }

  /** Whether much was done since others last had their turn. */
  get isTurnDue(): boolean {
    return (
      this.#turn >= TURN ||
      (this.#turn >= SHARED_TURN[this.payment] && turns.isShared(Date.now(), this.accountId))
    )
  }

  /**
   * Lets other requests run if much was done since they last could. Steps call it between pages and heavy pieces. Throws the
   * reason of the signal if the work was given up.
   */
  async takeTurns(): Promise<void> {
    if (!this.isTurnDue) return
    const ms = turns.pauseAfter(this, this.#turn / 1e6, Date.now(), this.accountId, this.payment)
    this.#turn = 0
    await rejectOnAbort(this.signal, sleep(ms))
  }
}

const budgets = new WeakMap<PDFContext, WorkBudget>()

/** The budget of the document that these objects are of, a new one if it has none. */
export function budgetOf(context: PDFContext): WorkBudget {
  const known = budgets.get(context)
  if (known) return known
  const budget = new WorkBudget()
  budgets.set(context, budget)
  return budget
}

/** Lets a document be paid from a budget. */
export function shareBudget(context: PDFContext, budget: WorkBudget): void {
  budgets.set(context, budget)
}
