/** Formulas in TeX as MathML, which the browser draws by itself: no script, and no style sheet but ours. */
import temml from 'temml'
import { escapeCode } from './highlight'

/** Characters of one formula: those in it may be nested as deep as it is long. */
const MAX_FORMULA = 2000
/** Characters of all formulas, those of chemistry counted by what they cost. */
const MAX_TOTAL = 60_000
const MAX_FORMULAS = 3000
/** Formulas that a warning each names. */
const MAX_TOLD = 10
/** Macros of the library's own that a formula may be made of. */
const MAX_EXPANSIONS = 500
/** Reactions and units are read by grammars of their own, for thirty times as long as formulas. */
const CHEMISTRY = /\\(?:ce|pu)(?![A-Za-z])/
const CHEMISTRY_COST = 30
/** What would define a macro, which may be of any length and call itself. */
const DEFINITION =
  /\\(?:[egx]?def|let|futurelet|(?:re|provide)?newcommand|providecommand|DeclareMathOperator)(?![A-Za-z])/

const OPTIONS = {
  throwOnError: true,
  strict: false,
  trust: false,
  maxExpand: MAX_EXPANSIONS,
  // In ems and points: larger ones become these.
  maxSize: [20, 300] as [number, number],
}

/** The formulas of one text. What cannot be drawn is printed as it was written, and told. */
export class Formulas {
  readonly warnings: string[] = []
  #count = 0
  #cost = 0

  /** The HTML of a formula; `apart` from the text, on a line of its own; as a `block` beside paragraphs, or within one. */
  draw(formula: string, { apart, block }: { apart: boolean; block: boolean }): string {
    const tag = block ? 'div' : 'span'
    const problem = this.#refusal(formula)
    if (problem === undefined) {
      try {
        const math = temml.renderToString(formula, { ...OPTIONS, displayMode: apart })
        return `<${tag} class="math">${math}</${tag}>`
      } catch (error) {
        this.#warn(formula, error instanceof Error ? error.message : String(error))
      }
    } else this.#warn(formula, problem)
    const code = `<code class="code">${escapeCode(formula)}</code>`
    return block ? `<pre>${code}</pre>` : code
  }

  #refusal(formula: string): string | undefined {
    this.#count++
    if (formula.length > MAX_FORMULA) return `it has more than ${MAX_FORMULA} characters`
    this.#cost += formula.length * (CHEMISTRY.test(formula) ? CHEMISTRY_COST : 1)
    if (this.#count > MAX_FORMULAS || this.#cost > MAX_TOTAL)
      return `the formulas of a text may have ${MAX_TOTAL} characters, and be ${MAX_FORMULAS}`
    return DEFINITION.test(formula)
      ? 'it defines a macro, which is not taken: write out what it stands for'
      : undefined
  }

  #warn(formula: string, problem: string): void {
    if (this.warnings.length >= MAX_TOLD) return
    const shown = formula.length > 40 ? `${formula.slice(0, 37)}...` : formula
    const text = problem
      .replace(/^ParseError: /, '')
      .trim()
      .split('\n', 1)[0]
      ?.slice(0, 200)
    this.warnings.push(`markdown: the formula ${JSON.stringify(shown)} is printed as it is written: ${text}`)
  }
}
