/** liquidjs as we use it: our filters and partials, counted limits, errors with their places. */
import { Liquid, type Template } from 'liquidjs'
import { Problem } from '../errors'
import { GLOBALS_KEY, type Globals, printEscaped } from './filters/globals'
import { registerFilters } from './filters/register'
import { type Limits, METERED_OPERATORS, meteredContext, RENDER_LIMITS } from './limits'
import { liquidProblem, unknownFilter } from './liquid-errors'
import { meterRenderer, meterTags } from './metered-tags'
import { cachePositions } from './positions'
import { Rendering } from './rendering'

/** Tags that reach for other files or other templates' structure. `render` stays: it knows our partials only. */
const refusedTags = ['include', 'layout', 'block']

/** A template is text that somebody writes: 256 KB is a hundred pages of it. */
export const MAX_TEMPLATE_LENGTH = 256 * 1024

/** So many unknown filters are told at once. */
const MAX_UNKNOWN_LISTED = 20
/** To name further unknown filters a template is read again: so many marks on the whole, which take some tenths of a second. */
const MAX_MARKS_READ_AGAIN = 5_000

export type Compiled = { nodes: Template[] }

type Scope = Record<string, unknown>

export type Engine = {
  /** Parses Liquid. Throws Problem `invalid_request` with line and column. */
  compile(source: string, pointer: string): Compiled
  /**
   * Begins to render to HTML.
   *
   * @param data the scope of the template
   * @param shared what partials see as well, such as `brand`
   */
  render(compiled: Compiled, data: Scope, shared: Scope, globals: Globals): Rendering
  /** Names that the template reads from its data, sorted. */
  variables(compiled: Compiled): string[]
}

/**
 * Liquid as documents need it: own properties only, everything escaped, every rendering within limits that
 * count, unknown filters and tags refused when the template is parsed.
 *
 * @param partials what `{% render 'name' %}` may name
 */
export function createEngine(partials: Record<string, string>, limits: Limits = RENDER_LIMITS): Engine {
  const liquid = new Liquid({
    // Without `constructor` and the like.
    templates: Object.assign(Object.create(null), partials),
    cache: true,
    ownPropertyOnly: true,
    strictFilters: true,
    operators: METERED_OPERATORS,
    strictVariables: false,
    jsTruthy: false,
    outputEscape: printEscaped as never,
    parseLimit: MAX_TEMPLATE_LENGTH,
  })
  cachePositions()
  registerFilters(liquid)
  meterTags(liquid, refusedTags)
  meterRenderer(liquid, limits)

  /** Parses, and where filters are unknown tells all of them: each gets a stand-in until the rest is read. */
  function parse(source: string, pointer: string) {
    const problems: Problem[] = []
    const unknown: string[] = []
    try {
      for (;;) {
        try {
          const nodes = liquid.parse(source)
          if (problems.length === 0) return nodes
          break
        } catch (error) {
          const name = unknownFilter(error)
          if (problems.length > 0 && (name === undefined || unknown.length >= MAX_UNKNOWN_LISTED)) break
          problems.push(liquidProblem(error, pointer, source))
          const readAgain = (unknown.length + 1) * marksOf(source)
          if (name === undefined || readAgain > MAX_MARKS_READ_AGAIN) break
          unknown.push(name)
          liquid.registerFilter(name, (value) => value)
        }
      }
    } finally {
      for (const name of unknown) liquid.unregisterFilter(name)
    }
    throw joined(problems)
  }

  return {
    compile(source, pointer) {
      if (source.length > MAX_TEMPLATE_LENGTH) throw tooLong(pointer)
      return guarded(pointer, source, () => ({ nodes: parse(source, pointer) }))
    },
    render({ nodes }, data, shared, globals) {
      // A copy: `increment` and `decrement` write into the scope, which may be a stored sample.
      const scopes = { ...shared, [GLOBALS_KEY]: globals }
      const { context, steps } = meteredContext(liquid, { ...data }, scopes, limits)
      const work = liquid.renderer.renderTemplates(nodes, context)
      return new Rendering(work, steps, (error) => liquidProblem(error, '/template_id', ''))
    },
    variables({ nodes }) {
      return guarded('/page', nodes[0]?.token.input ?? '', () => liquid.globalVariablesSync(nodes).sort())
    },
  }
}

/** Outputs, tags and filters of a template, at most: they decide how long it takes to parse. */
export function marksOf(source: string): number {
  let marks = 0
  for (let at = 0; at < source.length; at++) if (source[at] === '{' || source[at] === '|') marks++
  return marks
}

/** The first problem with the errors of all. */
function joined(problems: Problem[]) {
  const [first] = problems
  const errors = problems.flatMap(({ errors = [] }) => errors)
  return new Problem('invalid_request', { detail: first?.message ?? '', errors, cause: first?.cause })
}

function tooLong(pointer: string) {
  const message = `A template has at most ${MAX_TEMPLATE_LENGTH / 1024} KB.`
  return new Problem('invalid_request', { detail: message, errors: [{ pointer, message }] })
}

/** Runs liquidjs and turns what it throws into what a caller is told. */
function guarded<T>(pointer: string, source: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw liquidProblem(error, pointer, source)
  }
}
