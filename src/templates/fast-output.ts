/**
 * Prints `{{ path | filter: argument }}` without liquidjs's generators. It resumes a dozen of them for every output,
 * to be able to wait for promises; our data are plain JSON, and that is half of what a document costs.
 */
import { type Context, Output, type Template, type Token, TypeGuards, toValueSync } from 'liquidjs'

type Evaluate = (context: Context) => unknown

/** What liquidjs keeps to itself of a context, an expression and a filter (10.30.1, pinned). */
type Scopes = { findScope(name: unknown): object; readProperty(scope: unknown, name: unknown): unknown }
type Handler = (this: object, value: unknown, ...args: unknown[]) => unknown
type OutputParts = {
  initial: { postfix: Token[] }
  filters: {
    args: (Token | [name: string, value: Token])[]
    handler: Handler
    token: Token
    liquid: unknown
  }[]
}

/** A function that answers what an output prints; undefined if it has more in it than paths, literals and filters. */
export function outputText(node: Template): Evaluate | undefined {
  if (!(node instanceof Output)) return undefined
  const { initial, filters } = node.value as unknown as OutputParts
  const value = initial.postfix.length === 1 ? operand(initial.postfix[0]) : undefined
  const steps = filters.map(step)
  if (!value || !steps.every((one) => one !== undefined)) return undefined
  return (context) => steps.reduce((result, apply) => apply(result, context), value(context))
}

function step({ args, handler, token, liquid }: OutputParts['filters'][number]) {
  const values = args.map((argument) => {
    const evaluate = operand(Array.isArray(argument) ? argument[1] : argument)
    if (!evaluate) return undefined
    return Array.isArray(argument) ? (context: Context) => [argument[0], evaluate(context)] : evaluate
  })
  if (!values.every((one) => one !== undefined)) return undefined
  return (value: unknown, context: Context) => {
    const given = values.map((evaluate) => evaluate(context))
    // Some built-in filters are generators still.
    return toValueSync(handler.call({ context, token, liquid }, value, ...given) as never)
  }
}

/** A literal, or a path of plain names. */
function operand(token: Token | undefined): Evaluate | undefined {
  if (!token) return undefined
  if ('content' in token) return () => token.content
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return undefined
  const names = token.props.map((name) => ('content' in name ? name.content : undefined))
  if (!names.every((name) => typeof name === 'string' || typeof name === 'number')) return undefined
  return (context) => {
    const scopes = context as unknown as Scopes
    return names.reduce<unknown>(
      (scope, name) => scopes.readProperty(scope, name),
      scopes.findScope(names[0]),
    )
  }
}
