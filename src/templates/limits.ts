/** What a rendering of a template may cost, and how it is counted. */
import { Context, Drop, defaultOperators, type Liquid, type Operators } from 'liquidjs'
import { Problem } from '../errors'
import { comparisonSteps, containmentSteps, fieldSteps } from './step-costs'

/**
 * What one rendering of a template may cost. All of it is counted, none of it is timed: a deployed Worker's
 * clock stands still during computation, so liquidjs's own `renderLimit` would never fire there.
 */
export type Limits = {
  /** Units of work: about one per tag, output or 4 characters of Liquid evaluated. */
  steps: number
  /** Array elements and characters that filters, ranges and captures may allocate. */
  memory: number
  /** Characters of HTML. */
  output: number
}

export const RENDER_LIMITS: Limits = { steps: 1_500_000, memory: 32_000_000, output: 8_000_000 }

/** What a rendering has used so far. */
export type Counter = { readonly used: number }

/** A budget with liquidjs's `Limiter` shape; what is over it is a 422, since only rendering showed it. */
class Budget implements Counter {
  used = 0

  constructor(
    private readonly what: string,
    private readonly limit: number,
  ) {}

  use(count: number) {
    if (!(count > 0)) return
    this.used += count
    if (this.used > this.limit) throw overLimit(this.what, this.limit)
  }

  /** liquidjs calls this with the clock before every node; the clock means nothing here, and is ignored. */
  check() {}
}

/** The error of a template that needs more than `limit` of `what`. */
export function overLimit(what: string, limit: number) {
  return new Problem('document_invalid', {
    detail: `The template needs more than ${limit.toLocaleString('en')} ${what}. Loop over less, or send less data.`,
  })
}

/**
 * The context of one rendering, with its budgets, and the counter of its steps.
 *
 * @param scope the caller's data, plain JSON
 * @param globals what every partial sees as well: `locale`, `currency`, `brand` …
 */
export function meteredContext(liquid: Liquid, scope: object, globals: object, limits: Limits) {
  const steps = new Budget('steps', limits.steps)
  const memoryLimit = new Budget('characters and elements of memory', limits.memory)
  // Budget is structurally liquidjs's Limiter, which the package does not export.
  const budgets = { renderLimit: steps, memoryLimit, liquid } as never
  const context = new MeteredContext(scope, liquid.options, { sync: true, globals }, budgets)
  return { context, steps }
}

/** Liquid's comparisons, each paying for the texts and lists that it reads. */
export const METERED_OPERATORS: Operators = {
  ...defaultOperators,
  ...Object.fromEntries(
    ['==', '!=', '>', '<', '>=', '<='].map((name) => [name, metered(name, comparisonSteps)]),
  ),
  contains: metered('contains', containmentSteps),
}

function metered(name: string, steps: (left: unknown, right: unknown) => number): Operators[string] {
  const compare = defaultOperators[name] as (left: unknown, right: unknown, context: Context) => unknown
  return (left: unknown, right: unknown, context: Context) => {
    charge(context, steps(left, right))
    return compare(left, right, context) as never
  }
}

/** Reads properties for what that costs: an object's fields are counted, and a list is no name of anything. */
class MeteredContext extends Context {
  override readProperty(...[object, name]: Parameters<Context['readProperty']>): unknown {
    if (typeof name === 'object' && !(name instanceof Drop)) return undefined
    const value: unknown = super.readProperty(object, name)
    if (name === 'size' && typeof object === 'object' && typeof value === 'number' && !Array.isArray(object))
      charge(this, fieldSteps(value))
    return value
  }

  override spawn(scope: object = {}): Context {
    const { renderLimit, memoryLimit, liquid, opts, globals } = this as unknown as Inside
    const budgets = { renderLimit, memoryLimit, liquid }
    return new MeteredContext(scope, opts, { sync: true, globals }, budgets as never)
  }
}

/** What liquidjs keeps to itself of a context (10.30.1, pinned). */
type Inside = Record<'renderLimit' | 'memoryLimit' | 'liquid', unknown> & {
  opts: Liquid['options']
  globals: object
}

/** Takes `count` steps from the budget of a rendering: for filters that do more than print. */
export function charge(context: Context, count: number) {
  context.renderLimit.use(count)
}

/** Steps of one call of a filter: it cannot stop half way, and others wait for it, about half a second at the most. */
const MAX_FILTER_STEPS = 500_000

/** As `charge`, for one call of a filter: before it begins. */
export function chargeFilter(context: Context, count: number) {
  if (count > MAX_FILTER_STEPS) throw overLimit('steps for one filter', MAX_FILTER_STEPS)
  charge(context, count)
}
