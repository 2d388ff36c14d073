/**
 * What the style sheets of a document's links ask of its pages. They come when the document is in the browser already, so
 * that they are rewritten as they pass (`page-file-source.ts`), and the page is told before it is printed what it is to
 * fill in.
 */
import type { Furniture } from '../in-page/contract'
import type { FurnitureCss } from './furniture-styles'

export class LinkedFurniture {
  /** By their texts: a sheet is asked for again to be read, and is the same then. */
  readonly #rewritten = new Map<string, string>()
  #found = false

  /** `styles` has read the document's own styles; `compose` says what a page is told of them. */
  constructor(
    private readonly styles: FurnitureCss,
    private readonly compose: (styles: FurnitureCss) => Furniture,
  ) {}

  /** A style sheet as the browser is to read it. */
  rewrite(css: string): string {
    const known = this.#rewritten.get(css)
    if (known !== undefined) return known
    const rewritten = this.styles.rewriteLinked(css)
    if (rewritten === css) return css
    this.#found = true
    this.#rewritten.set(css, rewritten)
    return rewritten
  }

  /** With what all sheets ask that were rewritten; nothing if none was. */
  get furniture(): Furniture | undefined {
    return this.#found ? this.compose(this.styles) : undefined
  }
}
