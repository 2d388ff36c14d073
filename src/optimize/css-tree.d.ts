/** The parts of css-tree that are used, by the entries that leave its dictionary of the language out. */
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
