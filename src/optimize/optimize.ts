/**
 * The same document, printed better: look, repair, look again, and keep a repair only if the look is better and
 * the text is still all there. A document without findings is looked at once.
 */

import {
  type Audit,
  fillsNoMore,
  fixableKinds,
  hasPageOfBars,
  isBetter,
  isBetterTogether,
  isForOneHeading,
  isShortened,
  type Kind,
  showsMore,
  wastesPaper,
} from '../in-page/findings'
import type { AuditSettings } from '../in-page/paper-types'
import { MAX_SHRINK } from '../in-page/smallest-sizes'
import { type LaidOut, putBack } from './laid-out'
import { type Advice, type ModelOutcome, OUTLINE_LIMIT, type Question } from './model'
import { withoutLeastWidth } from './repair-parts'
import { RepairedDocument } from './repaired-document'
import { type Attempts, nextStep, PULLED_ALONE, type Step, scalesFor } from './rules'
import { type OptimizationReport, reportOf } from './summary'
import { MAX_TRIALS, TrialBudget } from './trial-budget'

export type OptimizeRequest = AuditSettings & {
  /** False if the caller set the print scale. */
  mayScale: boolean
}

/** Asks the model for print CSS, in time; throws nothing. */
export type AskModel = (question: Question) => Promise<Advice>

export type Optimized = {
  report: OptimizationReport
  /** Print scale. */
  scale: number
  /** What the document was given if it had none. */
  lang: string | undefined
  title: string | undefined
  /** Whether something is left that no repair was tried for, because the time was up. */
  isCutShort: boolean
}

/** So many trials are kept for smaller print scales. */
const MAX_SCALES = 3
/** Kinds that make boxes narrower, as they are left to the browser. */
const WIDTHS: Attempts = { too_wide: MAX_TRIALS, wide_table: MAX_TRIALS }
/** Kinds whose repair moves whole boxes to the next page, as they are left where they are. */
const BOXES: Attempts = { split_figure: PULLED_ALONE, stranded_heading: MAX_TRIALS }
/** Bars that stay where they are. */
const BARS: Attempts = { repeated_bar: MAX_TRIALS }
/** By how much larger a print hardly is. */
const LITTLE = 1.15

/** Optimises the document in `page`; what it did stays in the page, and the answer says at what scale to print it. */
export async function optimizeForPrint(
  page: LaidOut,
  request: OptimizeRequest,
  { ask, now }: { ask?: AskModel | undefined; now: () => number },
): Promise<Optimized> {
  const run = new OptimizationRun(page, request, now)
  try {
    return await run.run(ask)
  } catch (error) {
    // The document is printed as it came. A look that was cut short leaves columns behind as well.
    await putBack(page, 0)
    throw error
  }
}

class OptimizationRun {
  /** The document as it came. */
  original!: Audit
  readonly #document: RepairedDocument
  readonly #trials: TrialBudget
  #isNarrowed = false
  /** That a table was split: its parts are tables of their own. */
  #hasSplit = false
  /** That smaller scales were not all tried in time, for a document that the browser printed smaller, on fewer pages. */
  #isLeftLonger = false
  /** That no smaller scale was found for. */
  #unscaled: Audit | undefined
  /** Kinds that are not repaired, as if they had been tried. */
  readonly #left: Attempts = {}
  /** How often a kind's repair was not worth it, though nothing else was tried with it. */
  readonly #refused: Attempts = {}

  constructor(
    private readonly page: LaidOut,
    private readonly request: OptimizeRequest,
    now: () => number,
  ) {
    this.#trials = new TrialBudget(now)
    this.#document = new RepairedDocument(page, request, this.#trials)
  }

  get audit(): Audit {
    return this.#document.audit
  }

  /** The whole way: look, rules, print scale, model. */
  async run(ask: AskModel | undefined): Promise<Optimized> {
    const before = await this.#document.look(this.page.audited)
    this.original = before
    if (fixableKinds(before).length > 0) {
      // What is too wide for it alone, as all that fills the page is, needs no rule of its own then.
      if (
        before.hasLeastWidth &&
        this.#trials.allows() &&
        (await this.#document.try({ repair: withoutLeastWidth }))
      ) {
        this.#isNarrowed = true
        await this.rescale()
      }
      await this.applyRules({})
      await this.rescale()
      if (this.#gainsLittle()) await this.#startAgain(WIDTHS)
      else if (this.#isLeftLonger) await this.#document.takeAllBack()
      else if (this.#isLonger()) await this.#tryWithout(WIDTHS)
      if (wastesPaper(before, this.audit)) await this.#startAgain(BOXES)
      else if (isForOneHeading(before, this.audit)) await this.#tryWithout(BOXES)
      if (hasPageOfBars(before, this.audit)) await this.#startAgain(BARS)
    }
    const wanted = fixableKinds(this.audit).length > 0
    const model = ask ? (wanted ? await this.advise(ask) : 'not_needed') : 'not_configured'
    const { audit, repaired, scale, lang, title } = this.#document
    const changed = scale === this.request.paper.scale ? undefined : scale
    const report = reportOf(before, audit, { repaired, scale: changed, model })
    return { report, scale, lang, title, isCutShort: this.#trials.isTimeUp && fixableKinds(audit).length > 0 }
  }

  /** Takes step after step of the rules, all kinds of a step together, or one by one where together they fail. */
  async applyRules(attempts: Attempts): Promise<void> {
    const { mayScale } = this.request
    for (;;) {
      const step = nextStep(this.audit, { attempts, mayScale })
      if (!step || !this.#trials.allows(this.#trialsOfScale())) return
      let done = step.kinds
      const { counts } = this.audit
      if (!(await this.#take(step))) {
        done = step.kinds.filter((kind) => counts[kind])
        for (const kind of step.kinds) attempts[kind] ??= 0
        // What is kept whole may be what does harm, or takes a page more: the others then go first.
        const others = nextStep(this.audit, { attempts, mayScale }, 'no breaks')
        const isLess = others && others.kinds.length < step.kinds.length && others.kinds.length > 1
        if (isLess && this.#trials.allows() && (await this.#take(others))) done = others.kinds
        else await this.#takeAlone(step.kinds, attempts)
      }
      for (const kind of done) attempts[kind] = (attempts[kind] ?? 0) + 1
      if (this.#hasSplit) attempts.wide_table = 0
      this.#hasSplit = false
    }
  }

  /** Takes the steps of `kinds` one by one, as far as there is anything wrong. */
  async #takeAlone(kinds: Kind[], attempts: Attempts): Promise<void> {
    const { mayScale } = this.request
    for (const kind of kinds.length > 1 ? kinds : []) {
      if (!this.audit.counts[kind]) continue
      const single = nextStep(this.audit, { attempts, mayScale }, kind)
      if (single && this.#trials.allows(this.#trialsOfScale())) await this.#take(single)
    }
  }

  async #take(step: Step): Promise<boolean> {
    const isEnough = step.kinds.length > 1 ? isBetterTogether : isBetter
    // A smaller scale brings another layout, and is for what is too wide alone.
    const isWorthIt = (before: Audit, after: Audit) =>
      isEnough(before, after) &&
      (step.scale === undefined || (after.counts.too_wide ?? 0) < (before.counts.too_wide ?? 0))
    const isTaken = await this.#document.try(step, isWorthIt)
    if (isTaken && step.kinds.some((kind) => kind in WIDTHS)) this.#isNarrowed = true
    if (isTaken && step.repair.splits) this.#hasSplit = true
    const [kind, ...others] = step.kinds
    if (kind && others.length === 0 && !isTaken) this.#refused[kind] = (this.#refused[kind] ?? 0) + 1
    return isTaken
  }

  /** Whether what the browser printed whole, only smaller, was made narrower to be printed nearly as small. */
  #gainsLittle(): boolean {
    const { shrink, page, cut } = this.original
    const { scale } = this.#document
    const isSmall = scale < page.scale && scale < (LITTLE * page.scale) / shrink
    return this.#isNarrowed && isSmall && cut.characters === 0
  }

  /** Whether what the browser printed whole, only smaller, takes more pages since it was made narrower. */
  #isLonger(): boolean {
    const { original } = this
    const wasWhole = original.shrink > 1 && original.shrink < MAX_SHRINK && original.breaksKnown
    return this.#isNarrowed && wasWhole && !fillsNoMore(this.audit, original)
  }

  /** Leaves findings of some kinds as they came, if that takes fewer pages and shows as much. */
  async #tryWithout(left: Attempts): Promise<void> {
    const { audit, kept } = this.#document
    await this.#startAgain(left)
    if (!fillsNoMore(audit, this.audit) && !showsMore(this.audit, audit)) return
    for (const kind of Object.keys(left) as Kind[]) delete this.#left[kind]
    await this.#document.takeAllBack()
    await this.#document.keepAgain(kept)
  }

  /** Leaves findings of some kinds as they came, as if so much had been tried, and repairs all else. */
  async #startAgain(left: Attempts): Promise<void> {
    await this.#document.takeAllBack()
    Object.assign(this.#left, left)
    this.#trials.renew()
    // Little time is left, so that what was not worth it before comes last.
    await this.applyRules({ ...this.#refused, ...this.#left })
    await this.applyRules({ ...this.#left })
    await this.rescale()
  }

  /** Tries smaller print scales for what takes more pages than it must. */
  async rescale(): Promise<void> {
    const { original } = this
    if (!this.request.mayScale || this.audit === this.#unscaled) return
    let isOtherWindow = false
    for (const scale of scalesFor(this.audit, this.#document.scale, original)) {
      if (!this.#trials.allows()) {
        this.#isLeftLonger =
          original.shrink > 1 && this.audit.pages > original.pages && !showsMore(original, this.audit)
        break
      }
      const isShorter = (before: Audit, after: Audit) =>
        (after.pages < before.pages && isBetter(before, after)) || isShortened(before, after, original)
      if (await this.#document.tryOnce({ repair: { css: '', tags: [] }, scale }, isShorter)) return
      isOtherWindow = true
    }
    if (isOtherWindow) await this.#document.look()
    this.#unscaled = this.audit
  }

  /** Asks the model for a style sheet and tries it. */
  async advise(ask: AskModel): Promise<ModelOutcome> {
    const outline = await this.page.callInPage('outline', OUTLINE_LIMIT)
    const advice = await ask({ outline, audit: this.audit })
    if (!('css' in advice)) return advice.outcome
    return (await this.#document.try({ repair: { css: advice.css, tags: [] } })) ? 'used' : 'rejected'
  }

  /** So many trials are left to a smaller scale, where what was repaired takes more pages than it must. */
  #trialsOfScale(): number {
    if (!this.request.mayScale || this.audit === this.#unscaled) return 0
    return Math.min(MAX_SCALES, scalesFor(this.audit, this.#document.scale, this.original).length)
  }
}
