/** A rendering that stops between two steps, and goes on later. */
import type { Counter } from './limits'

type Step = Iterator<unknown>

/** So many generators run in the time of a step, where none of them is charged: what a list of values costs is charged at once. */
const GENERATORS_PER_STEP = 4

/**
 * One rendering under way. liquidjs renders with generators in generators; they are run here from a stack of their own,
 * so that a rendering can stop between any two of them and go on later.
 */
export class Rendering {
  readonly #stack: Step[]
  #value: unknown
  #failed = false

  /**
   * @param work a generator of liquidjs, which returns the HTML
   * @param counter counts the steps of this rendering
   * @param explain turns what liquidjs throws into what a caller is told
   */
  constructor(
    work: Step,
    private readonly counter: Counter,
    private readonly explain: (error: unknown) => unknown,
  ) {
    this.#stack = [work]
  }

  /** Renders for about so many steps, or the time of so many. Returns the HTML once it is complete. Throws Problem. */
  advance(steps: number): string | undefined {
    const until = this.counter.used + steps
    for (let left = GENERATORS_PER_STEP * steps; this.counter.used < until && left > 0; left--) {
      const top = this.#stack.at(-1)
      if (top) this.#resume(top)
      else if (this.#failed) throw this.explain(this.#value)
      else return String(this.#value)
    }
    return undefined
  }

  /** Steps so far. */
  get used(): number {
    return this.counter.used
  }

  /** Runs a generator until it yields or ends. What it yields or returns may be another one, whose result it gets. */
  #resume(top: Step) {
    try {
      const { done, value } = this.#failed && top.throw ? top.throw(this.#value) : top.next(this.#value)
      this.#failed = false
      if (done) this.#stack.pop()
      if (isGenerator(value)) this.#stack.push(value)
      this.#value = isGenerator(value) ? undefined : value
    } catch (error) {
      this.#stack.pop()
      this.#failed = true
      this.#value = error
    }
  }
}

/** Data may have fields of these names: only functions make a generator. */
function isGenerator(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false
  const { next, throw: fail, return: end } = value as Record<string, unknown>
  return [next, fail, end].every((method) => typeof method === 'function')
}
