import {
  tags as builtInTags,
  Context,
  Drop,
  defaultOperators,
  type Emitter,
  evalToken,
  type Liquid,
  LiquidError,
  type Operators,
  ParseError,
  type Tag,
  type Template,
  type Token,
  TypeGuards,
  type Value,
} from 'liquidjs'
import { Problem } from '../errors'
import { outputText } from './fast-output'
import { comparisonSteps, containmentSteps, fieldSteps, loopSteps, readingSteps } from './work'

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

/** Characters of source that cost one step when a tag is evaluated: its conditions, arguments and paths. */
const CHARACTERS_PER_STEP = 4

/** A budget with liquidjs's `Limiter` shape; what is over it is a 422, since only rendering showed it. */
class Budget {
  private used = 0

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

function overLimit(what: string, limit: number) {
  return new Problem('document_invalid', {
    detail: `The template needs more than ${limit.toLocaleString('en')} ${what}. Loop over less, or send less data.`,
  })
}

/**
 * The context of one rendering, with its budgets.
 *
 * @param scope the caller's data, plain JSON
 * @param globals what every partial sees as well: `locale`, `currency`, `brand` …
 */
export function meteredContext(liquid: Liquid, scope: object, globals: object, limits: Limits) {
  const budgets = {
    renderLimit: new Budget('steps', limits.steps),
    memoryLimit: new Budget('characters and elements of memory', limits.memory),
    liquid,
  }
  // Budget is structurally liquidjs's Limiter, which the package does not export.
  return new MeteredContext(scope, liquid.options, { sync: true, globals }, budgets as never)
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

/** Collects HTML and counts every character: captures too, or one could double itself without end. */
class CountingEmitter implements Emitter {
  buffer = ''

  constructor(
    private readonly context: Context,
    private readonly limit: number,
  ) {}

  write(html: unknown) {
    const text = typeof html === 'string' ? html : String(html ?? '')
    this.context.memoryLimit.use(text.length)
    if (this.buffer.length + text.length > this.limit) throw overLimit('characters of HTML', this.limit)
    this.buffer += text
  }
}

/** Tags that read the whole of a value before their block begins. */
const reading = ['for', 'tablerow', 'case', 'cycle']

/** What these tags call the values. */
type Priced = { collection?: Token; group?: Token; value?: Value; branches?: { values?: unknown[] }[] }

/** Steps of a tag beside its source: `for` and `tablerow` list a collection, `case` compares a value, `cycle` names a group. */
function* priceOf({ collection, group, value, branches }: Priced, context: Context) {
  if (collection && !TypeGuards.isRangeToken(collection)) {
    return loopSteps(yield evalToken(collection, context) as never)
  }
  if (group) return readingSteps(yield evalToken(group, context) as never)
  if (!value || !branches?.some(({ values }) => values)) return 0
  const compared = branches.reduce((sum, { values = [] }) => sum + values.length, 0)
  return compared * readingSteps(yield value.value(context) as never)
}

type TagArguments = ConstructorParameters<typeof Tag>
type Weighed = Template & { weight?: number }

/** A list of nodes as it is rendered: what it costs, and for each the shortest way to what it prints. */
type Plan = {
  weight: number
  nodes: { node: Template; text: string | undefined; print: Print | undefined }[]
}
type Print = ReturnType<typeof outputText>

/**
 * Renders lists of nodes as liquidjs does, in its place: every list pays for what its source can evaluate, and
 * plain HTML and plain outputs, nearly all of a document, need no generator.
 */
export function meterRenderer(liquid: Liquid, limits: Limits) {
  const plans = new WeakMap<Template[], Plan>()
  liquid.renderer.renderTemplates = function* (templates, context, emitter) {
    const into = emitter ?? new CountingEmitter(context, limits.output)
    const plan = plans.get(templates) ?? planOf(templates)
    plans.set(templates, plan)
    charge(context, plan.weight)
    for (const { node, text, print } of plan.nodes) {
      if (text !== undefined) into.write(text)
      else {
        try {
          const html: unknown = print ? print(context) : yield node.render(context, into)
          if (html) into.write(html)
        } catch (error) {
          throw LiquidError.is(error) ? error : new ParseError(error as Error, node.token)
        }
        if (context.breakCalled || context.continueCalled) break
      }
    }
    return into.buffer
  }
}

function planOf(templates: Template[]): Plan {
  const nodes = templates.map((node) => ({
    node,
    text: TypeGuards.isHTMLToken(node.token) ? node.token.getContent() : undefined,
    print: outputText(node),
  }))
  const weight = templates.reduce((sum, node: Weighed) => sum + 1 + (node.weight ?? tokenWeight(node)), 1)
  return { weight, nodes }
}

/** Plain HTML is only copied; the emitter counts it. */
function tokenWeight({ token }: Template) {
  if (TypeGuards.isHTMLToken(token)) return 0
  return Math.floor((token.end - token.begin) / CHARACTERS_PER_STEP)
}

/**
 * Registers every tag but the refused ones, each knowing the length of its whole block: an `elsif` or a `when`
 * is evaluated without being a node of its own, so the block pays for it.
 */
export function meterTags(liquid: Liquid, refused: readonly string[]) {
  for (const [name, BuiltIn] of Object.entries(builtInTags)) {
    if (refused.includes(name)) {
      delete liquid.tags[name]
      continue
    }
    // The declared type is abstract; every built-in tag is whole.
    const Whole = BuiltIn as unknown as new (...parts: TagArguments) => Template
    class Metered extends Whole {
      readonly weight: number

      constructor(...parts: TagArguments) {
        super(...parts)
        const [token, remaining] = parts
        const end = remaining[0]?.begin ?? token.input.length
        this.weight = Math.floor(Math.max(0, end - token.begin) / CHARACTERS_PER_STEP)
      }
    }
    class Reading extends Metered {
      override *render(context: Context, emitter: Emitter): ReturnType<Template['render']> {
        charge(context, yield* priceOf(this as unknown as Priced, context))
        return yield* super.render(context, emitter) as Generator<unknown, void>
      }
    }
    liquid.registerTag(name, (reading.includes(name) ? Reading : Metered) as never)
  }
}
