/** A document with the repairs that it has: each is tried, looked at, and kept or taken back. */

import { type Audit, fixableKinds, isBetter, type Kind } from '../in-page/findings'
import type { AuditSettings, Repair, Trial, WrongWindow } from '../in-page/paper-types'
import { askInWindow, type LaidOut } from './laid-out'
import type { TrialBudget } from './trial-budget'

/** `scale`: the print scale that the repair needs; the document's own if it is absent. */
type Repairing = { repair: Repair; scale?: number }

export class RepairedDocument {
  /** How the document looks as it is now; there is none before the first `look`. */
  audit!: Audit
  /** Print scale. */
  scale: number
  /** What the document was given if it had none. */
  lang: string | undefined
  title: string | undefined
  readonly repaired = new Set<Kind>()
  /** The repairs in the document, each with its print scale. */
  #kept: Required<Repairing>[] = []

  constructor(
    private readonly page: LaidOut,
    private readonly settings: AuditSettings,
    private readonly trials: TrialBudget,
  ) {
    this.scale = settings.paper.scale
  }

  get kept(): readonly Required<Repairing>[] {
    return this.#kept
  }

  /** A look at the document as it is; `asked` is the answer, if it was asked for before. */
  async look(asked?: LaidOut['audited']): Promise<Audit> {
    this.audit = await this.#ask((settings) => this.page.callInPage('audit', settings), this.scale, asked)
    return this.audit
  }

  /** Tries a step, and takes it back where it is not worth it, or nobody can say so in time. */
  async try(step: Repairing, isWorthIt = isBetter): Promise<boolean> {
    const isKept = await this.tryOnce(step, isWorthIt)
    // The window has the size for the other scale.
    if (!isKept && step.scale !== undefined && step.scale !== this.scale) await this.look()
    return isKept
  }

  /** The same; the window may be left with the size for another scale. */
  async tryOnce({ repair, scale = this.scale }: Repairing, isWorthIt: typeof isBetter): Promise<boolean> {
    this.trials.spend()
    const before = this.audit
    let trial: Trial | undefined
    try {
      trial = await this.#ask((settings) => this.page.callInPage('tryRepair', settings, repair), scale)
    } catch {
      // The others would take as long. What was repaired until now stays, unless the page is gone.
      this.trials.end()
    }
    if (trial?.textKept && trial.harmless && isWorthIt(before, trial.audit)) {
      this.#keep(before, trial.audit, repair, scale)
      return true
    }
    await this.page.callInPage('undo', this.#kept.length)
    return false
  }

  /** The document as it came, at its own scale. */
  async takeAllBack(): Promise<void> {
    await this.page.callInPage('undo', 0)
    this.repaired.clear()
    this.#kept = []
    this.scale = this.settings.paper.scale
    await this.look()
  }

  /** Makes repairs again that were kept and taken back, in their order. */
  async keepAgain(kept: readonly Required<Repairing>[]): Promise<void> {
    for (const { repair, scale } of kept) {
      const trial = await this.#ask((settings) => this.page.callInPage('tryRepair', settings, repair), scale)
      this.#keep(this.audit, trial.audit, repair, scale)
    }
  }

  #keep(before: Audit, after: Audit, repair: Repair, scale: number) {
    const { title, lang } = repair
    this.audit = after
    this.scale = scale
    this.#kept.push({ repair, scale })
    if (lang !== undefined) this.lang = lang
    if (title !== undefined) this.title = title
    for (const kind of fixableKinds(before)) {
      if ((after.counts[kind] ?? 0) < (before.counts[kind] ?? 0)) this.repaired.add(kind)
    }
  }

  #ask<Result extends object>(
    call: (settings: AuditSettings) => Promise<Result | WrongWindow>,
    scale: number,
    asked?: Promise<Result | WrongWindow | undefined>,
  ): Promise<Result> {
    const { paper, backgrounds } = this.settings
    return askInWindow(this.page, () => call({ paper: { ...paper, scale }, backgrounds }), asked)
  }
}
