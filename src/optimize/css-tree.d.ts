/** The parts of css-tree that are used. Its dictionary of the language comes by an entry of its own. */
declare module 'css-tree/parser' {
  export type CssNode = {
    type: string
    name?: string
    value?: CssNode | string
    unit?: string
    property?: string
    prelude?: CssNode | null
    block?: CssNode | null
    children?: Iterable<CssNode> | null
  }
  export default function parse(
    css: string,
    options?: { context?: 'selectorList'; onParseError?: () => void },
  ): CssNode
}
declare module 'css-tree/generator' {
  import type { CssNode } from 'css-tree/parser'

  const generator: (node: CssNode) => string
  export default generator
}
declare module 'css-tree/tokenizer' {
  /** Calls back with each token's type and range, in order. */
  export function tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void
  type Name =
    | 'Ident'
    | 'Function'
    | 'AtKeyword'
    | 'String'
    | 'Url'
    | 'Colon'
    | 'Semicolon'
    | 'Comma'
    | 'Comment'
    | 'WhiteSpace'
  type Bracket = `${'Left' | 'Right'}${'Curly' | 'Square'}Bracket` | `${'Left' | 'Right'}Parenthesis`
  export const tokenTypes: Readonly<Record<Name | Bracket, number>>
}
declare module 'css-tree/utils' {
  type Codec = { encode(text: string): string; decode(written: string): string }
  export const ident: Codec
  export const string: Codec
  export const url: Codec
}
declare module 'css-tree/dist/data' {
  const dictionary: Record<string, unknown>
  export default dictionary
}
declare module 'css-tree/lexer' {
  export class Lexer {
    constructor(config: Record<string, unknown>)
    readonly properties: Readonly<Record<string, unknown>>
    /** `syntax` is that of the property, if there is one. */
    matchProperty(name: string, value: string): { error: { syntax?: string } | null }
  }
}
