/** The parts of css-tree that `css.ts` uses, by the entries that leave its dictionary of the language out. */
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
  export default function parse(css: string, options?: { onParseError?: () => void }): CssNode
}
declare module 'css-tree/generator' {
  import type { CssNode } from 'css-tree/parser'

  const generator: (node: CssNode) => string
  export default generator
}
