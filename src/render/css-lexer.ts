/** What each CSS property takes, as css-tree's dictionary of the language has it (CSS Values 4, 2.1). */
import data from 'css-tree/dist/data'
import { Lexer } from 'css-tree/lexer'

/** Made when it is first asked: most isolates never meet a value that is not remembered. */
let lexer: Lexer | undefined

function lexerOf(): Lexer {
  // `node` is for syntax trees, of which there are none here.
  lexer ??= new Lexer({ ...data, node: {} })
  return lexer
}

/** Names of all properties. */
export function propertyNames(): string[] {
  return Object.keys(lexerOf().properties)
}

/** Why a property does not take a value: its syntax, or that there is no such property. Nothing if it takes it. */
export function propertyFault(
  property: string,
  value: string,
): { syntax: string } | 'unknown property' | undefined {
  const { error } = lexerOf().matchProperty(property, value)
  if (error === null) return undefined
  return error.syntax === undefined ? 'unknown property' : { syntax: error.syntax }
}
