/** Tags and lists of nodes that pay from the budgets of `limits.ts` for what their source evaluates and prints. */
import {
  tags as builtInTags,
  type Context,
  type Emitter,
  evalToken,
  type Liquid,
  LiquidError,
  ParseError,
  type Tag,
  type Template,
  type Token,
  TypeGuards,
  type Value,
} from 'liquidjs'
import { outputText } from './fast-output'
import { charge, type Limits, overLimit } from './limits'
import { comparisonSteps, loopSteps, readingSteps } from './step-costs'

/** Characters of source that cost one step when a tag is evaluated: its conditions, arguments and paths. */
const CHARACTERS_PER_STEP = 4

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
type Priced = { collection?: Token; group?: Token; value?: Value; branches?: { values?: Token[] }[] }

/** To look a value up that `when` names, beside its source: it takes some six generators. */
const LOOKED_UP_VALUE_STEPS = 3

/** Steps of a tag beside its source: `for` and `tablerow` list a collection, `case` compares a value, `cycle` names a group. */
function* priceOf({ collection, group, value, branches }: Priced, context: Context) {
  if (collection && !TypeGuards.isRangeToken(collection)) {
    return loopSteps(yield evalToken(collection, context) as never)
  }
  if (group) return readingSteps(yield evalToken(group, context) as never)
  const compared = branches?.flatMap(({ values = [] }) => values) ?? []
  if (!value || compared.length === 0) return 0
  const looked = compared.filter((token) => !('content' in token)).length
  const known: unknown = yield value.value(context) as never
  return looked * LOOKED_UP_VALUE_STEPS + compared.length * (1 + comparisonSteps(known, known))
}

type TagArguments = ConstructorParameters<typeof Tag>
type Weighed = Template & { weight?: number }

/** A list of nodes as it is rendered: what it costs, and for each the shortest way to what it prints. */
type Plan = {
  weight: number
  nodes: { node: Template; text: string | undefined; print: Print | undefined }[]
}
type Print = ReturnType<typeof outputText>

/** After so many nodes a rendering may stop, if none of them was a generator that could. */
const NODES_PER_STOP = 200

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
    for (const [index, { node, text, print }] of plan.nodes.entries()) {
      if (index % NODES_PER_STOP === NODES_PER_STOP - 1) yield undefined
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
